// SPDX-License-Identifier: MIT
// The part of the page that runs MDN's loops in this browser: a card each, with its code, its
// picture and its figures beside those of virtual time.

const LOOP_WORDS = {
    M0a: ['Input-driven', 'The game moves when the player does and sleeps otherwise. A press comes once a second here.'],
    M0b: ['Input and time', 'The same against a clock that counts down, once a second.'],
    M1: ['A picture for each refresh, an update for each picture', 'Simple, and its speed is the screen\'s.'],
    M1c: ['The same, stopped by its token', 'Whoever has the number of the last request can cancel it: here at half of the run.'],
    M2: ['Updates apart from pictures', 'Twenty updates a second, however often the screen refreshes. As published a tick that is due exactly now waits for another refresh, and a sleep is made up for at once.'],
    M3a: ['A timer beside the pictures', 'Both on the one thread that a page has.'],
    M3b: ['A timer in a worker', 'Another thread keeps time. Its messages wait until this one is free.'],
    M3c: ['A refresh pokes a worker', 'The worker does what each refresh tells it, and so sleeps while nobody looks.'],
    M4: ['Coarser pictures when there is no time', 'A picture of half the width and height costs a quarter.'],
    M5: ['The browser\'s own frame', 'Callbacks, then what the browser does by itself, then sleep until the screen refreshes.'],
};

// The text of a function without the indentation that it has in the file.
function code_of(text) {
    const lines = text.split('\n');
    const indent = Math.min(...lines.slice(1).filter(each => each.trim())
        .map(each => each.length - each.trimStart().length));
    return lines.map((each, i) => i === 0 ? each : each.slice(indent)).join('\n');
}

class LoopCards {
    constructor(stage, options) {
        this.stage = stage;
        this.options = options;
        this.cards = {};
        Object.assign(this, loops_at({}));
        by_id('loop_cards').append(...Object.keys(this.loops).map(id => this.card(id)));
        by_id('run_all').onclick = () => this.run_all().catch(error => notice(error.message));
    }

    card(id) {
        const [title, about] = LOOP_WORDS[id];
        const card = element('article', '', {class: 'card', id: 'card_' + id});
        const canvas = element('canvas', '', {class: 'track', 'aria-hidden': 'true'});
        const table = element('table', '', {class: 'figures'});
        const button = element('button', 'Run ' + id);
        button.onclick = () => this.run_one(id);
        const head = element('h3', id + '  ' + title);
        const codes = FORMS.map(form => {
            const part = element('details', '', form === 'published' ? {open: ''} : {});
            part.append(element('summary', 'as ' + form), element('pre', this.code(id, form), {tabindex: 0}));
            return part;
        });
        const right = element('div');
        const wide = element('div', '', {class: 'wide', tabindex: 0});
        wide.append(table);
        right.append(canvas, button, wide);
        const left = element('div');
        left.append(...codes);
        const columns = element('div', '', {class: 'columns'});
        columns.append(left, right);
        card.append(head, element('p', about), columns);
        this.cards[id] = {canvas, table, button, figures: {}};
        this.show(id);
        return card;
    }

    // The loop, what it calls of this page's, and its part in the worker.
    code(id, form) {
        const parts = [code_of(this.loops[id][form].toString())];
        for (const [name, helper] of Object.entries({...this.helpers, next_quality})) {
            if (!parts[0].includes(name + '(')) continue;
            const text = code_of(helper.toString());
            parts.push(text.startsWith('function') ? text : 'const ' + name + ' = ' + text);
        }
        if (worker_loops[id]) {
            parts.push('// in the worker\n' + code_of(worker_loops[id][form].toString()));
        }
        return parts.join('\n\n');
    }

    async run_one(id) {
        if (this.is_busy) return;
        this.is_busy = true;
        try {
            for (const form of FORMS) await this.run(id, form);
        } catch (error) {
            notice(error.message);
        }
        this.is_busy = false;
    }

    async run_all(ids = Object.keys(this.loops)) {
        if (this.is_busy) return [];
        this.is_busy = true;
        by_id('run_all').disabled = true;
        const runs = [];
        try {
            for (const id of ids) {
                for (const form of FORMS) {
                    by_id('run_state').textContent = 'running ' + id + ', ' + form;
                    runs.push({id, form, meter: await this.run(id, form)});
                }
            }
            by_id('run_state').textContent = runs.length + ' runs';
        } finally {
            by_id('run_all').disabled = false;
            this.is_busy = false;
        }
        return runs;
    }

    // A run that a hidden page spoils is told as such.
    async run(id, form) {
        const card = this.cards[id];
        card.button.disabled = true;
        const draw = (run, alpha) => draw_track(card.canvas, run.meter, alpha, form);
        try {
            const meter = await this.stage.run(id, form, {...this.options, draw});
            card.figures[form] = meter;
            this.show(id);
            return meter;
        } finally {
            card.button.disabled = false;
        }
    }

    show(id) {
        const {table, figures} = this.cards[id];
        const head = element('tr');
        head.append(element('td'), ...['updates', 'pictures', 'speed', 'busy', 'worst gap', 'most at once']
            .map(name => element('th', name, {scope: 'col'})));
        const rows = [head];
        for (const form of FORMS) {
            const measured = figures[form];
            const virtual = this.stage.virtual(id, form, {...this.options, hz: this.stage.hz});
            rows.push(this.row(form + ', here', measured && measured.figures()),
                this.row('virtual', virtual, 'virtual'));
        }
        table.replaceChildren(...rows);
    }

    row(name, figures, kind = '') {
        const row = element('tr', '', {class: kind});
        row.append(element('th', name, {scope: 'row'}));
        const cells = figures ? [figures.updates, figures.frames,
            text_of(figures.simulated_ms / figures.window_ms, 2), text_of(figures.busy_percent, 0) + ' %',
            text_of(figures.worst_gap_ms) + ' ms', figures.updates_per_frame_max]
            : ['-', '-', '-', '-', '-', '-'];
        row.append(...cells.map(cell => element('td', String(cell))));
        return row;
    }
}

// A walker on its way, as the loop's game would draw it.
function draw_track(canvas, meter, alpha, form) {
    const [context, width, height] = sized(canvas);
    const place = (meter.simulated_ms + (alpha === null ? 0 : Math.min(1, alpha) * TICK_MS)) / 2000;
    line(context, [10, height - 12], [width - 10, height - 12]);
    body(context, form === 'repaired' ? 'fixed' : 'variable',
        14 + (place % 1) * (width - 28), height - 22, 7, false);
    words(context, 'as ' + form + ': ' + meter.updates + ' updates', 10, 16);
}
