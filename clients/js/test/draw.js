/** Random numbers that are the same for a seed (mulberry32), and pictures that are drawn with them. */
export class Draw {
    #state;

    constructor(seed) {
        this.#state = seed | 0;
    }

    /** From 0 on, less than 1. */
    next() {
        this.#state = (this.#state + 0x6d2b79f5) | 0;
        let bits = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
        bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
        return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
    }

    whole(low, high) {
        return low + Math.floor(this.next() * (high - low + 1));
    }

    one(list) {
        return list[this.whole(0, list.length - 1)];
    }

    /** True once in so many times. */
    chance(times) {
        return this.whole(1, times) === 1;
    }

    /** Ordinary sizes, of which some are frequent, and extreme ones. */
    picture() {
        const kind = this.whole(0, 29);
        const [w, h] = kind === 0 ? [this.whole(1, 9), this.whole(100, 400)]
            : kind === 1 ? [this.whole(100, 5000), 1]
            : kind < 15 ? this.one([[200, 300], [300, 200], [240, 240], [400, 500], [600, 400], [1, 1]])
            : [this.whole(50, 4000), this.whole(50, 4000)];
        return { w, h };
    }
}
