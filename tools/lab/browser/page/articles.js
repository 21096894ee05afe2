// SPDX-License-Identifier: MIT
// Every loop of the four articles on the two machines above, in virtual time: its code, when it
// updates and draws, and how far its game has come.

const TRACE_MS = 6000;
const STRIP_MS = 400;
const FORMS = ['published', 'repaired'];
// By the letter of a loop.
const ARTICLES = {
    L: ['Koen Witters', 'deWiTTERS Game Loop'],
    G: ['Robert Nystrom', 'Game Programming Patterns: Game Loop'],
    W: ['LWJGL', '3D Game Development with LWJGL 3: The Game Loop'],
    M: ['MDN', 'Anatomy of a video game'],
};
// The purpose of each loop.
const INTENTS = {
    L0: 'Update and draw as often as the processor can.',
    L1: 'Hold one rate for updates and pictures by sleeping what is left of each.',
    L2: 'Tell each update how long the last one took, so that the game keeps up with the clock.',
    L3: 'Update at a constant rate, and draw as many pictures as there is time for.',
    L4: 'Update seldom and draw often, with each picture between two updates.',
    G1: 'Update and draw once, then nap until the next picture is due.',
    G2: 'Update until the game has caught up with the clock, then draw.',
    G3: 'Catch up with the clock, but never by more than a few updates for one picture.',
    G4: 'Wait for a command, carry it out and tell what came of it.',
    G5: 'Let the system call the game whenever an event comes, and when none does.',
    G6: 'Rely on a processor whose speed is known and never changes.',
    G7a: 'Update by one fixed step, draw, then wait until a sixtieth of a second is over.',
    G7b: 'Update by one fixed step, draw, then wait until the screen shows it.',
    W1: 'Update and draw once, then nap until the next picture is due.',
    W2: 'Update by fixed steps and nap by the millisecond until the next picture is due.',
    W3: 'Update by fixed steps and let the screen\'s refresh hold the loop back.',
    M0a: 'Do nothing until the player does something.',
    M0b: 'Do nothing until the player does something or a countdown ends.',
    M1: 'Update and draw once for each refresh of the screen.',
    M1c: 'As M1, with a number by which the loop can be stopped.',
    M2: 'Draw at each refresh, and update at a rate of its own.',
    M3a: 'Update by a timer, and draw at each refresh.',
    M3b: 'Update in another thread by a timer there, and draw at each refresh.',
    M3c: 'Update in another thread, whenever a refresh tells it how much is due.',
    M4: 'Draw more coarsely where there is no time for whole pictures.',
    M5: 'Leave the browser the time for its own work in each refresh.',
};

// A worker's updates are noted when a picture shows them.
function in_order_of_ends(numbers) {
    const rows = [];
    let is_ordered = true;
    for (let i = 0; i < numbers.length; i += 4) {
        is_ordered = is_ordered && (i === 0 || numbers[i - 2] <= numbers[i + 2]);
        rows.push(numbers.subarray(i, i + 4));
    }
    if (is_ordered) return numbers;
    return Float64Array.from(rows.sort((a, b) => a[2] - b[2]).flatMap(row => [...row]));
}

// Everything that a loop did on one machine.
class Trace {
    constructor(lab, number, is_repaired, {update, picture, hz}) {
        const count = lab.lab_trace(number, is_repaired ? 1 : 0, update, picture, hz, TRACE_MS);
        this.numbers = in_order_of_ends(answer_of(lab, count * 4));
        this.count = count;
    }
    // How many of the things that it did, in order, had ended before that time.
    ended_before(time) {
        let low = 0;
        let high = this.count;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.numbers[4 * middle + 2] < time) low = middle + 1;
            else high = middle;
        }
        return low;
    }
    // [is a picture, begin, end] of what touches this stretch.
    *between(from, to) {
        for (let i = this.ended_before(from); i < this.count; ++i) {
            const [kind, begin, end] = this.numbers.subarray(4 * i, 4 * i + 3);
            if (begin > to) return;
            yield [kind === 1, begin, end];
        }
    }
    // Returns what the last finished picture shows.
    shown_at(time) {
        let i = this.ended_before(time) - 1;
        while (i >= 0 && this.numbers[4 * i] !== 1) --i;
        return i < 0 ? 0 : this.numbers[4 * i + 3];
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
            const group = element('optgroup', '', {label: article.join(', ')});
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
        const {id, constants, limit, remedy} = this.loop;
        const is_published = this.form === 'published';
        by_id('loop_words').textContent = about;
        by_id('loop_words').hidden = !about;
        const facts = [['article', ARTICLES[id[0]].join(', ')], ['intent', INTENTS[id]],
            ['constants', constants || 'none'],
            is_published ? ['its limit', limit] : ['once repaired', remedy]];
        by_id('loop_facts').replaceChildren(...facts.map(([name, text]) => {
            const row = element('tr');
            row.append(element('th', name, {scope: 'row'}), element('td', text));
            return row;
        }));
        this.play_ahead();
    }

    play_ahead() {
        this.traces = this.playground.machines.map(machine =>
            new Trace(this.stage.lab, this.loop.number, this.form === 'repaired', machine));
        this.traces.forEach((trace, machine) => {
            by_id('AB'[machine] + '_told').textContent = 'AB'[machine] + ': ' +
                text_of(trace.updates() * 1000 / TRACE_MS) + ' updates and ' +
                text_of(trace.pictures() * 1000 / TRACE_MS) + ' pictures a second, speed of the ' +
                'game: ' + speed_text(trace.simulated() / TRACE_MS);
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
    const painted = [0, 0];  // up to there
    for (const [is_picture, begin, end] of trace.between(from, from + STRIP_MS)) {
        if (place(end) < painted[is_picture ? 1 : 0] + 0.5) continue;
        painted[is_picture ? 1 : 0] = place(end);
        context.fillStyle = color_of(is_picture ? '--faint' : arm === 'fixed' ? '--fixed' : '--variable');
        const left = place(begin);
        context.fillRect(left, rows[is_picture ? 1 : 0], Math.max(1.5, place(end) - left - 0.5), 11);
    }
    context.fillStyle = color_of('--text');
    context.fillRect(place(time) - 0.5, rows[0] - 4, 1, 31);
}
