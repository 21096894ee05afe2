// SPDX-License-Identifier: MIT
// The other thread: runs a split loop's updates and tells of each, or only counts what its timer
// does.

onmessage = ({data: begin}) => {
    const here = performance.timeOrigin;
    if (begin.probe) {
        setInterval(() => postMessage(here + performance.now()), begin.interval_ms);
        return;
    }
    const lab = start_lab(begin.compiled);
    const world = lab.lab_world();
    const update = step => {
        const start = here + performance.now();
        const state = lab.lab_step(world, step);
        work(begin.update_ms);
        postMessage({start, step, state});
    };
    worker_loops[begin.id][begin.form]({
        update,
        pacer: rate => make_pacer(lab, rate, performance.now()),
        on_message: heard => { onmessage = ({data}) => heard(data); },
    });
    postMessage('ready');
};
