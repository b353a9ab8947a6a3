import { addressOf } from "./addresses.js";
import { sizeOf } from "./entries.js";
import { unloadable } from "./network.js";

/** So many pictures load at the same time when all are compared. */
const comparedAtOnce = 8;

/**
 * The pictures of some entries and what has become of them: each waits, is there or has failed.
 */
export class Pictures {
    #states = new Map();
    /** The sizes of all pictures that have come once, and the reasons of those that a comparison could not load. */
    #naturals = new Map();
    #unloadable = new Map();

    /**
     * @param {import("./data.js").Entries} entries
     * @param {import("./network.js").Network} network
     * @param {(entry: number) => void} changed Called when a picture has come or has failed.
     */
    constructor(entries, network, changed) {
        Object.assign(this, { entries, network, changed });
    }

    /** @returns {{kind: "waiting"|"loaded"|"failed", reason?: string, attempt: number}} */
    state(entry) {
        return this.#states.get(entry) ?? { kind: "waiting", attempt: 0 };
    }

    /** Loads the picture into an element; one that was there before comes without the simulated network. */
    load(entry, element) {
        const state = this.state(entry);
        const address = addressOf(this.entries.img[entry]);
        if (address.reason) return this.#end(entry, { kind: "failed", reason: address.reason, attempt: state.attempt });
        if (state.kind === "failed") return undefined;
        if (state.kind === "loaded") {
            element.src = address.url;
            return undefined;
        }
        return this.network.load(entry, state.attempt, element, address.url, {
            loaded: () => {
                this.#take(entry, element);
                this.#end(entry, { kind: "loaded", attempt: state.attempt });
            },
            failed: reason => this.#end(entry, { kind: "failed", reason, attempt: state.attempt }),
        });
    }

    retry(entry) {
        this.#unloadable.delete(entry);
        this.#states.set(entry, { kind: "waiting", attempt: this.state(entry).attempt + 1 });
    }

    /** Forgets what has come, as an app does that starts anew. */
    forget() {
        this.#states.clear();
    }

    /** Loads all pictures whose sizes are not known, without the simulated network. The phone still waits for its own. */
    async compareAll() {
        const waiting = [...this.entries.img.keys()].filter(entry => !this.isCompared(entry)).values();
        const work = async () => {
            for (const entry of waiting) await this.#compare(entry);
        };
        await Promise.all(Array.from({ length: comparedAtOnce }, work));
    }

    async #compare(entry) {
        const { url, reason } = addressOf(this.entries.img[entry]);
        const image = new Image();
        const failure = url === undefined ? reason : await new Promise(resolve => {
            image.onload = () => resolve();
            image.onerror = () => resolve(unloadable);
            image.src = url;
        });
        if (failure) this.#unloadable.set(entry, failure);
        else this.#take(entry, image);
        this.changed(entry);
    }

    #take(entry, { naturalWidth: width, naturalHeight: height }) {
        this.#naturals.set(entry, { width, height });
        this.#unloadable.delete(entry);
    }

    /** Whether the picture has come, or cannot come. */
    isCompared(entry) {
        return this.#naturals.has(entry) || this.#unloadable.has(entry);
    }

    /** The size of a picture that has come once. */
    natural(entry) {
        return this.#naturals.get(entry);
    }

    /** Why a picture is not there; undefined if it is, or waits. */
    failure(entry) {
        const { kind, reason } = this.state(entry);
        return kind === "failed" ? reason : kind === "loaded" ? undefined : this.#unloadable.get(entry);
    }

    /** The entries whose pictures have come with another size, in their order. `isScaled`: with the same proportions. */
    get differing() {
        return [...this.#naturals.keys()].sort((a, b) => a - b).map(entry => this.difference(entry)).filter(Boolean);
    }

    /** @returns {{entry: number, natural: {width: number, height: number}, isScaled: boolean} | undefined} */
    difference(entry) {
        const natural = this.#naturals.get(entry);
        const stated = sizeOf(this.entries, entry);
        if (!natural?.width || natural.width === stated.width && natural.height === stated.height) return undefined;
        // A server may send another resolution, whose sides are rounded to a pixel of the smaller one.
        const [small, large] = natural.width < stated.width ? [natural, stated] : [stated, natural];
        const isScaled = small.width !== large.width && small.height !== large.height
            && Math.abs(small.height - small.width * large.height / large.width) <= 1;
        return { entry, natural, isScaled };
    }

    #end(entry, state) {
        this.#states.set(entry, state);
        this.changed(entry);
    }
}
