// SPDX-License-Identifier: MIT
// The pictures: one canvas for each recording, as sharp as the display is.

const pixels_across = 720;
const pixels_most = 1400 * 900;  // a picture is drawn without a graphics card

class Pictures {
    constructor(module) {
        this.module = module;
        this.shown = [];
    }

    // Makes a picture for each name.
    set(names) {
        by_id('pictures').replaceChildren();
        this.shown = names.map(name => {
            const figure = element('figure');
            const canvas = element('canvas', '', {role: 'img', 'aria-label': 'Picture of ' + name});
            const caption = element('figcaption');
            figure.append(canvas, caption);
            by_id('pictures').append(figure);
            return {name, canvas, caption, context: canvas.getContext('2d', {alpha: false})};
        });
    }

    fit(picture) {
        const width = Math.max(1, picture.canvas.clientWidth);
        // So that what belongs to it stands on the same screen.
        const share = document.body.dataset.mode === 'watch' ? 0.52 : 0.66;
        const height = Math.round(Math.min(width * 0.62, Math.max(220, innerHeight * share)));
        // Pixels so fine that a game's details stay where the picture is small.
        let scale = Math.max(window.devicePixelRatio || 1, Math.min(2, pixels_across / width));
        scale *= Math.min(1, Math.sqrt(pixels_most / (width * height * scale * scale)));
        const wanted = [Math.round(width * scale), Math.round(height * scale)];
        picture.scale = wanted[0] / width;
        if (picture.canvas.width !== wanted[0] || picture.canvas.height !== wanted[1]) {
            [picture.canvas.width, picture.canvas.height] = wanted;
            picture.canvas.style.height = height + 'px';
        }
    }

    // On a ground of its own in the middle, as the window counts.
    write_large({canvas: {width, height}, context}, text) {
        const size = Math.round(Math.min(width, height) / 4);
        context.font = '600 ' + size + 'px system-ui, "Liberation Sans", sans-serif';
        context.textAlign = 'center';
        context.textBaseline = 'middle';
        const wide = context.measureText(text).width + size;
        context.fillStyle = '#0e1116';
        context.fillRect((width - wide) / 2, height / 2 - size, wide, 2 * size);
        context.fillStyle = '#f5f5f5';
        context.fillText(text, width / 2, height / 2);
    }

    // `notes` are for each picture what to say beside the game's own lines; `large` is what to say
    // over it.
    draw(notes, large = '') {
        this.shown.forEach((picture, side) => {
            this.fit(picture);
            const {width, height} = picture.canvas;
            const lines = this.module.json('draw', side, width, height, 9 * picture.scale);
            picture.context.putImageData(this.module.pixels(side, width, height), 0, 0);
            if (large !== '') this.write_large(picture, large);
            const said = JSON.stringify([lines, notes[side]]);
            if (picture.said !== said) {
                picture.said = said;
                picture.caption.replaceChildren(element('b', picture.name),
                                                ...lines.map(line => element('span', line)));
                if (notes[side]) {
                    picture.caption.append(element('span', notes[side], {class: 'flag'}));
                }
            }
        });
    }
}
