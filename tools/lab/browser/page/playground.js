// SPDX-License-Identifier: MIT
// Two machines to play with, side by side, each with a variable step and with a fixed tick. The
// lab's module plays them ahead in virtual time; here they are drawn.

const SCENE = ['begin_ms', 'end_ms', 'simulated_ms', 'updates', 'bullet_px', 'flight', 'jump',
    'apex', 'spring', 'farthest', 'drift', 'state'];
const STATE_FROM = SCENE.indexOf('simulated_ms');  // before it: when the machine drew it
const FLYING = 1;
const STUCK = 2;
const WINDOW_MS = 12000;
const WALL_UNITS = 2.2;
// In the game's time, ms.
const JUMPS_FROM = 200;
const JUMPS_EVERY = 1500;
const jump_number = scene => Math.floor((scene.simulated_ms - JUMPS_FROM) / JUMPS_EVERY);
const ARMS = ['variable', 'fixed'];

const COSTS_UPDATE = [0.1, 0.5, 1, 2, 4, 8, 12, 16, 20, 25, 30, 40, 50, 60];
const COSTS_PICTURE = [0.1, 1, 2, 4, 6, 9, 12, 16, 24, 32, 48, 64, 80, 96, 120, 160];
const RATES = [24, 30, 50, 60, 75, 100, 120, 144, 240];
const FAST = {update: 1, picture: 9, hz: 60};
// Px. In a tick the bullet flies 38: it skips the thin wall, whatever the machine.
const THICK = 40;
const THIN = 20;
// Two machines, what to look at, and how thick the bullet's wall is.
const PRESETS = {
    'fast and slow': [[FAST, {update: 4, picture: 96, hz: 60}],
        'B draws ten pictures a second. With a variable step each of its updates is 100 ms long: ' +
        'its jump ends in the wall, its bullet skips the other and its spring flies off.', THICK],
    'two screens': [[{update: 1, picture: 1, hz: 144}, {update: 1, picture: 1, hz: 30}],
        'Both machines have time to spare, but A\'s screen refreshes at 144 Hz and B\'s at 30 Hz. ' +
        'With a variable step that is enough to play two games.', THICK],
    'the same twice': [[FAST, FAST],
        'Two equal machines differ in nothing. Now move B\'s refresh by one step, or make its ' +
        'picture longer until the pictures a second drop.', THICK],
    'an update too long': [[FAST, {update: 30, picture: 9, hz: 60}],
        'On B an update of a 20 ms tick takes 30 ms. With a fixed tick its game slows down, and is ' +
        'still the same game at each tick.', THICK],
    'a thin wall': [[FAST, {update: 4, picture: 32, hz: 60}],
        'A tick is too long for a wall of 20 px: with a fixed tick the bullet goes through it on ' +
        'both machines. With a variable step only B has that flaw.', THIN],
};

// A machine in one arm, played ahead.
class Film {
    constructor(lab, is_fixed, {update, picture, hz}, wall_px) {
        this.count = lab.lab_play(is_fixed ? 1 : 0, update, picture, hz, WINDOW_MS, wall_px);
        this.numbers = answer_of(lab, this.count * SCENE.length);
        this.apexes = new Map();  // by the number of the jump
        for (let place = 0; place < this.count; ++place) {
            const scene = this.scene(place);
            const number = jump_number(scene);
            this.apexes.set(number, Math.max(this.apexes.get(number) || 0, scene.apex));
        }
    }
    scene(place) {
        const from = place * SCENE.length;
        return Object.fromEntries(SCENE.map((name, i) => [name, this.numbers[from + i]]));
    }
    // True if its jump is too low for the wall, and ends there.
    is_stopped(scene) { return this.apexes.get(jump_number(scene)) < WALL_UNITS; }
    end_of(place) { return this.numbers[place * SCENE.length + 1]; }
    // Returns what the picture shows, without when it was drawn.
    shown(place) {
        return this.numbers.subarray(place * SCENE.length + STATE_FROM, (place + 1) * SCENE.length);
    }
    // True if both show the same states, as far as the shorter goes.
    plays_as(other) {
        for (let place = 0; place < Math.min(this.count, other.count); ++place) {
            const theirs = other.shown(place);
            if (!this.shown(place).every((each, i) => each === theirs[i])) return false;
        }
        return true;
    }
    // The picture that is on the screen at that time; null before the first.
    at(time) {
        const place = this.place_at(time);
        if (place < 0) return null;
        const scene = this.scene(place);
        return {...scene, trail: this.trail(place), is_stopped: this.is_stopped(scene)};
    }
    // Those before it of the same jump and the same shot.
    trail(place) {
        const trail = [];
        for (let i = place - 1; i >= 0 && i > place - 150; --i) trail.push(this.scene(i));
        return trail;
    }
    place_at(time) {
        let low = 0;
        let high = this.count;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.end_of(middle) <= time) low = middle + 1;
            else high = middle;
        }
        return low - 1;
    }
    // State by the number of ticks before it.
    states() {
        const states = new Map();
        for (let i = 0; i < this.count; ++i) {
            const {updates, state} = this.scene(i);
            states.set(updates, state);
        }
        return states;
    }
    last() { return this.count > 0 ? this.scene(this.count - 1) : null; }
    // The jump that was jumped in full: how high; null if there was none.
    apex() {
        for (let i = this.count - 1; i >= 0; --i) {
            const scene = this.scene(i);
            if (scene.jump === 0 && scene.apex > 0) return scene.apex;
        }
        return null;
    }
    // The game's time by the machine's; 1 is full speed.
    speed() { return this.count > 0 ? this.last().simulated_ms / this.last().begin_ms : 0; }
    // Says in words what became of the bullets.
    shots() {
        const seen = new Set();
        for (let i = 0; i < this.count; ++i) seen.add(this.scene(i).flight);
        return seen.has(STUCK) ? (seen.has(3) ? 'hits or misses' : 'hits the wall')
            : seen.has(3) ? 'goes through the wall' : 'never arrives';
    }
}

class Playground {
    constructor(stage) {
        Object.assign(this, {stage, lab: stage.lab});
        this.preset = 'fast and slow';
        this.take_preset();
        this.speed = 1;
        this.time = 0;
        this.before = null;
        this.on_machines = () => {};
        this.on_draw = () => {};
        this.is_paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.make_controls();
        this.play_ahead();
        requestAnimationFrame(now => this.frame(now));
    }

    make_controls() {
        for (const name of Object.keys(PRESETS)) {
            const button = element('button', name);
            button.onclick = () => {
                this.preset = name;
                this.take_preset();
                this.show_sliders();
                this.play_ahead();
            };
            by_id('presets').append(button);
        }
        this.sliders = [0, 1].map(machine => ({
            update: this.slider(machine, 'update', 'an update takes', COSTS_UPDATE, 'ms'),
            picture: this.slider(machine, 'picture', 'a picture takes', COSTS_PICTURE, 'ms'),
            hz: this.slider(machine, 'hz', 'the screen refreshes at', RATES, 'Hz'),
        }));
        this.show_sliders();
        by_id('pause').onclick = () => this.toggle();
        by_id('again').onclick = () => { this.time = 0; this.is_paused = false; this.show_pause(); };
        by_id('slow').onchange = () => { this.speed = Number(by_id('slow').value); };
        by_id('wall').onchange = () => {
            this.wall_px = Number(by_id('wall').value);
            this.preset = null;
            this.show_sliders();
            this.play_ahead();
        };
        this.show_pause();
    }

    take_preset() {
        const [machines, , wall_px] = PRESETS[this.preset];
        this.machines = machines.map(machine => ({...machine}));
        this.wall_px = wall_px;
    }

    slider(machine, name, words, steps, unit) {
        const id = 'AB'[machine] + '_' + name;
        const label = element('label', words + ' ', {for: id});
        const value = element('b', '', {id: id + '_value'});
        const input = element('input', '', {type: 'range', min: 0, max: steps.length - 1, step: 1, id});
        input.oninput = () => {
            this.machines[machine][name] = steps[Number(input.value)];
            this.preset = null;
            this.show_sliders();
            this.play_ahead();
        };
        label.append(value);
        by_id('sliders_' + 'AB'[machine]).append(label, input);
        return {input, value, steps, unit};
    }

    show_sliders() {
        for (const button of by_id('presets').children) {
            button.setAttribute('aria-pressed', button.textContent === this.preset);
        }
        if (this.preset) by_id('preset_words').textContent = PRESETS[this.preset][1];
        by_id('wall').value = this.wall_px;
        this.sliders.forEach((sliders, machine) => {
            for (const [name, {input, value, steps, unit}] of Object.entries(sliders)) {
                const number = this.machines[machine][name];
                input.value = steps.indexOf(number);
                value.textContent = number + ' ' + unit;
                input.setAttribute('aria-valuetext', number + ' ' + unit);
            }
        });
    }

    toggle() {
        this.is_paused = !this.is_paused;
        this.show_pause();
    }
    show_pause() { by_id('pause').textContent = this.is_paused ? 'Go on' : 'Pause'; }

    play_ahead() {
        this.films = this.machines.map(machine => ({
            variable: new Film(this.lab, false, machine, this.wall_px),
            fixed: new Film(this.lab, true, machine, this.wall_px)}));
        this.time = 0;
        this.show_outcome();
        this.on_machines();
        this.draw();
    }

    frame(now) {
        const passed = this.before === null ? 0 : now - this.before;
        this.before = now;
        const is_still = this.is_paused || this.stage.running > 0;
        // A page that was hidden goes on where it was.
        if (!is_still) this.time = (this.time + Math.min(passed, 100) * this.speed) % WINDOW_MS;
        if (!is_still || this.is_stale) this.draw();
        requestAnimationFrame(later => this.frame(later));
    }

    draw() {
        this.is_stale = false;
        for (const arm of ARMS) {
            const scenes = this.films.map(films => films[arm].at(this.time));
            scenes.forEach((scene, machine) => {
                draw_scene(by_id('AB'[machine] + '_' + arm), arm, scene, scenes[1 - machine],
                    this.wall_px);
            });
        }
        this.on_draw(this.time);
        by_id('clock').textContent = (this.time / 1000).toFixed(2) + ' s';
    }

    // ---- In words, below

    show_outcome() {
        const films = [this.films[0].variable, this.films[1].variable, this.films[0].fixed,
            this.films[1].fixed];
        const rows = [
            ['pictures a second', film => text_of(film.count * 1000 / WINDOW_MS)],
            ['speed of the game', film => speed_text(film.speed())],
            ['the bullet', film => film.shots()],
            ['the jump', film => jump_text(film.apex())],
            ['the spring swings to', film => compact(film.last().farthest) +
                (film.last().farthest > 1.05 ? ' (should be 1)' : '')],
            ['rounding: a car at 1 unit a second is off by', film => compact(film.last().drift)],
        ];
        by_id('outcome').replaceChildren(...rows.map(([name, value]) => {
            const row = element('tr');
            row.append(element('th', name, {scope: 'row'}), ...films.map(film =>
                element('td', film.count > 0 ? value(film) : '-')));
            return row;
        }));
        by_id('verdict_variable').textContent = this.variable_verdict(films[0], films[1]);
        by_id('verdict_fixed').textContent = this.fixed_verdict(films[2], films[3]) +
            [0, 1].map(machine => this.picture_words(machine)).join('');
    }

    // Why a machine draws fewer pictures with a fixed tick, where it does.
    picture_words(machine) {
        const {variable, fixed} = this.films[machine];
        const due = fixed.count > 0 ? fixed.last().updates / fixed.count : 0;
        if (fixed.count >= 0.99 * variable.count || due <= 1.05) return '';
        return ' ' + 'AB'[machine] + ' draws fewer pictures than with a variable step: before each ' +
            'come ' + text_of(due, 1) + ' updates of ' + this.machines[machine].update +
            ' ms, not one.';
    }

    variable_verdict(a, b) {
        if (a.plays_as(b)) {
            const [first, second] = this.machines.map(machine => JSON.stringify(machine));
            return first === second ? 'Variable step: two equal machines play the same.'
                : 'Variable step: one game, as long as the pictures of both come at the same ' +
                    'refreshes: their steps are as long then.';
        }
        const parts = [];
        const jumps = [a, b].map(film => film.apex());
        if (!jumps.includes(null) && (jumps[0] >= WALL_UNITS) !== (jumps[1] >= WALL_UNITS)) {
            parts.push('one clears the wall and the other does not');
        }
        if (a.shots() !== b.shots()) parts.push('the bullet ' + a.shots() + ' on A, on B it ' + b.shots());
        const [far, near] = [Math.max(a.last().farthest, b.last().farthest),
            Math.min(a.last().farthest, b.last().farthest)];
        if (far > 2 * near) parts.push('a spring tears itself apart');
        return 'Variable step: two games. ' +
            (parts.length > 0 ? sentence(parts.join('; ')) : differences(a, b)) + '.';
    }

    fixed_verdict(a, b) {
        const others = b.states();
        let common = 0;
        let equal = 0;
        for (const [tick, state] of a.states()) {
            if (!others.has(tick)) continue;
            ++common;
            if (others.get(tick) === state) ++equal;
        }
        const is_one = equal === common;
        const is_slow = [a, b].some(film => film.speed() < FULL_SPEED);
        return 'Fixed tick: ' + (is_one ? 'one game. ' : 'two games. ') +
            'Of ' + common + ' ticks that both machines show, ' + equal + ' have the same state' +
            (is_slow ? '; where there is not enough time the game slows down instead.' : '.') +
            (is_one && a.shots() === b.shots() ? ' The bullet ' + a.shots() +
                ' on both: the same game.' : '');
    }
}

// Returns what differs between two games where nothing breaks: A's figures and B's.
function differences(a, b) {
    const figures = [['jump', film => film.apex()], ['spring', film => film.last().farthest]]
        .map(([name, value]) => [name, value(a), value(b)])
        .filter(([, ofA, ofB]) => ofA !== null && ofB !== null && ofA !== ofB);
    return figures.length === 0 ? 'They differ on the way and come to the same figures'
        : 'On A and on B: ' + figures.map(([name, ...two]) => name + ' ' + apart(...two)).join(', ');
}

// Two numbers with as many digits as it takes to tell them apart, two at least.
function apart(a, b) {
    const small = Math.max(Math.abs(a), Math.abs(b)) < 1e-3;
    for (let digits = small ? 1 : 2; digits < 16; ++digits) {
        const texts = [a, b].map(each => small ? each.toExponential(digits) : each.toFixed(digits));
        if (texts[0] !== texts[1]) return texts.join(' / ');
    }
    return a + ' / ' + b;
}

// A game that is late by less than a picture is not slow.
const FULL_SPEED = 0.99;
function speed_text(speed) {
    if (speed >= FULL_SPEED && speed < 1.01) return 'full';
    return speed < 1 ? text_of(100 * speed, 0) + ' %' : text_of(speed, 2) + ' times as fast';
}

function jump_text(apex) {
    if (apex === null) return 'not over yet';
    return apex.toFixed(2) + (apex >= WALL_UNITS ? ', over the wall' : ', into the wall');
}

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);
function compact(number) {
    if (number === 0) return '0';
    const size = Math.abs(number);
    return size >= 1e5 || size < 1e-3 ? number.toExponential(1) : text_of(number, 3);
}

// ---- Pictures

function sized(canvas) {
    const ratio = devicePixelRatio || 1;
    const width = Math.round(canvas.clientWidth * ratio);
    const height = Math.round(canvas.clientHeight * ratio);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, {width, height});
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, canvas.clientWidth, canvas.clientHeight);
    return [context, canvas.clientWidth, canvas.clientHeight];
}

// This machine's body filled, the other's as an outline: a disc with fixed ticks, a square with a
// variable step, so that neither is told by colour alone.
function body(context, arm, x, y, size, is_ghost) {
    const color = color_of(arm === 'fixed' ? '--fixed' : '--variable');
    context.beginPath();
    if (arm === 'fixed') context.arc(x, y, size, 0, 7);
    else context.rect(x - size, y - size, 2 * size, 2 * size);
    context.lineWidth = 1.5;
    context.strokeStyle = is_ghost ? color_of('--faint') : color;
    context.fillStyle = color;
    if (is_ghost) context.stroke();
    else context.fill();
}

// Where each picture before this one showed it.
function dots(context, arm, places) {
    context.fillStyle = color_of(arm === 'fixed' ? '--fixed' : '--variable');
    context.globalAlpha = 0.45;
    for (const [x, y] of places) {
        context.beginPath();
        if (arm === 'fixed') context.arc(x, y, 2, 0, 7);
        else context.rect(x - 2, y - 2, 4, 4);
        context.fill();
    }
    context.globalAlpha = 1;
}

function words(context, text, x, y, align = 'left') {
    context.font = '12px system-ui, "Liberation Sans", sans-serif';
    context.textAlign = align;
    context.fillStyle = color_of('--faint');
    context.fillText(text, x, y);
}

function line(context, ...points) {
    context.strokeStyle = color_of('--edge');
    context.lineWidth = 1;
    context.beginPath();
    points.forEach(([x, y], i) => i === 0 ? context.moveTo(x, y) : context.lineTo(x, y));
    context.stroke();
}

function draw_scene(canvas, arm, scene, other, wall_px) {
    const [context, width, height] = sized(canvas);
    if (width === 0) return;
    const lane = Math.round(height * 0.3);
    const middle = Math.round(width * 0.6);
    draw_bullet(context, arm, scene, other, width, lane, wall_px);
    draw_jump(context, arm, scene, other, [0, lane, middle, height]);
    draw_spring(context, arm, scene, other, [middle, lane, width, height]);
    if (!scene) words(context, 'the first picture is not ready', 8, 34);
}

function draw_bullet(context, arm, scene, other, width, bottom, wall_px) {
    const x_of = px => 14 + px / 960 * (width - 28);
    const y = bottom * 0.62;
    line(context, [0, bottom], [width, bottom]);
    line(context, [x_of(0), y + 9], [x_of(960), y + 9]);
    context.fillStyle = color_of('--edge');
    context.fillRect(x_of(500), 14, Math.max(3, x_of(500 + wall_px) - x_of(500)), bottom - 14);
    words(context, 'bullet', 6, 14);
    if (scene) {
        const shot = scene.trail.findIndex(each => each.flight < FLYING ||
            each.bullet_px > scene.bullet_px);
        dots(context, arm, scene.trail.slice(0, shot < 0 ? undefined : shot)
            .map(each => [x_of(each.bullet_px), y]));
    }
    for (const [each, is_ghost] of [[other, true], [scene, false]]) {
        if (!each || each.flight < FLYING) continue;
        body(context, arm, x_of(Math.min(each.bullet_px, 970)), y, 5, is_ghost);
        if (!is_ghost && each.flight === STUCK) words(context, 'hit', x_of(510 + wall_px), 14);
        if (!is_ghost && each.flight > STUCK) words(context, 'through', x_of(510 + wall_px), 14);
    }
}

// Along the way of one jump of a second; the wall stands where the apex should be.
function draw_jump(context, arm, scene, other, [left, top, right, bottom]) {
    const floor = bottom - 16;
    const unit = (floor - top - 26) / 2.7;
    const x_of = part => left + 16 + part * (right - left - 32);
    const wall = x_of(0.5);
    line(context, [left, floor + 6], [right, floor + 6]);
    context.fillStyle = color_of('--edge');
    context.fillRect(wall - 3, floor + 6 - WALL_UNITS * unit, 6, WALL_UNITS * unit);
    words(context, 'jump', left + 6, top + 14);
    const part_of = each => Math.min(1, Math.max(0, (each.simulated_ms - JUMPS_FROM) % JUMPS_EVERY / 1000));
    // Whoever jumps too low comes down on this side of the wall.
    const place_of = (each, is_stopped) => [
        Math.min(x_of(each.simulated_ms < JUMPS_FROM ? 0 : part_of(each)),
            is_stopped ? wall - 3 - 6 : Infinity), floor - each.jump * unit];
    if (scene) {
        dots(context, arm, scene.trail.filter(each => jump_number(each) === jump_number(scene) &&
            each.jump > 0).map(each => place_of(each, scene.is_stopped)));
    }
    for (const [each, is_ghost] of [[other, true], [scene, false]]) {
        if (!each) continue;
        body(context, arm, ...place_of(each, each.is_stopped), 6, is_ghost);
        if (!is_ghost && is_apex_reached(each)) {
            words(context, 'apex ' + each.apex.toFixed(2) + (each.is_stopped ? ', hits' : ''),
                right - 8, top + 14, 'right');
        }
    }
}

// Once an update has not made it higher.
function is_apex_reached(scene) {
    const before = scene.trail.find(each => each.updates < scene.updates);
    return scene.apex > 0 && (scene.jump === 0 || (before && before.apex === scene.apex));
}

function draw_spring(context, arm, scene, other, [left, top, right, bottom]) {
    const centre = (top + bottom) / 2 + 6;
    const swing = (bottom - top) / 2 - 22;
    const x = left + 0.62 * (right - left);
    line(context, [left, top], [left, bottom]);
    line(context, [left + 14, centre], [right - 14, centre]);
    words(context, 'spring', left + 6, top + 14);
    for (const [each, is_ghost] of [[other, true], [scene, false]]) {
        if (!each) continue;
        const is_gone = Math.abs(each.spring) > 1.35;
        const y = centre - Math.sign(each.spring) * Math.min(Math.abs(each.spring), 1.35) * swing / 1.2;
        if (!is_ghost) coil(context, x, top + 20, y);
        body(context, arm, x, y, 6, is_ghost);
        if (!is_ghost && is_gone) {
            // Beside the way of both bodies, which may be at either end.
            words(context, 'at ' + (Math.abs(each.spring) < 100 ? each.spring.toFixed(1)
                : each.spring.toExponential(0)), left + 6, bottom - 20);
            words(context, '(1 at most)', left + 6, bottom - 6);
        }
    }
}

function coil(context, x, from, to) {
    const turns = 9;
    const points = [];
    for (let i = 0; i <= turns; ++i) {
        points.push([x + (i === 0 || i === turns ? 0 : i % 2 ? 7 : -7), from + (to - from) * i / turns]);
    }
    line(context, ...points);
}
