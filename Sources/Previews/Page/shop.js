import { page } from "./data.js";
import { Frames } from "./frames.js";

/** What the app has loaded: which lists, how many refreshes have come, and on which screen it is shown. */
export class Shop {
    refreshes = 0;
    /** Whether the screen has come here by a turn. */
    isTurned = false;
    step = 0;
    #frames = new Map();
    #entries = new WeakMap();

    /** @param {import("./data.js").Screen} screen */
    constructor(screen) {
        this.screen = screen;
        this.starts = listStarts(page.entries.lists);
    }

    get chain() {
        return this.chainOf(this.screen);
    }

    /** After a turn, the published code of some layouts keeps what it had computed for the other orientation. */
    chainOf(screen) {
        const turned = `${this.refreshes}-turned`;
        return this.isTurned && turned in screen.chains ? turned : String(this.refreshes);
    }

    get state() {
        return this.screen.chains[this.chain][this.step];
    }

    get canRefresh() {
        return this.step < (this.screen.chains[this.refreshes + 1]?.length ?? 0);
    }

    get canLoadMore() {
        return this.step + 1 < this.screen.chains[this.chain].length;
    }

    get frames() {
        return this.framesOf(this.chain, this.step);
    }

    /** The frames of a state; those of the last states are kept. */
    framesOf(chain, step, screen = this.screen) {
        const key = `${screen.number} ${chain} ${step}`;
        const frames = this.#frames.get(key) ?? new Frames(screen, chain, step);
        this.#frames.delete(key);
        this.#frames.set(key, frames);
        if (this.#frames.size > 8) this.#frames.delete(this.#frames.keys().next().value);
        return frames;
    }

    /** The entry of each item. */
    get entries() {
        const { state } = this;
        if (!this.#entries.has(state)) this.#entries.set(state, entriesOf(state.lists, page.entries.lists, this.starts));
        return this.#entries.get(state);
    }

    /** The item of an entry; lists are loaded until it is there. Undefined if no state has it. */
    reach(entry) {
        const list = this.starts.findLastIndex(start => start <= entry);
        const hasList = state => state.lists.includes(list);
        if (!hasList(this.state)) {
            const step = this.screen.chains[this.chain].findIndex(hasList);
            const next = this.screen.chains[this.refreshes + 1];
            if (step >= 0) this.step = step;
            else if (next) [this.step, this.refreshes] = [Math.min(this.step, next.length - 1), this.refreshes + 1];
            else return undefined;
        }
        return this.entries.indexOf(entry);
    }
}

/** Where each list begins among all entries. */
export function listStarts(lists) {
    let start = 0;
    return lists.map(({ count }) => (start += count) - count);
}

/** The entries of lists that stand one behind the other. */
export function entriesOf(numbers, lists, starts) {
    const all = numbers.flatMap(number => Array.from({ length: lists[number].count }, (_, index) => starts[number] + index));
    return Uint32Array.from(all);
}
