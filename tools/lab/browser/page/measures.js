// SPDX-License-Identifier: MIT
// Measures this browser: its refresh, its clock, its timers hidden and shown, and the claims that
// it can decide.

const median = numbers => {
    const sorted = [...numbers].sort((a, b) => a - b);
    return sorted.length ? sorted[sorted.length >> 1] : 0;
};
const mean = numbers => numbers.length ? numbers.reduce((a, b) => a + b, 0) / numbers.length : 0;
const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
const text_of = (number, digits = 1) => String(Number(number.toFixed(digits)));

// The time stamps of so many refreshes.
function refreshes(count) {
    return new Promise(done => {
        const times = [];
        const next = now => {
            times.push(now);
            if (times.length > count) done(times);
            else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
    });
}

async function measured_refresh(count) {
    const times = await refreshes(count);
    const gaps = times.slice(1).map((time, i) => time - times[i]);
    return {times, gaps, hz: 1000 / median(gaps)};
}

// ---- What holds of any page

// How much a clock shows by its smallest step, and how many of 2000 looks, 20 to a millisecond,
// show no time at all.
function clock_facts(now) {
    let step = Infinity;
    let still = 0;
    let before = now();
    for (let i = 0; i < 2000; ++i) {
        work(0.05);
        const time = now();
        if (time === before) ++still;
        else step = Math.min(step, time - before);
        before = time;
    }
    return {step, still: still / 2000};
}

// Refreshes per callback when the next is asked for before work of that length, or after it.
async function pace_of_asking(is_first, work_ms, count) {
    return new Promise(done => {
        const times = [];
        const main = now => {
            times.push(now);
            if (times.length > count) return done(mean(times.slice(1).map((t, i) => t - times[i])));
            if (is_first) requestAnimationFrame(main);
            work(work_ms);
            if (!is_first) requestAnimationFrame(main);
        };
        requestAnimationFrame(main);
    });
}

// Two callbacks of one refresh: whether they get one time, and in which order they come.
function order_of_callbacks() {
    return new Promise(done => {
        requestAnimationFrame(() => {
            const heard = [];
            const hear = name => now => {
                heard.push([name, now]);
                work(3);
                if (heard.length === 3) {
                    done({order: heard.map(each => each[0]).join(' '),
                        one_time: heard.every(each => each[1] === heard[0][1])});
                }
            };
            for (const name of ['first', 'second', 'third']) requestAnimationFrame(hear(name));
        });
    });
}

// A timer of 5 ms beside callbacks that are busy for most of a refresh: how often it comes.
async function timer_beside(busy_ms, window_ms) {
    let fired = 0;
    let is_on = true;
    const timer = setInterval(() => ++fired, 5);
    const main = () => {
        if (is_on) requestAnimationFrame(main);
        work(busy_ms);
    };
    requestAnimationFrame(main);
    await pause(window_ms);
    is_on = false;
    clearInterval(timer);
    return fired * 1000 / window_ms;
}

// Cancelling, as C75 asks. Each number counts callbacks that came although they should not, but for
// `newer`, which should.
async function cancelling() {
    const seen = {outside: 0, inside: 0, twice: 0, newer: 0};
    const frames = count => refreshes(count);
    cancelAnimationFrame(requestAnimationFrame(() => ++seen.outside));
    await frames(2);
    await new Promise(done => {
        let victim = 0;
        requestAnimationFrame(() => cancelAnimationFrame(victim));
        victim = requestAnimationFrame(() => ++seen.inside);
        frames(2).then(done);
    });
    const old = requestAnimationFrame(() => ++seen.twice);
    cancelAnimationFrame(old);
    cancelAnimationFrame(old);
    requestAnimationFrame(() => ++seen.newer);
    cancelAnimationFrame(old);
    await frames(2);
    return seen;
}

// ---- Hidden

// Hides this page by another tab that closes itself. False where the browser opens none, or where
// this page is seen all the same for as long as the other one is there.
async function hide_by_tab(length_ms) {
    const away = open('lab.html#away=' + length_ms, '_blank');
    if (!away) return false;
    while (!document.hidden && !away.closed) await pause(20);
    return document.hidden;
}

function until_shown() {
    return new Promise(done => {
        if (!document.hidden) return done();
        const listener = () => {
            if (document.hidden) return;
            document.removeEventListener('visibilitychange', listener);
            done();
        };
        document.addEventListener('visibilitychange', listener);
    });
}

const HIDDEN_LOOPS = [['M1', 'published'], ['M2', 'published'], ['M2', 'repaired'],
    ['M3a', 'published'], ['M3a', 'repaired'], ['M3b', 'published'], ['M3b', 'repaired'],
    ['M3c', 'published'], ['M3c', 'repaired']];

// When `hide` (a promise of whether it did) hid the page and when it was shown again; null where it
// was not.
async function hidden_span(hide, shown_ms) {
    let hidden_at = null;
    let shown_at = null;
    const note = () => {
        if (document.hidden) hidden_at = hidden_at ?? performance.now();
        else if (hidden_at !== null) shown_at = shown_at ?? performance.now();
    };
    await pause(shown_ms);
    document.addEventListener('visibilitychange', note);
    try {
        if (await hide()) {
            await until_shown();
            await refreshes(3);
            await pause(shown_ms);
        }
    } finally {
        document.removeEventListener('visibilitychange', note);
    }
    return hidden_at === null || shown_at === null ? null : {hidden_at, shown_at};
}

// Once each run has played a tick and the probe has spoken: how long a worker takes to start is the
// machine's business, and none of it belongs to the time hidden.
async function all_begun(runs, seen) {
    const patience_ms = 60000;
    const end = performance.now() + patience_ms;
    while (seen.worker.length === 0 || !runs.every(run => run.meter && run.meter.updates > 0)) {
        if (performance.now() > end) {
            throw new Error(`The loops did not begin within ${patience_ms} ms.`);
        }
        await pause(20);
    }
}

// Only its failure: what lasts may go on as long as it likes.
const failure_of = promise => new Promise((_, fail) => promise.catch(fail));

// Runs the loops that differ while hidden, all at once and with little work, while `hide` hides the
// page; what each did meanwhile and just afterwards. `hide` is told of the runs and of what was seen
// so far, so that it can stay away until something has happened.
async function hidden_figures(stage, hide, shown_ms) {
    const light = {update_ms: 0.1, picture_ms: 0.1, window_ms: 600000, presses: []};
    const runs = HIDDEN_LOOPS.map(([id, form]) => new LoopRun(stage, id, form, light));
    const probe = stage.new_worker();
    const seen = {frames: [], timer: [], worker: []};
    probe.onmessage = ({data}) => seen.worker.push(data - performance.timeOrigin);
    probe.postMessage({probe: true, interval_ms: TICK_MS});
    const timer = setInterval(() => seen.timer.push(performance.now()), TICK_MS);
    let is_on = true;
    const look = () => {
        seen.frames.push(performance.now());
        if (is_on) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    let span = null;
    try {
        const failures = runs.map(run => failure_of(run.begin()));
        const begun = all_begun(runs, seen);
        span = await Promise.race([
            begun.then(() => hidden_span(() => hide(runs, seen), shown_ms)), ...failures]);
    } finally {
        is_on = false;
        clearInterval(timer);
        probe.terminate();
        for (const run of runs) run.end();
    }
    if (span === null) return null;
    const {hidden_at, shown_at} = span;
    const inside = times => times.filter(time => time > hidden_at && time <= shown_at).length;
    const gaps = times => times.slice(1).map((time, i) => time - times[i]);
    const timer_inside = seen.timer.filter(time => time > hidden_at && time <= shown_at);
    return {
        length_ms: shown_at - hidden_at,
        frames: inside(seen.frames), timer: inside(seen.timer), worker: inside(seen.worker),
        timer_gap_ms: Math.max(0, ...gaps(timer_inside)),
        loops: runs.map(run => hidden_row(run, hidden_at, shown_at)),
    };
}

function hidden_row(run, hidden_at, shown_at) {
    const {update_times, frame_times, states} = run.meter;
    const first_after = frame_times.find(time => time > shown_at) ?? Infinity;
    // A worker's updates are heard of after the picture that asked for them.
    const until = worker_loops[run.id] ? frame_times.find(time => time > first_after) ?? Infinity
        : first_after;
    const count = (from, to) => update_times.filter(time => time > from && time <= to).length;
    return {id: run.id, form: run.form,
        during: count(hidden_at, shown_at),
        at_once: count(shown_at, until),
        updates: update_times.length, states};
}

// True if two runs had the same state after each tick that both played.
function same_states(a, b) {
    const count = Math.min(a.length, b.length);
    for (let i = 0; i < count; ++i) {
        if (a[i] !== b[i]) return false;
    }
    return count > 0;
}
