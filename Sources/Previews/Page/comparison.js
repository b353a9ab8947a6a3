import { page } from "./data.js";
import { entriesOf, listStarts } from "./shop.js";

/** Smaller moves do not count in a shift score. */
const leastMove = 3;

/** The other manifest on the same screen, beside the shop. */
export class Comparison {
    constructor(shop) {
        this.shop = shop;
        this.entriesOfOld = entriesOf(page.against.entries.lists.map((_, index) => index), page.against.entries.lists, listStarts(page.against.entries.lists));
    }

    state(chain) {
        return this.shop.screen.chains[chain][0];
    }

    frames(chain) {
        return this.shop.framesOf(chain, 0);
    }

    /**
     * The pictures that both manifests have at different places, in the order of the shop.
     * @returns {{item: number, previous: number, x: number, y: number}[]}
     */
    get moves() {
        const [frames, old] = [this.shop.frames, this.frames("old")];
        const moves = [];
        this.shop.entries.forEach((entry, item) => {
            const previous = page.against.previous[entry] ?? -1;
            if (previous < 0) return;
            const [now, was] = [frames.frame(item), old.frame(previous)];
            const [x, y] = [now.x - was.x, now.y - was.y];
            if (Math.max(Math.abs(x), Math.abs(y)) >= leastMove) moves.push({ item, previous, x, y });
        });
        return moves;
    }
}
