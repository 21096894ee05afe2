// SPDX-License-Identifier: MIT
// These functions help with the page's elements. Foreign text only ever becomes text, never markup.

const by_id = id => document.getElementById(id);

function element(kind, text = '', attributes = {}) {
    const made = document.createElement(kind);
    made.textContent = text;
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
}

function show(id, is_shown) { by_id(id).hidden = !is_shown; }

function notice(text) {
    by_id('notice').textContent = text;
    show('notice', text !== '');
}

function icon(path) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('aria-hidden', 'true');
    const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    shape.setAttribute('d', path);
    svg.append(shape);
    return svg;
}

const color_of = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// Lets the browser draw and listen before the next part of long work. A timer would wait 4 ms.
const breath = (() => {
    const channel = new MessageChannel();
    const waiting = [];
    channel.port1.onmessage = () => waiting.shift()();
    return () => new Promise(done => {
        waiting.push(done);
        channel.port2.postMessage(0);
    });
})();

// Does work in parts of a few milliseconds: `part(amount)` returns true if there is more.
async function in_parts(part, is_wanted) {
    let amount = 200;
    for (;;) {
        const start = performance.now();
        if (!part(amount)) return true;
        const took = performance.now() - start;
        amount = Math.max(16, Math.round(amount * Math.min(2, 12 / Math.max(took, 0.5))));
        await breath();
        if (!is_wanted()) return false;
    }
}
