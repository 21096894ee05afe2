// SPDX-License-Identifier: MIT
// This lets a person play: keys, mouse and touch go to the module; the end offers the recording.

// Buttons stand three in a row, under two thumbs. Several keys take turns.
const touch_buttons = {
    duel: [['Turn left', 'ArrowLeft'], ['Run', 'w'], ['Turn right', 'ArrowRight'],
           ['Step left', 'a'], ['Back', 's'], ['Step right', 'd'],
           ['Shoot', ' '], ['Come back', 'e'], ['Weapon', ['2', '3', '4', '1']]],
    swarm: [['Gather', 'g'], ['Up', 'ArrowUp'], ['Scatter', 'x'],
            ['Left', 'ArrowLeft'], ['Down', 'ArrowDown'], ['Right', 'ArrowRight'],
            ['Split', 'v'], ['Join', 'j']],
};

class LivePlay {
    constructor(module, pictures) {
        this.module = module;
        this.pictures = pictures;
        this.is_on = false;
        by_id('go_on').onclick = () => this.go_on();
        document.addEventListener('visibilitychange', () => { if (document.hidden) this.pause(); });
        addEventListener('blur', () => this.pause());
        addEventListener('beforeunload', event => { if (this.is_on) event.preventDefault(); });
    }

    begin(game, keys_help, title) {
        this.game = game;
        this.is_on = true;
        this.began = performance.now();
        this.state = null;
        this.pictures.set([title]);
        by_id('live_keys').textContent = keys_help;
        this.listen(this.pictures.shown[0]);
        by_id('touch').replaceChildren(...(touch_buttons[game] || []).map(
            ([label, keys]) => this.touch_button(label, [keys].flat())));
    }

    touch_button(label, keys) {
        const button = element('button', label);
        let held = null;
        let presses = 0;
        button.onpointerdown = event => {
            event.preventDefault();
            held = keys[presses++ % keys.length];
            this.module.call('hold', code_of(held), 1);
            if (keys.length > 1) button.textContent = label + ' ' + held;
        };
        button.onpointerup = button.onpointercancel = button.onpointerleave = event => {
            event.preventDefault();
            if (held !== null) this.module.call('hold', code_of(held), 0);
            held = null;
        };
        button.oncontextmenu = event => event.preventDefault();
        return button;
    }

    listen(picture) {
        const point = event => {
            if (!event.isPrimary) return;
            if (event.type === 'pointerdown') picture.canvas.setPointerCapture(event.pointerId);
            const area = picture.canvas.getBoundingClientRect();
            this.module.call('point', (event.clientX - area.left) * picture.scale,
                             (event.clientY - area.top) * picture.scale,
                             event.buttons & 3 ? 1 : 0, event.buttons & 2 ? 1 : 0);
        };
        picture.canvas.onpointerdown = picture.canvas.onpointermove =
            picture.canvas.onpointerup = point;
        picture.canvas.onpointerleave = picture.canvas.onpointercancel = event => {
            if (event.isPrimary) this.module.call('point_away');
        };
        picture.canvas.oncontextmenu = event => event.preventDefault();
    }

    key(event, is_down) {
        const code = code_of(event.key);
        if (code === 0 || event.ctrlKey || event.metaKey || event.altKey) return false;
        if (is_down && this.state && this.state.paused) this.go_on();
        if (!event.repeat) this.module.call('hold', code, is_down ? 1 : 0);
        return true;
    }

    pause() {
        if (!this.is_on) return;
        this.module.call('pause');
        this.module.call('release_all');
    }

    go_on() { this.module.call('resume', performance.now()); }

    // Runs a frame and returns its state.
    frame(now) {
        // The first frame's time is that of a refresh before the play began.
        this.state = this.module.json('live_frame', Math.max(now, this.began));
        const {countdown, paused, tick, ended} = this.state;
        show('go_on', paused && ended === null);
        by_id('live_state').textContent = ended !== null ? '' :
            countdown !== null ? 'begins in ' + countdown :
            paused ? 'paused; press a key or Go on' : 'recording, tick ' + tick;
        this.pictures.draw([''], countdown || '');
        return this.state;
    }

    // Takes the recording, which has ended.
    take() {
        this.is_on = false;
        const bytes = this.module.bytes(this.module.call('live_bytes'), this.module.call('live_size'));
        this.module.call('stop_live');
        return bytes;
    }
}
