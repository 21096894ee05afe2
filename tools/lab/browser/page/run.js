// SPDX-License-Identifier: MIT
// Gives a loop of loops.js all that it stands on: the browser's own calls, a game whose work keeps
// this thread busy, and a meter that counts as the lab's does.

// A press in each second, a quarter past it; in a short run at its quarter.
function scripted_presses(window_ms) {
    const presses = [];
    for (let at = Math.min(250, window_ms / 4); at < window_ms; at += 1000) presses.push(at);
    return presses;
}

class Meter {
    constructor(start, window_ms) {
        Object.assign(this, {start, window_ms, updates: 0, frames: 0, distinct: 0, simulated_ms: 0,
            busy_ms: 0, worst_gap_ms: 0, updates_per_frame_max: 0, presses: 0, latency_sum_ms: 0,
            latency_max_ms: 0, first_update_ms: null, chores_ms: [], states: [], update_times: [],
            frame_times: [], frame_updates: []});
        this.updates_at_last_frame = 0;
        this.last_alpha = null;
    }
    is_within(now) { return now < this.start + this.window_ms; }
    on_update(now, step, state) {
        if (!this.is_within(now)) return;
        if (this.first_update_ms === null) this.first_update_ms = now - this.start;
        ++this.updates;
        this.simulated_ms += step;
        this.states.push(state);
        this.update_times.push(now);
    }
    on_frame(end, alpha) {
        if (end > this.start + this.window_ms) return;
        const before = this.frame_times.at(-1);
        if (before !== undefined) this.worst_gap_ms = Math.max(this.worst_gap_ms, end - before);
        const since = this.updates - this.updates_at_last_frame;
        if (this.frames === 0 || since > 0 || alpha !== this.last_alpha) ++this.distinct;
        this.updates_per_frame_max = Math.max(this.updates_per_frame_max, since);
        this.updates_at_last_frame = this.updates;
        this.last_alpha = alpha;
        this.frame_times.push(end);
        this.frame_updates.push(since);
        ++this.frames;
    }
    on_press(latency) {
        ++this.presses;
        this.latency_sum_ms += latency;
        this.latency_max_ms = Math.max(this.latency_max_ms, latency);
    }
    on_busy(begin, end) {
        const last = this.start + this.window_ms;
        this.busy_ms += Math.max(0, Math.min(end, last) - Math.max(begin, this.start));
    }
    figures() {
        const {updates, frames, distinct, simulated_ms, busy_ms, worst_gap_ms, window_ms,
            updates_per_frame_max, presses, latency_sum_ms, latency_max_ms} = this;
        return {window_ms, updates, frames, distinct, simulated_ms,
            busy_percent: 100 * busy_ms / window_ms, worst_gap_ms, updates_per_frame_max, presses,
            latency_sum_ms, latency_max_ms};
    }
}

// A run of one loop. `begin` starts it at a refresh; `ended` is a promise of its meter.
class LoopRun {
    // options: update_ms, picture_ms, window_ms, presses (a list of times), draw(run, alpha)
    constructor(stage, id, form, options) {
        Object.assign(this, {stage, id, form, quarters: 4, is_over: false, update_ms: 1,
            picture_ms: 9, window_ms: 1000, draw: () => {}}, options);
        this.lab = stage.lab;
        this.world = this.lab.lab_world();
        this.waiting = [];  // presses that no update has seen
        this.listeners = [];
        this.timers = [];
        this.requests = new Set();
        this.workers = [];
        this.ended = new Promise(done => { this.tell_end = done; });
    }

    async begin() {
        ++this.stage.running;
        try {
            if (worker_loops[this.id]) await this.start_worker();
        } catch (error) {
            this.end();
            throw error;
        }
        requestAnimationFrame(now => {
            if (this.is_over) return;
            this.meter = new Meter(now, this.window_ms);
            for (const at of this.presses || scripted_presses(this.window_ms)) {
                this.timers.push(setTimeout(() => this.press(now + at),
                    Math.max(0, now + at - performance.now())));
            }
            this.timers.push(setTimeout(() => this.end(), this.window_ms + 30));
            loops_at(this.calls()).loops[this.id][this.form]();
        });
        return this.ended;
    }

    end() {
        if (this.is_over) return;
        this.is_over = true;
        --this.stage.running;
        for (const timer of this.timers) { clearTimeout(timer); clearInterval(timer); }
        for (const request of this.requests) cancelAnimationFrame(request);
        for (const worker of this.workers) worker.terminate();
        this.tell_end(this.meter);
    }

    // The worker tells when it is there, so that the window does not begin before it.
    start_worker() {
        const worker = this.stage.new_worker();
        this.workers.push(worker);
        return new Promise((ready, failed) => {
            worker.onerror = event => failed(new Error('No worker: ' + event.message));
            worker.onmessage = ({data}) => {
                if (data === 'ready') return ready();
                if (!this.is_over && this.meter) {
                    const start = data.start - performance.timeOrigin;
                    this.meter.on_busy(start, start + this.update_ms);
                    this.meter.on_update(start, data.step, data.state);
                }
            };
            const {id, form, update_ms} = this;
            worker.postMessage({id, form, update_ms, compiled: this.stage.compiled});
        });
    }

    press(at) {
        this.waiting.push(at);
        for (const listener of this.listeners) this.busy(listener);
    }

    // The browser calls this; what it calls is the loop's.
    busy(callback, ...values) {
        if (this.is_over) return;
        const begin = performance.now();
        callback(...values);
        this.meter.on_busy(begin, performance.now());
    }

    calls() {
        const run = this;
        return {
            update: step => run.update(step),
            render: alpha => run.render(alpha),
            input: () => { run.looks_at_input = true; },
            on_press: listener => run.listeners.push(listener),
            requestAnimationFrame: callback => {
                if (run.is_over) return 0;
                const request = requestAnimationFrame(now => {
                    run.requests.delete(request);
                    run.busy(callback, now);
                });
                run.requests.add(request);
                return request;
            },
            cancelAnimationFrame: request => {
                run.requests.delete(request);
                cancelAnimationFrame(request);
            },
            setInterval: (callback, interval_ms) => {
                const timer = setInterval(() => run.busy(callback), interval_ms);
                run.timers.push(timer);
                return timer;
            },
            at_half: callback => run.timers.push(setTimeout(() => {
                callback();
                run.meter.stopped_at = performance.now();
            }, run.window_ms / 2)),
            set_quality: quarters => { run.quarters = quarters; },
            chores: () => run.measure_chores(),
            pacer: rate => make_pacer(run.lab, rate, performance.now()),
            run_token: () => {
                const token = run.lab.lab_start();
                return {is_running: () => run.lab.lab_is_running(token) === 1,
                    stop: () => run.lab.lab_stop(token)};
            },
            worker: () => run.workers[0],
        };
    }

    update(step) {
        const now = performance.now();
        for (const at of this.waiting) this.meter.on_press(now - at);
        this.waiting = [];
        this.meter.on_update(now, step, this.lab.lab_step(this.world, step));
        work(this.update_ms);
    }

    render(alpha = null) {
        this.draw(this, alpha);
        work(this.picture_ms * this.quarters * this.quarters / 16);
        this.meter.on_frame(performance.now(), alpha);
    }

    // A message is heard once the browser has finished what it does after the callbacks.
    measure_chores() {
        const begin = performance.now();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => {
            this.meter.chores_ms.push(performance.now() - begin);
            channel.port1.close();
        };
        channel.port2.postMessage(0);
    }
}

// The lab's list of loops.
function inventory_of(lab) {
    return Array.from({length: lab.lab_loops()}, (_, number) => {
        const [id, name, constants, limit, remedy] = [0, 1, 2, 3, 4].map(
            which => text_at(lab, lab.lab_loop_text(number, which)));
        return {number, id, name, constants, limit, remedy};
    });
}

// All runs share this: the module, and workers that need no other file.
class Stage {
    constructor(compiled) {
        this.compiled = compiled;
        this.lab = start_lab(compiled);
        this.inventory = inventory_of(this.lab);
        this.running = 0;  // whatever else the page does waits for these runs
        this.worker_address = URL.createObjectURL(
            new Blob([LAB_WORKER], {type: 'text/javascript'}));
    }
    new_worker() { return new Worker(this.worker_address); }
    run(id, form, options) { return new LoopRun(this, id, form, options).begin(); }

    // Returns what virtual time gives for the same machine; null where it gives nothing.
    virtual(id, form, {update_ms = 1, picture_ms = 9, window_ms = 1000, hz = 60, hidden} = {}) {
        const [at, length] = hidden || [0, 0];
        const done = this.lab.lab_virtual(this.inventory.findIndex(loop => loop.id === id),
            form === 'repaired' ? 1 : 0, update_ms, picture_ms, hz, window_ms, at, length);
        if (done === 0) return null;
        const [window, updates, frames, distinct, simulated_ms, busy_percent, worst_gap_ms,
            updates_per_frame_max, presses, latency_sum_ms, latency_max_ms] =
            answer_of(this.lab, 11);
        return {window_ms: window, updates, frames, distinct, simulated_ms, busy_percent,
            worst_gap_ms, updates_per_frame_max, presses, latency_sum_ms, latency_max_ms};
    }
}

async function compiled_lab() {
    const packed = Uint8Array.from(atob(LAB_WASM), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
