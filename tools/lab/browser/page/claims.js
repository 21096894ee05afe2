// SPDX-License-Identifier: MIT
// The claims that a browser can decide, each from runs of its own or from what was seen hidden:
// {verdict, measured}. 'shown' and 'refuted' as the lab's verdicts; 'undecided' with the reason.

const verdict_if = (is_shown, measured) => ({verdict: is_shown ? 'shown' : 'refuted', measured});
const undecided = why => ({verdict: 'undecided', measured: why});
const ratio_of = meter => meter.simulated_ms / meter.window_ms;
// A frame that was begun when the page was hidden may still call back.
const IN_FLIGHT = 1;
const LONG_PICTURE_MS = 25;  // longer than a refresh, so that callbacks come less often

// Ticks of 50 ms counted on these refreshes: how late each is on average, with > or >=.
function lateness(times, is_late) {
    let last = times[0];
    const late = [];
    for (const now of times) {
        while (is_late(now - last, TICK_MS)) {
            last += TICK_MS;
            late.push(now - last);
        }
    }
    return {mean: mean(late), count: late.length, on_time: late.filter(each => each <= 0).length};
}

const deciders = {
    async C07({run}) {
        const runs = [];
        for (const id of ['M1', 'M2']) {
            runs.push(await run(id, 'published', {picture_ms: 1}));
            runs.push(await run(id, 'published', {picture_ms: LONG_PICTURE_MS}));
        }
        const [m1, m1_slow, m2, m2_slow] = runs;
        const is_same = same_states(m2.states, m2_slow.states);
        return verdict_if(ratio_of(m1_slow) < 0.8 * ratio_of(m1) && is_same &&
            ratio_of(m2_slow) > 0.8 * ratio_of(m2),
        'with pictures of 1 and 25 ms M1 runs at ' + text_of(ratio_of(m1), 2) + ' and ' +
            text_of(ratio_of(m1_slow), 2) + ' | M2 at ' + text_of(ratio_of(m2), 2) + ' and ' +
            text_of(ratio_of(m2_slow), 2) + ', ' + (is_same ? 'same' : 'other') +
            ' state at each tick');
    },
    async C30() {
        const date = clock_facts(() => Date.now());
        const steady = clock_facts(() => performance.now());
        return verdict_if(date.still > 0.5 && steady.still < 0.5,
            'Date.now moves by ' + text_of(date.step, 3) + ' ms and stands still in ' +
            text_of(100 * date.still) + ' % of looks, 20 a millisecond | performance.now by ' +
            text_of(steady.step, 3) + ' ms, in ' + text_of(100 * steady.still) + ' %');
    },
    async C72({run}) {
        const asleep = await run('M0a', 'published', {presses: []});
        const awake = await run('M2', 'published', {presses: []});
        return verdict_if(asleep.updates === 0 && awake.updates > 0,
            'nobody presses: M0a makes ' + asleep.updates + ' updates | M2 ' + awake.updates);
    },
    async C74({run, hz}) {
        const full = await run('M1', 'published', {picture_ms: 1});
        const slow = await run('M1', 'published', {picture_ms: LONG_PICTURE_MS});
        const apart = await run('M2', 'published', {picture_ms: LONG_PICTURE_MS});
        const per_frame = meter => meter.updates / Math.max(1, meter.frames);
        return verdict_if(Math.abs(per_frame(full) - 1) < 0.1 && Math.abs(per_frame(slow) - 1) < 0.1 &&
            ratio_of(slow) < 0.8 * ratio_of(full) && ratio_of(apart) > 1.25 * ratio_of(slow),
        'at ' + text_of(hz) + ' Hz M1 runs at ' + text_of(ratio_of(full), 2) +
            ', where only every second refresh calls back at ' + text_of(ratio_of(slow), 2) +
            ' | M2 there at ' + text_of(ratio_of(apart), 2));
    },
    async C75() {
        const seen = await cancelling();
        return verdict_if(seen.outside + seen.inside + seen.twice === 0 &&
            seen.newer === 1,
        'cancelled outside of a callback: ' + seen.outside + ' callbacks, inside one of the same ' +
            'refresh: ' + seen.inside + ', twice: ' + seen.twice +
            ' | a newer request with an old token cancelled: ' + seen.newer);
    },
    async C76({run, hz}) {
        const costs = {picture_ms: 40};
        const whole = await run('M1', 'published', costs);
        const scaled = await run('M4', 'published', costs);
        const rate = meter => 1000 * meter.frames / meter.window_ms;
        return verdict_if(rate(whole) < 0.6 * hz && rate(scaled) > 1.4 * rate(whole),
            'a picture of 40 ms: M1 draws ' + text_of(rate(whole)) + ' a second | M4 ' +
            text_of(rate(scaled)));
    },
    async C77({run, window_ms, hz}) {
        const presses = [];
        for (let at = 20; at < window_ms - 120; at += 37) presses.push(at);
        const short = await run('M1', 'published', {picture_ms: 1, presses});
        const long = await run('M2', 'published', {picture_ms: 1, presses});
        const latency = meter => meter.latency_sum_ms / Math.max(1, meter.presses);
        return verdict_if(latency(long) > 1.3 * latency(short) &&
            latency(long) > TICK_MS / 2 * 0.7 && long.latency_max_ms < 2 * TICK_MS + 2000 / hz,
        'from press to update M2 takes ' + text_of(latency(long)) + ' ms, at most ' +
            text_of(long.latency_max_ms) + ' | M1 ' + text_of(latency(short)) + ', at most ' +
            text_of(short.latency_max_ms));
    },
    async C78({hz, window_ms}) {
        const count = Math.max(30, Math.ceil(window_ms * hz / 1000));
        const {times} = await measured_refresh(count);
        const greater = lateness(times, (gap, tick) => gap > tick);
        const equal = lateness(times, (gap, tick) => gap >= tick);
        const told = 'of ' + greater.count + ' ticks with > ' + greater.on_time + ' are on time, ' +
            text_of(greater.mean, 2) + ' ms late on average | with >= ' + equal.on_time + ' of ' +
            equal.count + ', ' + text_of(equal.mean, 2) + ' ms late';
        if (equal.on_time === 0) {
            return undecided('no refresh here falls on a tick exactly: ' + told);
        }
        return verdict_if(greater.on_time === 0 && greater.mean > equal.mean, told);
    },
    async C79({hidden}) {
        if (!hidden) return undecided('this page was not hidden');
        const row = hidden_loop(hidden, 'M2', 'repaired');
        return verdict_if(row.during <= IN_FLIGHT,
            'M2 repaired: ' + row.during + ' ticks while hidden for ' +
            text_of(hidden.length_ms / 1000) + ' s, ' + row.at_once + ' at once afterwards');
    },
    async C80({hidden}) {
        if (!hidden) return undecided('this page was not hidden');
        const owed = Math.floor(hidden.length_ms / TICK_MS);
        const whole = hidden_loop(hidden, 'M2', 'published');
        const capped = hidden_loop(hidden, 'M2', 'repaired');
        return verdict_if(whole.at_once > 0.8 * owed && capped.at_once <= 12,
            'of ' + owed + ' ticks owed M2 runs ' + whole.at_once + ' at once | repaired ' +
            capped.at_once);
    },
    async C82({hidden, run}) {
        if (!hidden) return undecided('this page was not hidden');
        const asleep = hidden_loop(hidden, 'M2', 'published');
        const choked = await run('M2', 'published', {update_ms: 60, picture_ms: 20});
        const behind = choked.frame_updates.filter(each => each > 1).length;
        return verdict_if(asleep.at_once > 10 && behind > 2 &&
            choked.updates_per_frame_max < asleep.at_once,
        'an update of 60 ms: ' + behind + ' of ' + choked.frames + ' frames have several ticks, up ' +
            'to ' + choked.updates_per_frame_max + ' | after a sleep ' + asleep.at_once +
            ' in one frame');
    },
    async C84({hidden}) {
        if (!hidden) return undecided('this page was not hidden');
        const owed = Math.floor(hidden.length_ms / TICK_MS);
        const at = id => hidden_loop(hidden, id, 'published');
        const [a, b, c] = ['M3a', 'M3b', 'M3c'].map(at);
        const is_same = same_states(a.states, b.states) && same_states(b.states, c.states);
        const goes_on = row => row.during > 0.8 * owed;
        const told = 'of ' + owed + ' ticks while hidden M3c runs ' + c.during + ', and ' +
            c.at_once + ' at once afterwards | M3a ' + a.during + ', M3b ' + b.during + '; ' +
            (is_same ? 'same' : 'other') + ' state at each tick';
        return verdict_if(c.during <= IN_FLIGHT && goes_on(a) && goes_on(b) && is_same, told);
    },
    async C85({run}) {
        const fast = await run('M2', 'published', {picture_ms: 1});
        const slow = await run('M2', 'published', {picture_ms: LONG_PICTURE_MS});
        const is_same = same_states(fast.states, slow.states);
        return verdict_if(slow.frames < 0.8 * fast.frames && is_same,
            fast.frames + ' and ' + slow.frames + ' pictures | ' + (is_same ? 'same' : 'other') +
            ' state at each tick');
    },
};

// These claims were seen hidden and are not seen again.
const SEEN_HIDDEN = ['C79', 'C80', 'C82', 'C84'];
const TRIES = 3;

// Other work on this machine can hide what is asked. So a claim is refuted only where it fails
// every time, and while this browser keeps its refreshes as long as nothing is asked of it.
async function decided(id, given) {
    let found = await deciders[id](given);
    if (SEEN_HIDDEN.includes(id)) return found;
    for (let i = 1; i < TRIES && found.verdict === 'refuted'; ++i) found = await deciders[id](given);
    if (found.verdict !== 'refuted') return found;
    const count = Math.ceil(given.window_ms * given.hz / 1000);
    const {times} = await measured_refresh(count);
    const lost = 1 - count * 1000 / given.hz / (times.at(-1) - times[0]);
    return lost < 0.05 ? found : undecided('this browser loses ' + text_of(100 * lost, 0) +
        ' % of its refreshes to other work: ' + found.measured);
}

function hidden_loop(hidden, id, form) {
    return hidden.loops.find(row => row.id === id && row.form === form);
}

// Why this browser says otherwise than virtual time; where the reason was measured, with it.
function why_otherwise(id, verdict, hidden) {
    if (verdict === 'undecided') return '';
    if (id === 'C84' && hidden.timer < hidden.length_ms / TICK_MS / 2) {
        return 'a hidden page\'s timers are throttled here: that of 50 ms came ' + hidden.timer +
            ' times in ' + text_of(hidden.length_ms / 1000) + ' s, in a worker ' + hidden.worker +
            ' times; the article and virtual time know no such rule';
    }
    if (SEEN_HIDDEN.includes(id)) return 'this is what was seen while the page was hidden';
    if (id === 'C78') return 'refreshes here are not exactly a third of a tick apart';
    return 'it failed ' + TRIES + ' times, while this browser kept its refreshes';
}
