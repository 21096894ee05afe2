// SPDX-License-Identifier: MIT
// The lab's module behind plain functions: here and in the worker.

// It is given nothing of the browser's: whatever it might ask for ends it, and it asks for nothing.
function start_lab(compiled) {
    const imports = {};
    for (const {module, name} of WebAssembly.Module.imports(compiled)) {
        imports[module] = imports[module] || {};
        imports[module][name] = () => { throw new Error('The lab stopped in ' + name + '.'); };
    }
    // The only call that a growing memory makes.
    if (imports.env) imports.env.emscripten_notify_memory_growth = () => {};
    const lab = new WebAssembly.Instance(compiled, imports).exports;
    lab._initialize();
    return lab;
}

// Returns so many numbers of the last answer, copied: the memory may move.
function answer_of(lab, count) {
    return new Float64Array(lab.memory.buffer, lab.lab_answer(), count).slice();
}

// The text at that place, up to its zero.
function text_at(lab, place) {
    const bytes = new Uint8Array(lab.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(place, bytes.indexOf(0, place)));
}

// sim::Pacer, which says how many ticks are due.
function make_pacer(lab, ticks_per_second, now) {
    const number = lab.lab_pacer(ticks_per_second, now);
    return {
        ticks_due: time => lab.lab_advance(number, time),
        alpha: () => lab.lab_alpha(),
    };
}

// Keeps this thread busy, as a game's work would.
function work(milliseconds) {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
}
