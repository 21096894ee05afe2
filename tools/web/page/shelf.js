// SPDX-License-Identifier: MIT
// Keeps what was recorded in this page: nothing of it is lost before a person has it, whatever the
// page does next.

class Shelf {
    // `look` shows a recording.
    constructor(look) {
        this.look = look;
        this.kept = [];
        addEventListener('beforeunload', event => {
            if (this.kept.some(each => !each.is_saved)) event.preventDefault();
        });
    }

    // `recorded` is {game, name, bytes}.
    keep(recorded) {
        this.kept.push(recorded);
        this.show();
    }

    // The browser does not tell whether it was stored in the end, so it stays here as well.
    download(recorded) {
        const link = element('a', '', {download: recorded.name});
        link.href = URL.createObjectURL(new Blob([recorded.bytes]));
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href), 60000);
        recorded.is_saved = true;
        this.show();
    }

    show() {
        by_id('recorded').replaceChildren(...this.kept.map(recorded => {
            const row = element('li', '', {class: 'row'});
            const get = element('button', 'Download', {'aria-label': 'Download ' + recorded.name});
            get.onclick = () => this.download(recorded);
            const look = element('button', 'Look at it', {'aria-label': 'Look at ' + recorded.name});
            look.onclick = () => this.look(recorded);
            row.append(element('code', recorded.name), get, look);
            if (recorded.is_saved) row.append(element('span', 'downloaded', {class: 'small'}));
            return row;
        }));
    }

    get is_empty() { return this.kept.length === 0; }
}
