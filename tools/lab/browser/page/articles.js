// SPDX-License-Identifier: MIT
// Every loop of the four articles on the two machines above, in virtual time: its code, when it
// updates and draws, and how far its game has come.

const TRACE_MS = 6000;
const STRIP_MS = 400;
const FORMS = ['published', 'repaired'];
const ARTICLES = {L: 'Witters', G: 'Game Programming Patterns', W: 'LWJGL', M: 'MDN'};

// What a loop did on one machine.
class Trace {
    constructor(lab, number, is_repaired, {update, picture, hz}) {
        const count = lab.lab_trace(number, is_repaired ? 1 : 0, update, picture, hz, TRACE_MS);
        this.numbers = answer_of(lab, count * 4);
        this.count = count;
    }
    // [is a picture, begin, end] of what touches this stretch.
    *between(from, to) {
        for (let i = 0; i < this.count; ++i) {
            const begin = this.numbers[4 * i + 1];
            const end = this.numbers[4 * i + 2];
            if (end >= from && begin <= to) yield [this.numbers[4 * i] === 1, begin, end];
        }
    }
    // What the last finished picture shows.
    shown_at(time) {
        let shown = 0;
        for (let i = 0; i < this.count; ++i) {
            if (this.numbers[4 * i] === 1 && this.numbers[4 * i + 2] <= time) shown = this.numbers[4 * i + 3];
        }
        return shown;
    }
    pictures() {
        let pictures = 0;
        for (let i = 0; i < this.count; ++i) pictures += this.numbers[4 * i];
        return pictures;
    }
    updates() { return this.count - this.pictures(); }
    simulated() { return this.count > 0 ? this.numbers[4 * this.count - 1] : 0; }
}

// The comment above the first function as one paragraph, and the rest.
function parted(code) {
    const lines = code.split('\n');
    const count = lines.findIndex(each => !each.startsWith('// '));
    return [lines.slice(0, count).map(each => each.slice(3)).join(' '), lines.slice(count).join('\n')];
}

class Articles {
    constructor(stage, playground) {
        Object.assign(this, {stage, playground, form: 'published'});
        const choice = by_id('loop');
        for (const [letter, article] of Object.entries(ARTICLES)) {
            const group = element('optgroup', '', {label: article});
            group.append(...stage.inventory.filter(loop => loop.id.startsWith(letter)).map(loop =>
                element('option', loop.id + '  ' + loop.name, {value: loop.number})));
            choice.append(group);
        }
        choice.onchange = () => this.show();
        for (const form of FORMS) {
            by_id('form_' + form).onclick = () => { this.form = form; this.show(); };
        }
        playground.on_machines = () => this.play_ahead();
        playground.on_draw = time => this.draw(time);
        this.show();
    }

    show() {
        this.loop = this.stage.inventory[Number(by_id('loop').value)];
        for (const form of FORMS) by_id('form_' + form).setAttribute('aria-pressed', form === this.form);
        const [about, code] = parted(LAB_CODE[this.loop.id][this.form]);
        by_id('loop_code').textContent = code;
        by_id('loop_words').textContent = (about ? about + ' ' : '') + (this.form === 'published'
            ? sentence(this.loop.constants ? this.loop.constants + '. ' : '') +
                'Its limit: ' + this.loop.limit + '.'
            : 'Once repaired: ' + this.loop.remedy + '.');
        this.play_ahead();
    }

    play_ahead() {
        this.traces = this.playground.machines.map(machine =>
            new Trace(this.stage.lab, this.loop.number, this.form === 'repaired', machine));
        this.traces.forEach((trace, machine) => {
            by_id('AB'[machine] + '_told').textContent = 'AB'[machine] + ': ' +
                text_of(trace.updates() * 1000 / TRACE_MS) + ' updates and ' +
                text_of(trace.pictures() * 1000 / TRACE_MS) + ' pictures a second, the game runs at ' +
                text_of(trace.simulated() / TRACE_MS, 2) + ' of its speed';
        });
        this.draw(this.playground.time);
    }

    draw(time) {
        const at = time % TRACE_MS;
        this.traces.forEach((trace, machine) =>
            draw_trace(by_id('AB'[machine] + '_loop'), trace, at, this.form));
    }
}

// Above the walker, as the last picture shows it, beside one whose time passes as it should; below
// the updates and pictures of 400 ms.
function draw_trace(canvas, trace, time, form) {
    const [context, width, height] = sized(canvas);
    if (width === 0) return;
    const arm = form === 'repaired' ? 'fixed' : 'variable';
    const lane = Math.round(height * 0.42);
    const x_of = simulated => 14 + simulated % 2000 / 2000 * (width - 28);
    line(context, [10, lane - 8], [width - 10, lane - 8]);
    body(context, arm, x_of(time), lane - 17, 6, true);
    body(context, arm, x_of(trace.shown_at(time)), lane - 17, 6, false);
    const from = Math.floor(time / STRIP_MS) * STRIP_MS;
    const place = at => 10 + Math.min(1, Math.max(0, (at - from) / STRIP_MS)) * (width - 20);
    const rows = [height - 30, height - 16];
    words(context, 'updates', 10, lane + 14);
    words(context, 'and pictures of ' + STRIP_MS + ' ms', 62, lane + 14);
    for (const [is_picture, begin, end] of trace.between(from, from + STRIP_MS)) {
        context.fillStyle = color_of(is_picture ? '--faint' : arm === 'fixed' ? '--fixed' : '--variable');
        const left = place(begin);
        context.fillRect(left, rows[is_picture ? 1 : 0], Math.max(1.5, place(end) - left - 0.5), 11);
    }
    context.fillStyle = color_of('--text');
    context.fillRect(place(time) - 0.5, rows[0] - 4, 1, 31);
}
