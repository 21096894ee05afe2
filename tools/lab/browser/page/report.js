// SPDX-License-Identifier: MIT
// Writes what was measured as lines of words and whole numbers, for the program that asked for it:
// a line each, fields apart by tabs, times in microseconds.

const micro = milliseconds => String(Math.max(0, Math.round(milliseconds * 1000)));
const one_line = text => String(text).replace(/[\t\r\n]+/g, ' ');

function report_lines({agent, refresh, runs, hidden, claims, facts}) {
    const lines = [['tandem-lab', '1'], ['agent', agent],
        ['refresh', micro(1000 / refresh.hz), micro(Math.min(...refresh.gaps)),
            micro(Math.max(...refresh.gaps))]];
    for (const {id, form, meter} of runs) {
        lines.push(['run', id, form, micro(meter.window_ms), meter.updates, meter.frames,
            meter.distinct, micro(meter.simulated_ms), micro(meter.busy_ms),
            micro(meter.worst_gap_ms), meter.updates_per_frame_max, meter.presses,
            micro(meter.latency_sum_ms), micro(meter.latency_max_ms)]);
    }
    if (hidden) {
        lines.push(['hidden', micro(hidden.length_ms), hidden.frames, hidden.timer, hidden.worker,
            micro(hidden.timer_gap_ms)]);
        for (const {id, form, during, at_once} of hidden.loops) {
            lines.push(['hidden-loop', id, form, during, at_once]);
        }
    }
    for (const {id, verdict, measured, why} of claims) {
        lines.push(['claim', id, verdict, measured, why || '-']);
    }
    for (const [name, text] of facts) lines.push(['fact', name, text]);
    lines.push(['end']);
    return lines.map(line => line.map(one_line).join('\t')).join('\n') + '\n';
}
