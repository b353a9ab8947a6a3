/** @type {typeof import("./index.js").Tiles} */
export const Tiles = class {
    #tiles = new Map();
    #list;
    #make;

    constructor(list, make) {
        this.#list = list;
        this.#make = make;
    }

    show(items) {
        const shown = new Set(items);
        for (const [item, tile] of this.#tiles) {
            // A tile with the focus stays, so that the keyboard does not lose its place.
            if (!shown.has(item) && !tile.element.contains(this.#list.ownerDocument.activeElement)) this.#remove(item, tile);
        }
        for (const item of shown) if (!this.#tiles.has(item)) this.#add(item);
    }

    /** Adds a tile where its item belongs in the list, so that Tab goes from item to item. */
    #add(item) {
        let next = Infinity;
        for (const other of this.#tiles.keys()) if (other > item && other < next) next = other;
        const tile = this.#make(item);
        this.#list.insertBefore(tile.element, this.#tiles.get(next)?.element ?? null);
        this.#tiles.set(item, tile);
    }

    #remove(item, tile) {
        tile.remove?.();
        tile.element.remove();
        this.#tiles.delete(item);
    }

    clear() {
        for (const [item, tile] of this.#tiles) this.#remove(item, tile);
    }

    get(item) {
        return this.#tiles.get(item);
    }

    [Symbol.iterator]() {
        return this.#tiles.entries();
    }
};
