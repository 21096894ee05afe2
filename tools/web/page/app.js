// SPDX-License-Identifier: MIT
// Keeps what the page is doing: nothing yet, showing files, or letting a person play.

// By the verdict of a comparison: only where equal inputs gave another state is a tick bad.
const way_to = {
    state: 'Go to the first bad tick', inputs: 'Go to the first difference',
    prefix: 'Go to where one goes on',
};

const too_many = 'One recording is played, two are compared; give at most two.';
const bytes_most = 256 * 1024 * 1024;

class App {
    constructor(module) {
        this.module = module;
        this.files = [];  // what is shown: {id, facts}
        this.generation = 0;  // long work for what was shown before is dropped
        this.opened = 0;      // of several files that are still read the last one counts
        this.pictures = new Pictures(module);
        this.live = new LivePlay(module, this.pictures);
        this.shelf = new Shelf(recorded => this.show_files([[recorded.name, recorded.bytes]]));
        this.time_line = new TimeLine(code => this.press(code));
        this.time_line.columns = module.call('strip_columns');
        this.add_games();
        this.listen();
        this.set_mode('start');
        requestAnimationFrame(now => this.frame(now));
        this.open_address();
    }

    add_games() {
        this.games = this.module.json('games');
        for (const game of this.games) {
            const button = element('button', 'Play ' + game.name, {id: 'play_' + game.name});
            button.onclick = () => this.play(game.name);
            by_id('games').append(button, ' ');
            const beside = element('button', 'Play ' + game.name, {id: 'start_' + game.name});
            beside.onclick = () => this.play(game.name);
            by_id('start_games').append(beside);
        }
    }

    listen() {
        addEventListener('keydown', event => this.on_key(event, true));
        addEventListener('keyup', event => this.on_key(event, false));
        by_id('files').onchange = () => {
            this.open_files([...by_id('files').files]);
            by_id('files').value = '';
        };
        addEventListener('pointerdown', event => {
            if (event.pointerType === 'touch') document.body.classList.add('touched');
        });
        addEventListener('dragover', event => {
            event.preventDefault();
            document.body.classList.add('drop');
        });
        addEventListener('dragleave', () => document.body.classList.remove('drop'));
        addEventListener('drop', event => {
            event.preventDefault();
            document.body.classList.remove('drop');
            this.open_files([...event.dataTransfer.files]);
        });
        addEventListener('resize', () => { this.is_drawn = false; });
        matchMedia('(prefers-color-scheme: dark)').onchange = () => { this.is_drawn = false; };
        by_id('help').onclick = event => {
            if (event.detail > 0) by_id('help').blur();  // by mouse: keys stay the time line's
            this.show_help();
        };
        by_id('keys').onclose = () => this.leave_help();
        const sample = name => [name, Uint8Array.from(atob(SAMPLES[name]), c => c.charCodeAt(0))];
        by_id('sample').onclick = () => this.show_files([sample('match.tandem')]);
        by_id('sample_desync').onclick =
            () => this.show_files([sample('desync.tandem'), sample('desync-guest.tandem')]);
        by_id('verify').onclick = () => this.verify();
        by_id('to_difference').onclick = () => this.go_to_difference();
        by_id('end_live').onclick = () => this.module.call('end_live');
        by_id('look').onclick = () => this.show_files([[this.recorded.name, this.recorded.bytes]]);
        by_id('download').onclick = () => this.shelf.download(this.recorded);
        by_id('again').onclick = () => this.play(this.recorded.game);
    }

    set_mode(mode) {
        this.mode = mode;
        document.body.dataset.mode = mode;
        show('start', mode === 'start');
        show('stage', mode === 'watch' || mode === 'live' || mode === 'after');
        show('controls', mode === 'watch');
        show('verification', mode === 'watch' && this.files.length === 1);
        show('comparison', this.files.length === 2 && mode !== 'live' && mode !== 'after');
        show('facts', this.files.length > 0 && (mode === 'watch' || mode === 'facts'));
        show('live', mode === 'live');
        show('touch', mode === 'live');
        show('after', mode === 'after');
        show('shelf', !this.shelf.is_empty && mode !== 'live' && mode !== 'after');
    }

    // ---- Files

    async open_files(chosen) {
        const turn = ++this.opened;
        if (this.live.is_on) return notice('End what you play first (q); nothing was opened.');
        if (chosen.length > 2) return notice(too_many);
        const large = chosen.find(file => file.size > bytes_most);
        if (large) return notice(large.name + ' has ' + large.size + ' bytes, and this page reads at most 256 MiB; the program plays it.');
        try {
            const read = [];
            for (const file of chosen) {
                read.push([file.name, new Uint8Array(await file.arrayBuffer())]);
            }
            if (read.length > 0 && this.is_wanted(turn)) this.show_files(read);
        } catch (error) {
            if (this.is_wanted(turn)) notice('The file could not be read: ' + error.message);
        }
    }

    // True if nothing was opened or begun since.
    is_wanted(turn) { return turn === this.opened && !this.live.is_on; }

    // ?file=a.tandem, or ?a=a.tandem&b=b.tandem, or file= twice; with &at=600 it stands still there,
    // with &at=difference where the two part.
    async open_address() {
        const turn = ++this.opened;
        const wanted = new URLSearchParams(location.search);
        const names = ['file', 'a', 'b'].flatMap(key => wanted.getAll(key)).filter(name => name);
        if (names.length === 0) return;
        if (names.length > 2) return notice(too_many);
        if (!location.protocol.startsWith('http')) {
            return notice('A page that was opened as a file cannot read others; drop ' + names.join(' and ') + ' here.');
        }
        try {
            const named = await Promise.all(names.map(name => this.fetched(name)));
            if (!this.is_wanted(turn)) return;
            this.show_files(named);
        } catch (error) {
            if (this.is_wanted(turn)) notice(error.message);
            return;
        }
        if (wanted.has('at') && this.mode === 'watch') this.stand_at(wanted.get('at'));
    }

    async fetched(name) {
        const address = new URL(name, location.href);
        if (address.origin !== location.origin) {
            throw new Error(name + ' is not beside this page, and nothing else is asked for it.');
        }
        const answer = await fetch(address);
        if (!answer.ok) throw new Error(name + ' is not beside this page (' + answer.status + ').');
        if (Number(answer.headers.get('content-length')) > bytes_most) {
            throw new Error(name + ' is larger than the 256 MiB that this page reads; the program plays it.');
        }
        return [name, new Uint8Array(await answer.arrayBuffer())];
    }

    show_files(named) {
        this.close_files();
        try {
            for (const [name, bytes] of named) {
                const id = this.module.open(name, bytes);
                this.files.push({id, facts: this.module.json('facts', id)});
            }
        } catch (error) {
            this.close_files();
            this.set_mode('start');
            return notice(error.message);
        }
        notice(this.files.map(file => file.facts.flaw).filter(flaw => flaw).join('\n'));
        this.show_facts();
        const is_playable = this.files.every(file => file.facts.playable);
        if (is_playable) this.begin_watching();
        this.set_mode(is_playable ? 'watch' : 'facts');
        if (this.files.length === 2) this.compare();
    }

    close_files() {
        ++this.generation;
        for (const {id} of this.files) this.module.call('close', id);
        this.files = [];
        notice('');
        this.reset_verdict();
    }

    show_facts() {
        by_id('why').textContent =
            this.files.map(file => file.facts.why).filter(why => why).join(' ');
        by_id('tables').replaceChildren(...this.files.map(({facts}) => {
            const table = element('table');
            for (const [name, value] of facts.lines) {
                const row = element('tr');
                row.append(element('td', name), element('td', value));
                table.append(row);
            }
            return table;
        }));
    }

    begin_watching() {
        const [a, b] = this.files;
        this.module.number('watch', a.id, b ? b.id : -1, performance.now());
        this.pictures.set(this.files.map(file => file.facts.name));
        this.time_line.begin(this.files.map(file => file.facts));
        this.is_drawn = false;
        this.read_strips();
    }

    // In the background, and only of what is still shown.
    async read_strips() {
        const generation = this.generation;
        for (const [side, {id, facts}] of this.files.entries()) {
            this.module.number('strips', id);
            const is_read = await in_parts(
                amount => this.module.number('strips_part', amount) > 0,
                () => generation === this.generation);
            if (!is_read || generation !== this.generation) return;
            this.time_line.levels[side] = this.module.bytes(
                this.module.call('strip_levels'), facts.players.length * this.time_line.columns);
            this.is_drawn = false;
        }
    }

    compare() {
        const out = by_id('difference');
        try {
            const facts = this.module.json('compare', this.files[0].id, this.files[1].id);
            const is_bad = facts.verdict === 'state';
            const is_parting = facts.verdict === 'inputs' || facts.verdict === 'prefix';
            this.difference = facts.tick;
            this.time_line.first_bad = is_bad ? facts.tick : null;
            this.time_line.first_other = is_parting ? facts.tick : null;
            out.textContent = facts.lines[0];
            out.classList.toggle('flag', is_bad);
            by_id('to_difference').textContent = way_to[facts.verdict] || way_to.inputs;
            by_id('difference_lines').textContent = facts.lines.slice(1).join('\n');
            show('difference_lines', facts.lines.length > 1);
            show('to_difference', facts.tick !== null && this.mode === 'watch');
        } catch (error) {
            out.textContent = error.message;
            show('difference_lines', false);
        }
    }

    stand_at(place) {
        this.watch_frame(performance.now());
        if (place === 'difference') return this.go_to_difference();
        if (!this.time_line.state.paused) this.press(code_of(' '));
        this.time_line.go_to(place);
    }

    // To the state that its step left behind.
    go_to_difference() {
        if (this.difference === null || this.difference === undefined) return;
        if (!this.time_line.state.paused) this.press(code_of(' '));
        this.time_line.go_to(String(this.difference + 1));
    }

    // ---- Verifying

    reset_verdict() {
        by_id('verdict').textContent = '';
        show('chain_line', false);
        show('fields', false);
        show('progress', false);
        by_id('verify').disabled = false;
    }

    async verify() {
        const generation = this.generation;
        const {id, facts} = this.files[0];
        this.reset_verdict();
        by_id('verify').disabled = true;
        show('progress', true);
        show('chain_line', true);
        const start = performance.now();
        let report = null;
        try {
            this.module.number('verify', id);
            await in_parts(amount => {
                report = this.module.json('verify_part', amount);
                by_id('progress').value =
                    report.ticks_checked / Math.max(1, facts.end_tick - facts.first_tick);
                by_id('chain').textContent = report.chain;
                return report.verdict === null;
            }, () => generation === this.generation);
        } catch (error) {
            report = {verdict: 'failed', message: error.message, fields: []};
        }
        if (generation === this.generation) this.show_verdict(report, performance.now() - start);
    }

    show_verdict(report, took) {
        const is_same = report.verdict === 'same';
        by_id('verify').disabled = false;
        show('progress', false);
        by_id('verdict').textContent = report.verdict + ': ' + report.message +
            (is_same ? ' (' + (took / 1000).toFixed(1) + ' s)' : '');
        by_id('verdict').classList.toggle('flag', !is_same);
        show('fields', report.fields.length > 0);
        by_id('fields').textContent = report.fields.map(
            field => report.fields_moment + '  ' + field.path + '  ' + field.a + ' | ' + field.b)
            .join('\n');
        if (report.tick !== null && report.tick !== undefined) {
            this.time_line.first_bad = report.tick;
            this.is_drawn = false;
        }
    }

    // ---- Keys and frames

    on_key(event, is_down) {
        if (by_id('keys').open) return this.on_help_key(event, is_down);
        const inside = event.target.closest ? event.target.closest('input[type=text]') : null;
        if (inside || event.ctrlKey || event.metaKey || event.altKey) return;
        if (is_down && event.key === '?') {
            this.show_help();
            return event.preventDefault();
        }
        if (this.mode === 'live') {
            if (is_down && (event.key === 'q' || event.key === 'Escape')) {
                this.module.call('end_live');
            } else if (this.live.key(event, is_down)) {
                event.preventDefault();
            }
            return;
        }
        // A focused button or bar does what it does everywhere.
        const owner = event.target.tagName;
        const is_its_own = (owner === 'BUTTON' && (event.key === ' ' || event.key === 'Enter')) ||
            (owner === 'INPUT' && event.key.startsWith('Arrow')) || event.key === 'Tab';
        const code = code_of(event.key);
        if (!is_down || this.mode !== 'watch' || is_its_own || code === 0) return;
        event.preventDefault();
        if (event.key === ' ') this.time_line.toggle();
        else this.press(code);
    }

    // The browser itself closes it at Escape and lets Tab and Enter reach its button.
    on_help_key(event, is_down) {
        if (!is_down || event.key !== '?') return;
        event.preventDefault();
        by_id('keys').close();
        this.leave_help();
    }

    // A browser can leave the focus on the button of a help that is gone.
    leave_help() {
        if (by_id('keys').contains(document.activeElement)) document.activeElement.blur();
    }

    press(code) {
        if (this.mode !== 'watch') return;
        try {
            this.module.json('press', code, performance.now());
        } catch (error) {
            notice(error.message);
        }
        this.is_drawn = false;
    }

    frame(now) {
        requestAnimationFrame(later => this.frame(later));
        try {
            if (this.mode === 'live') this.live_frame(now);
            else if (this.mode === 'watch') this.watch_frame(now);
        } catch (error) {
            this.stop_for(error);
        }
    }

    watch_frame(now) {
        const state = this.module.json('watch_frame', now);
        if (state.error) notice(state.error);
        if (state.over) {
            this.close_files();
            return this.set_mode('start');
        }
        if (state.take_over !== null) this.take_over(state.take_over);
        const is_still = state.paused && this.time_line.state &&
            this.time_line.state.tick === state.tick && this.time_line.state.line === state.line;
        if (this.mode !== 'watch' || (is_still && this.is_drawn)) return;
        this.is_drawn = true;
        this.pictures.draw(state.sides.map(side => side.diverged === null ? '' :
            '! left the recording at tick ' + side.diverged));
        this.time_line.show(state);
        if (state.paused) this.show_inputs();
        else by_id('inputs').replaceChildren();
    }

    show_inputs() {
        by_id('inputs').replaceChildren(...this.files.flatMap((file, side) =>
            this.module.json('inputs', side).map((text, slot) => element('li',
                (this.files.length > 1 ? 'AB'[side] + ' ' : '') + 'player ' + slot + ': ' + text))));
    }

    // ---- Playing

    play(game) {
        if (this.live.is_on) return;
        const seed = crypto.getRandomValues(new Uint32Array(1))[0];
        try {
            this.close_files();
            this.module.play(game, 2, seed, performance.now());
            this.begin_live(game, game);
        } catch (error) {
            notice(error.message);
        }
    }

    take_over(slot) {
        try {
            this.module.number('take_over', slot, performance.now());
            const {facts} = this.files[0];
            ++this.generation;
            this.begin_live(facts.game, facts.name + ', taken over');
        } catch (error) {
            notice(error.message);
        }
    }

    begin_live(game, title) {
        notice('');
        if (document.activeElement) document.activeElement.blur();
        const {keys_help} = this.games.find(each => each.name === game);
        this.set_mode('live');
        this.live.begin(game, keys_help, title);
    }

    live_frame(now) {
        const state = this.live.frame(now);
        if (state.ended === null) return;
        if (state.error) notice(state.error);
        this.keep_recorded();
        by_id('after_text').textContent = 'Recorded ' + state.tick + ' ticks, chain ' +
            state.chain + '; ' + state.ended + '. It is only in this page until you download it.';
        this.set_mode('after');
    }

    keep_recorded() {
        const stamp = new Date().toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
        const {game} = this.live;
        this.recorded = {game, name: game + '-' + stamp + '.tandem', bytes: this.live.take()};
        this.shelf.keep(this.recorded);
    }

    // The module has ended or a game cannot be drawn; a picture that stands still needs a reason.
    // A match keeps what it recorded.
    stop_for(error) {
        const is_dead = error instanceof WebAssembly.RuntimeError;
        const what = is_dead ? 'The viewer stopped; load this page again. ' : '';
        const was_live = this.live.is_on;
        let kept = '';
        if (was_live) {
            try {
                if (!is_dead) this.module.call('end_live');
                this.keep_recorded();
                kept = ' What was recorded is kept in this page.';
            } catch (failure) {
                kept = ' What was recorded could not be kept: ' + failure.message;
            }
            this.live.is_on = false;
        }
        ++this.generation;
        this.files = [];
        this.set_mode('start');
        notice(what + error.message + kept);
    }

    show_help() {
        this.live.pause();
        const playing = this.mode === 'live' ? this.live.game : null;
        const shown = this.games.filter(each => playing === null || each.name === playing);
        by_id('game_keys').replaceChildren(...shown.flatMap(game =>
            [element('h3', game.name), element('p', game.keys_help, {class: 'keys_help'})]));
        by_id('keys').showModal();
    }
}

function begin() {
    load_module().then(raw => { window.tandem = new App(new Module(raw)); }).catch(error => {
        document.body.dataset.mode = 'failed';
        notice('This page needs a browser of 2023 or later, with WebAssembly: ' + error.message);
    });
}
begin();
