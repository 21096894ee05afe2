// SPDX-License-Identifier: MIT
// Puts the page's parts together; runs all of it by itself where `tandem lab browser` asks for it.

class LabPage {
    constructor(compiled) {
        this.stage = new Stage(compiled);
        this.stage.hz = 60;
        this.hidden = null;
        this.window_ms = 2000;
        this.facts = [];
        this.claims = [];
        this.decides = Object.keys(deciders);
        this.claim_words = typeof LAB_CLAIMS === 'undefined' ? {} : LAB_CLAIMS;
        this.playground = new Playground(this.stage);
        this.articles = new Articles(this.stage, this.playground);
        this.loop_cards = new LoopCards(this.stage,
            {update_ms: 1, picture_ms: 9, window_ms: this.window_ms});
        by_id('hide').onclick = () => this.hide(() => hide_by_tab(6000));
        by_id('decide').onclick = () => this.decide().then(() => this.find_facts())
            .catch(error => notice(error.message));
        addEventListener('keydown', event => this.on_key(event));
        addEventListener('resize', () => { this.playground.is_stale = true; });
        matchMedia('(prefers-color-scheme: dark)').onchange =
            () => { this.playground.is_stale = true; };
        this.fold_code();
        document.body.dataset.mode = 'ready';
        this.know_browser();
    }

    // A phone shows what happens first, and code to whoever asks for it.
    fold_code() {
        if (!matchMedia('(max-width: 720px)').matches) return;
        for (const part of document.querySelectorAll('details[open]')) part.open = false;
    }

    on_key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (['INPUT', 'SELECT', 'BUTTON', 'SUMMARY'].includes(event.target.tagName)) return;
        if (event.key === ' ') this.playground.toggle();
        else if (event.key === 'r') by_id('again').click();
        else return;
        event.preventDefault();
    }

    // Once, when the page has come to rest.
    know_browser() {
        this.known = this.known || (async () => {
            await pause(300);
            this.refresh = await measured_refresh(40);
            this.stage.hz = Math.round(this.refresh.hz);
            by_id('about_browser').textContent = 'This browser calls back ' +
                text_of(this.refresh.hz) + ' times a second. It says that it is: ' +
                navigator.userAgent;
            for (const id of Object.keys(this.loop_cards.cards)) this.loop_cards.show(id);
        })();
        return this.known;
    }

    // `hide` hides the page; tests have ways of their own.
    async hide(hide, shown_ms = 500) {
        by_id('hide').disabled = true;
        try {
            this.hidden = await hidden_figures(this.stage, hide, shown_ms);
            this.show_hidden();
        } catch (error) {
            notice(error.message);
        } finally {
            by_id('hide').disabled = false;
        }
        return this.hidden;
    }

    show_hidden() {
        const {hidden} = this;
        by_id('hidden_table').hidden = hidden === null;
        if (hidden === null) {
            by_id('hidden_facts').textContent = 'This page was not hidden: the browser opened no ' +
                'tab in front of it. Allow it to open one, or press the button and change the tab.';
            return;
        }
        by_id('hidden_facts').textContent = 'Hidden for ' + text_of(hidden.length_ms / 1000) +
            ' s: ' + hidden.frames + ' callbacks of requestAnimationFrame. A timer of 50 ms came ' +
            hidden.timer + ' times on the page (at most ' + text_of(hidden.timer_gap_ms / 1000, 2) +
            ' s apart) and ' + hidden.worker + ' times in a worker.';
        by_id('hidden_rows').replaceChildren(...hidden.loops.map(row => {
            const cells = [row.id, row.form, row.during, row.at_once, this.virtual_hidden(row)];
            const made = element('tr');
            made.append(...cells.map(cell => element('td', String(cell))));
            return made;
        }));
    }

    // Virtual time hides for the same length: ticks of what was shown are those without hiding.
    virtual_hidden({id, form}) {
        const length = Math.min(30000, Math.round(this.hidden.length_ms));
        const costs = {update_ms: 0.1, picture_ms: 0.1, hz: this.stage.hz};
        const at = 510;  // neither at a tick nor at a refresh
        const whole = this.stage.virtual(id, form,
            {...costs, window_ms: 2 * at + length, hidden: [at, length]});
        const before = this.stage.virtual(id, form, {...costs, window_ms: at});
        const through = this.stage.virtual(id, form,
            {...costs, window_ms: at + length, hidden: [at, length]});
        if (!whole || !before || !through) return '-';
        const timed = id === 'M3a' || id === 'M3b';
        const during = through.updates - before.updates;
        return during + ', ' + (timed ? 'at most 1' : whole.updates_per_frame_max || 1);
    }

    async decide(window_ms = 1000, ids = this.decides) {
        await this.know_browser();
        by_id('decide').disabled = true;
        const run = (id, form, options) => this.stage.run(id, form, {window_ms, ...options});
        this.claims = [];
        try {
            for (const id of ids) {
                by_id('decide_state').textContent = id;
                const {verdict, measured} = await decided(id,
                    {run, window_ms, hz: this.refresh.hz, hidden: this.hidden});
                const virtual = this.claim_words[id];
                const why = !virtual || virtual.verdict === verdict ? ''
                    : why_otherwise(id, verdict, this.hidden);
                this.claims.push({id, verdict, measured, why});
                this.show_claims();
            }
        } finally {
            by_id('decide').disabled = false;
        }
        by_id('decide_state').textContent = this.hidden ? ''
            : 'Hide the page above first, and C79, C80, C82 and C84 can be decided too.';
        return this.claims;
    }

    show_claims() {
        by_id('claims').replaceChildren(...this.claims.map(({id, verdict, measured, why}) => {
            const virtual = this.claim_words[id];
            const part = element('article', '', {id: 'claim_' + id});
            const agrees = virtual && virtual.verdict === verdict;
            const first = element('p', id + '  ' + (virtual ? virtual.sentence : ''));
            const second = element('p', 'Here: ' + verdict + '. In virtual time: ' +
                (virtual ? virtual.verdict : 'unknown') + (agrees ? '; they agree.' : '.'),
            {class: agrees ? 'verdict' : 'verdict flag'});
            part.append(first, second, element('p', measured, {class: 'small'}));
            if (why) part.append(element('p', 'Why otherwise: ' + why + '.', {class: 'small'}));
            return part;
        }));
    }

    async find_facts(window_ms = 1000) {
        const first = await pace_of_asking(true, 12, 20);
        const last = await pace_of_asking(false, 12, 20);
        const order = await order_of_callbacks();
        const idle = await timer_beside(0, window_ms);
        const busy = await timer_beside(14, window_ms);
        const meter = await this.stage.run('M5', 'published', {window_ms});
        this.facts = [
            ['asked for first or last', 'with work of 12 ms in each callback they come every ' +
                text_of(first, 2) + ' ms where the next is asked for first, as the article ' +
                'advises, and every ' + text_of(last, 2) + ' ms where it is asked for last'],
            ['callbacks of one refresh', 'come in the order in which they were asked for (' +
                order.order + '), ' + (order.one_time ? 'all with one time' : 'with several times')],
            ['timers beside callbacks', 'a timer of 5 ms comes ' + text_of(idle, 0) +
                ' times a second beside idle callbacks and ' + text_of(busy, 0) +
                ' times beside those that work for 14 ms'],
            ['the browser\'s own chores', 'after the callbacks it takes ' +
                text_of(median(meter.chores_ms), 2) + ' ms until the page hears of anything else; ' +
                'the lab takes 0.17 ms for it'],
        ];
        by_id('facts').replaceChildren(...this.facts.map(([name, text]) => {
            const row = element('tr');
            row.append(element('th', name, {scope: 'row'}), element('td', text));
            return row;
        }));
    }

    // Measures all of it, for a program that waits for the lines.
    async report({window_ms, hidden_ms, loops, claims}) {
        this.playground.is_paused = true;
        this.playground.show_pause();
        await this.know_browser();
        this.loop_cards.options.window_ms = window_ms;
        const runs = await this.loop_cards.run_all(loops);
        if (hidden_ms > 0) await this.hide(() => hide_by_tab(hidden_ms));
        await this.decide(Math.min(window_ms, 1000), claims);
        await this.find_facts();
        return report_lines({agent: navigator.userAgent, refresh: this.refresh, runs,
            hidden: this.hidden, claims: this.claims, facts: this.facts});
    }
}

function be_away(length_ms) {
    by_id('away').hidden = false;
    document.body.dataset.mode = 'away';
    const end = performance.now() + length_ms;
    const show = () => {
        by_id('away_left').textContent = String(Math.max(0, Math.ceil((end - performance.now()) / 1000)));
    };
    show();
    setInterval(show, 200);
    setTimeout(() => close(), length_ms);
}

async function report_to(token, wanted) {
    const send = (kind, body) => fetch(kind + '-' + token, {method: 'POST', body});
    try {
        await send('figures', await window.lab.report(wanted));
    } catch (error) {
        await send('failure', one_line(error.message));
    }
}

async function begin() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const number = (name, most) => Math.min(most, Math.max(0, Number(asked.get(name)) || 0));
    if (asked.has('away')) return be_away(number('away', 60000));
    by_id('lab').hidden = false;
    try {
        window.lab = new LabPage(await compiled_lab());
    } catch (error) {
        document.body.dataset.mode = 'failed';
        return notice('This page needs a browser of 2023 or later, with WebAssembly: ' + error.message);
    }
    if (asked.has('report')) {
        const list = name => asked.has(name) ? asked.get(name).split(',') : undefined;
        await report_to(asked.get('report'), {window_ms: number('ms', 60000) || 2000,
            hidden_ms: number('hide', 60000), loops: list('loops'), claims: list('claims')});
    }
}
begin();
