// SPDX-License-Identifier: MIT
// The module behind plain functions: an answer is a value, an error is thrown as a sentence.

async function load_module() {
    const packed = Uint8Array.from(atob(VIEWER_WASM), c => c.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    const wasmBinary = await new Response(stream).arrayBuffer();
    return make_viewer({wasmBinary});
}

class Module {
    constructor(raw) { this.raw = raw; }

    text() { return this.raw.UTF8ToString(this.raw._viewer_text()); }
    // Calls a function that gives a number; below zero it is an error.
    number(name, ...values) {
        const answer = this.raw['_viewer_' + name](...values);
        if (answer < 0) throw new Error(this.text());
        return answer;
    }
    // Calls a function that answers by a text.
    json(name, ...values) {
        this.number(name, ...values);
        return JSON.parse(this.text());
    }
    call(name, ...values) { return this.raw['_viewer_' + name](...values); }

    // Hands over `parts`, one behind the other.
    fill(...parts) {
        const size = parts.reduce((sum, part) => sum + part.length, 0);
        let place = this.raw._viewer_buffer(size);
        if (!place) throw new Error(this.text());
        for (const part of parts) {
            this.raw.HEAPU8.set(part, place);
            place += part.length;
        }
    }
    open(name, bytes) {
        const spelled = new TextEncoder().encode(name);
        this.fill(spelled, bytes);
        return this.number('open', spelled.length);
    }
    play(game, players, seed, now) {
        const spelled = new TextEncoder().encode(game);
        this.fill(spelled);
        this.number('play', spelled.length, players, seed, now);
    }
    // Returns a copy of the module's bytes at this place.
    bytes(place, size) { return this.raw.HEAPU8.slice(place, place + size); }
    pixels(side, width, height) {
        const place = this.raw._viewer_pixels(side);
        return new ImageData(
            new Uint8ClampedArray(this.raw.HEAPU8.buffer, place, width * height * 4), width, height);
    }
}
