// SPDX-License-Identifier: MIT
// The loops of MDN's article as a browser runs them, each as published and as repaired. What the
// page shows as a loop's code is the text of these functions. `calls` has what they call: the game
// (update, render, input), the browser's own requestAnimationFrame, setInterval and so on (until
// the run ends), and sim::Pacer.

const TUNED_TICK_MS = 1000 / 60;
const TICK_MS = 50;

function loops_at(calls) {
    const {update, render, input, on_press, requestAnimationFrame, cancelAnimationFrame,
        setInterval, at_half, set_quality, chores, pacer, run_token, worker} = calls;
    const picture_at_next_refresh = () => {
        let is_asked = false;
        return () => {
            if (is_asked) return;
            is_asked = true;
            requestAnimationFrame(() => { is_asked = false; render(); });
        };
    };
    const fixed_ticks = (rate, draw = render) => {
        const due = pacer(rate);
        const main = now => {
            requestAnimationFrame(main);
            input();
            for (let n = due.ticks_due(now); n > 0; --n) update(1000 / rate);
            draw(due.alpha());
        };
        requestAnimationFrame(main);
    };
    const loops = {
        M0a: {
            published() {
                const draw = picture_at_next_refresh();
                on_press(() => { update(0); draw(); });
            },
            repaired() { fixed_ticks(60); },
        },
        M0b: {
            published() {
                const draw = picture_at_next_refresh();
                on_press(() => { update(0); draw(); });
                setInterval(() => { update(1000); draw(); }, 1000);
            },
            repaired() { fixed_ticks(60); },
        },
        M1: {
            published() {
                const main = () => {
                    requestAnimationFrame(main);
                    input();
                    update(TUNED_TICK_MS);
                    render();
                };
                main();
            },
            repaired() { fixed_ticks(60); },
        },
        M1c: {
            published() {
                let stop_main;
                const main = () => {
                    stop_main = requestAnimationFrame(main);
                    input();
                    update(TUNED_TICK_MS);
                    render();
                };
                main();
                at_half(() => cancelAnimationFrame(stop_main));
            },
            repaired() {
                const due = pacer(60);
                const run = run_token();
                const main = now => {
                    if (!run.is_running()) return;
                    requestAnimationFrame(main);
                    input();
                    for (let n = due.ticks_due(now); n > 0; --n) update(TUNED_TICK_MS);
                    render(due.alpha());
                };
                requestAnimationFrame(main);
                at_half(() => run.stop());
            },
        },
        M2: {
            published() {
                let last_tick = performance.now();
                const main = now => {
                    requestAnimationFrame(main);
                    input();
                    let ticks = 0;
                    if (now > last_tick + TICK_MS) ticks = Math.floor((now - last_tick) / TICK_MS);
                    for (; ticks > 0; --ticks) {
                        last_tick += TICK_MS;
                        update(TICK_MS);
                    }
                    render((now - last_tick) / TICK_MS);
                };
                main(last_tick);
            },
            repaired() { fixed_ticks(20); },
        },
        M3a: {
            published() {
                setInterval(() => update(TICK_MS), TICK_MS);
                const draw = () => { requestAnimationFrame(draw); render(); };
                draw();
            },
            repaired() {
                const due = pacer(20);
                setInterval(() => {
                    for (let n = due.ticks_due(performance.now()); n > 0; --n) update(TICK_MS);
                }, TICK_MS);
                const draw = () => { requestAnimationFrame(draw); render(); };
                draw();
            },
        },
        M3b: {
            published() {
                worker();
                const draw = () => { requestAnimationFrame(draw); render(); };
                draw();
            },
            repaired() {
                worker();
                const draw = () => { requestAnimationFrame(draw); render(); };
                draw();
            },
        },
        M3c: {
            published() {
                const other = worker();
                let last_tick = performance.now();
                const main = now => {
                    requestAnimationFrame(main);
                    const ticks = Math.max(0, Math.floor((now - last_tick) / TICK_MS));
                    last_tick += ticks * TICK_MS;
                    other.postMessage({ticks});
                    render();
                };
                main(last_tick);
            },
            repaired() {
                const other = worker();
                const due = pacer(20);
                const main = now => {
                    requestAnimationFrame(main);
                    other.postMessage({ticks: due.ticks_due(now)});
                    render();
                };
                requestAnimationFrame(main);
            },
        },
        M4: {
            published() {
                let quarters = 4;
                const main = () => {
                    requestAnimationFrame(main);
                    const start = performance.now();
                    input();
                    update(TUNED_TICK_MS);
                    set_quality(quarters);
                    render();
                    quarters = next_quality(quarters, performance.now() - start);
                };
                main();
            },
            repaired() {
                let quarters = 4;
                let start = 0;
                const due = pacer(60);
                const main = now => {
                    requestAnimationFrame(main);
                    start = performance.now();
                    set_quality(quarters);
                    input();
                    for (let n = due.ticks_due(now); n > 0; --n) update(TUNED_TICK_MS);
                    render(due.alpha());
                    quarters = next_quality(quarters, performance.now() - start);
                };
                requestAnimationFrame(main);
            },
        },
        M5: {
            published() {
                const main = () => {
                    requestAnimationFrame(main);
                    input();
                    update(TUNED_TICK_MS);
                    render();
                    chores();
                };
                main();
            },
            repaired() {
                fixed_ticks(60, alpha => { render(alpha); chores(); });
            },
        },
    };
    return {loops, helpers: {picture_at_next_refresh, fixed_ticks}};
}

// A step coarser where a frame took too long; one finer where it would fit if all of it were
// drawing.
function next_quality(quarters, took_ms) {
    if (took_ms > TUNED_TICK_MS) return Math.max(1, quarters - 1);
    const finer = quarters + 1;
    const would_take_ms = took_ms * finer * finer / (quarters * quarters);
    return finer <= 4 && would_take_ms <= TUNED_TICK_MS ? finer : quarters;
}

// The work of the worker of a split loop.
const worker_loops = {
    M3b: {
        published({update}) { setInterval(() => update(TICK_MS), TICK_MS); },
        repaired({update, pacer}) {
            const due = pacer(20);
            setInterval(() => {
                for (let n = due.ticks_due(performance.now()); n > 0; --n) update(TICK_MS);
            }, TICK_MS);
        },
    },
    M3c: {
        published({update, on_message}) {
            on_message(({ticks}) => { for (; ticks > 0; --ticks) update(TICK_MS); });
        },
        repaired({update, on_message}) {
            on_message(({ticks}) => { for (; ticks > 0; --ticks) update(TICK_MS); });
        },
    },
};
