/** All that a browser says of a picture that does not come. */
export const unloadable = "The browser could not load it, or it is no picture that browsers know.";

/** A number from 0 to 1 that depends on nothing but its arguments. */
export function drawn(...numbers) {
    let state = 0x9E3779B9;
    for (const number of numbers) {
        state = Math.imul(state ^ number, 0x85EBCA6B);
        state = Math.imul(state ^ state >>> 13, 0xC2B2AE35);
        state ^= state >>> 16;
    }
    return (state >>> 0) / 2 ** 32;
}

/**
 * A simulated network: pictures wait as long as it says, and some of them fail. The same seed makes the same pictures fail.
 */
export class Network {
    delay = 0;
    failingShare = 0;
    seed = 1;
    /** Pictures that wait or load at the same time while the network is slow. */
    connections = 6;
    #waiting = [];
    #busy = 0;

    /**
     * Loads a picture into an element.
     * @returns {{cancel: () => void}}
     */
    load(entry, attempt, element, url, { loaded, failed }) {
        const job = { isCancelled: false, cancel: () => { job.isCancelled = true; } };
        const end = report => {
            this.#busy--;
            if (!job.isCancelled) report();
            this.#next();
        };
        const fetch = () => {
            if (drawn(this.seed, entry, attempt) < this.failingShare) {
                return end(() => failed("The simulated network has lost it."));
            }
            element.onload = () => end(loaded);
            element.onerror = () => end(() => failed(unloadable));
            element.src = url;
        };
        job.start = () => {
            this.#busy++;
            if (this.delay === 0) return fetch();
            const time = this.delay * (0.5 + drawn(this.seed, entry, attempt, 7));
            setTimeout(() => job.isCancelled ? end(() => {}) : fetch(), time);
        };
        this.#waiting.push(job);
        this.#next();
        return job;
    }

    #next() {
        while (this.#waiting.length > 0 && (this.delay === 0 || this.#busy < this.connections)) {
            const job = this.#waiting.shift();
            if (!job.isCancelled) job.start();
        }
    }
}
