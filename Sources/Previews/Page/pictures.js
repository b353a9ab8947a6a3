import { addressOf } from "./addresses.js";

/**
 * The pictures of some entries and what has become of them: each waits, is there or has failed.
 */
export class Pictures {
    #states = new Map();

    /**
     * @param {import("./data.js").Entries} entries
     * @param {import("./network.js").Network} network
     * @param {(entry: number) => void} changed Called when a picture has come or has failed.
     */
    constructor(entries, network, changed) {
        Object.assign(this, { entries, network, changed });
    }

    /** @returns {{kind: "waiting"|"loaded"|"failed", reason?: string, attempt: number, natural?: {width: number, height: number}}} */
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
            loaded: () => this.#end(entry, {
                kind: "loaded", attempt: state.attempt, natural: { width: element.naturalWidth, height: element.naturalHeight },
            }),
            failed: reason => this.#end(entry, { kind: "failed", reason, attempt: state.attempt }),
        });
    }

    retry(entry) {
        this.#states.set(entry, { kind: "waiting", attempt: this.state(entry).attempt + 1 });
    }

    /** Forgets everything, as an app does that starts anew. */
    forget() {
        this.#states.clear();
    }

    /** The entries whose pictures have other proportions than the manifest says. */
    get untrue() {
        const { size } = this.entries;
        return [...this.#states].filter(([entry, { natural }]) => {
            if (!natural?.width) return false;
            const [width, height] = [size[2 * entry], size[2 * entry + 1]];
            // A server may send another resolution, so only the proportions can be compared, to a pixel.
            return Math.abs(natural.height - natural.width * height / width) > 1;
        }).map(([entry, { natural }]) => ({ entry, natural }));
    }

    #end(entry, state) {
        this.#states.set(entry, state);
        this.changed(entry);
    }
}
