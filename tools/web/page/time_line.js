// SPDX-License-Identifier: MIT
// This is the bar with its marks, the strips of inputs below it, and the buttons. A button only
// presses a key: the remote control is in the module.

const key_codes = {
    ' ': 32, ArrowUp: 128, ArrowDown: 129, ArrowLeft: 130, ArrowRight: 131, Enter: 132, Tab: 133,
    Escape: 27, Home: 2, End: 3, Backspace: 8,
};

// Returns the module's number of a key; 0 for one that it does not know.
function code_of(key) {
    if (key in key_codes) return key_codes[key];
    const lower = key.toLowerCase();
    return lower.length === 1 && lower > ' ' && lower <= '~' ? lower.charCodeAt(0) : 0;
}

const icons = {
    start: 'M5 5h3v14H5zM20 5v14L9 12z', back: 'M17 5v14L7 12zM4 5h2v14H4z',
    play: 'M7 4v16l13-8z', pause: 'M6 4h4v16H6zM14 4h4v16h-4z',
    on: 'M7 5v14l10-7zM18 5h2v14h-2z', end: 'M16 5h3v14h-3zM4 5v14l11-7z',
    reverse: 'M17 4v16L4 12z', slower: 'M5 11h14v2H5z', faster: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
};

class TimeLine {
    constructor(press) {
        this.press = press;
        this.facts = null;  // the recordings'
        this.state = null;  // the playback's
        this.first_bad = null;
        this.first_other = null;  // where two recordings part although none of them is wrong
        this.levels = [];
        const add = (name, label, key) => {
            const button = element('button', '', {'aria-label': label, title: label});
            button.append(icon(icons[name]));
            button.onclick = () => press(code_of(key));
            by_id('buttons').append(button);
            return button;
        };
        add('start', 'To the beginning (Home)', 'Home');
        add('back', 'One tick back (,)', ',');
        this.play = add('play', 'Play (space)', ' ');
        this.play.id = 'play';
        add('on', 'One tick on (.)', '.');
        add('end', 'To the end (End)', 'End');
        this.reverse = add('reverse', 'Backward (r)', 'r');
        add('slower', 'Slower (-)', '-');
        this.speed = element('output', '1x', {id: 'speed'});
        by_id('buttons').append(this.speed);
        add('faster', 'Faster (+)', '+');
        this.take_over = element('button', 'Take over', {title: 'You play on from here (t)'});
        this.take_over.onclick = () => press(code_of('t'));
        by_id('buttons').append(this.take_over);
        this.play.onclick = () => this.toggle();
        by_id('time').oninput = () => this.go_to(by_id('time').value);
        by_id('goto').onchange = () => this.go_to(by_id('goto').value.trim());
    }

    // At the end playing means playing again.
    toggle() {
        if (this.state && this.state.at_end && !this.state.backward) this.press(code_of('Home'));
        if (!this.state || !this.state.at_end || this.state.paused) this.press(code_of(' '));
    }

    go_to(text) {
        if (!/^-?\d+$/.test(text)) return;
        this.press(code_of('g'));
        for (const digit of text) this.press(code_of(digit));
        this.press(code_of('Enter'));
    }

    begin(facts) {
        this.facts = facts;
        this.first_bad = null;
        this.first_other = null;
        this.levels = facts.map(() => null);
        const time = by_id('time');
        this.first = Math.min(...facts.map(each => each.first_tick));
        this.end = Math.max(...facts.map(each => each.end_tick));
        time.min = this.first;
        time.max = this.end;
        this.take_over.hidden = facts.length > 1;
        by_id('goto').value = '';
    }

    clock(ticks) {
        const {rate_ticks, rate_seconds} = this.facts[0];
        const seconds = Math.floor(ticks * rate_seconds / rate_ticks);
        return Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
    }

    show(state) {
        const before = this.state;
        this.state = state;
        const time = by_id('time');
        if (document.activeElement !== time || Number(time.value) !== state.tick) {
            time.value = state.tick;
        }
        const where = 'tick ' + state.tick + ' of ' + this.end + '  ' + this.clock(state.tick) +
            ' of ' + this.clock(this.end);
        time.setAttribute('aria-valuetext', where);
        by_id('line').textContent = where + '   ' + state.line;
        if (!before || before.paused !== state.paused) {
            const label = state.paused ? 'Play (space)' : 'Pause (space)';
            this.play.replaceChildren(icon(state.paused ? icons.play : icons.pause));
            this.play.setAttribute('aria-label', label);
            this.play.title = label;
        }
        this.reverse.setAttribute('aria-pressed', state.backward);
        this.speed.textContent = state.speed.trim() || '1x';
        this.draw();
    }

    // Returns the bad ticks: the comparison's first one, and those where the simulation left a
    // recording.
    bad_ticks() {
        const own = this.state ? this.state.sides.map(side => side.diverged) : [];
        return [this.first_bad, ...own].filter(tick => tick !== null && tick !== undefined);
    }

    // Returns the place of a tick, between the ends of the range's own knob.
    x_of(tick, width) {
        const knob = 8;
        const span = Math.max(1, this.end - this.first);
        return knob + (tick - this.first) / span * (width - 2 * knob);
    }

    sized(canvas, height) {
        const scale = window.devicePixelRatio || 1;
        const width = canvas.clientWidth;
        if (canvas.width !== Math.round(width * scale) ||
            canvas.height !== Math.round(height * scale)) {
            canvas.width = Math.round(width * scale);
            canvas.height = Math.round(height * scale);
            canvas.style.height = height + 'px';
        }
        const context = canvas.getContext('2d');
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        return [context, width];
    }

    draw() {
        this.draw_bar();
        this.draw_strips();
    }

    draw_bar() {
        const [context, width] = this.sized(by_id('bar'), 26);
        context.font = '600 13px ui-monospace, "Liberation Mono", monospace';
        context.textAlign = 'center';
        context.fillStyle = color_of('--edge');
        for (const {keyframes} of this.facts) {
            for (const tick of keyframes) context.fillRect(this.x_of(tick, width), 18, 1, 8);
        }
        const sign = (tick, text, color) => {
            context.fillStyle = color;
            context.fillText(text, this.x_of(tick, width), 12);
            context.fillRect(this.x_of(tick, width) - 1, 15, 2, 11);
        };
        for (const {marks} of this.facts) {
            for (const tick of marks) sign(tick, ':', color_of('--faint'));
        }
        for (const {stalls} of this.facts) {
            for (const tick of stalls) sign(tick, '~', color_of('--faint'));
        }
        const {loop_from, loop_to} = this.state;
        if (loop_from !== null) sign(loop_from, 'A', color_of('--accent'));
        if (loop_to !== null) sign(loop_to, 'B', color_of('--accent'));
        if (this.first_other !== null) sign(this.first_other, '<', color_of('--accent'));
        for (const tick of this.bad_ticks()) sign(tick, '!', color_of('--flag'));
    }

    // A recording's strips stand below its own ticks, which may be a part of the bar's.
    strip_span({first_tick, end_tick}, width) {
        return [this.x_of(first_tick, width), this.x_of(end_tick, width)];
    }

    // The strips have the players' colours, which need a dark ground to stand out.
    draw_strips() {
        const rows = this.levels.flatMap((levels, side) => levels === null ? [] :
            this.facts[side].players.map((name, slot) => ({levels, slot, side, name})));
        const height = 15;
        const [context, width] = this.sized(by_id('strips'), Math.max(1, rows.length * height));
        const columns = this.columns;
        const spans = this.facts.map(facts => this.strip_span(facts, width));
        context.font = '11px system-ui, "Liberation Sans", sans-serif';
        rows.forEach(({levels, slot, side, name}, row) => {
            const [from, to] = spans[side];
            const color = 'rgb(' + this.facts[side].colors[slot].join() + ')';
            for (let column = 0; column < columns; ++column) {
                const level = levels[slot * columns + column];
                const left = from + column / columns * (to - from);
                const share = level === 1 ? 0 : level / 255;
                context.fillStyle = level === 1 ? '#3a4550' : color;
                const tall = level === 1 ? 1 : Math.round(share * (height - 4));
                context.fillRect(left, (row + 1) * height - tall - 1, (to - from) / columns + 0.5, tall);
            }
            const label = (this.facts.length > 1 ? 'AB'[side] + ' ' : '') +
                (name ? slot + ' ' + name : 'player ' + slot);
            const wide = context.measureText(label).width;
            context.fillStyle = '#0e1116';
            context.fillRect(8, row * height + 1, wide + 6, height - 2);
            context.fillStyle = color;
            context.fillText(label, 10, row * height + 12);
        });
    }
}
