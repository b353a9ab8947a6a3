/** A manifest that cannot be read: its URL, and the reason as a sentence. */
export class ManifestError extends Error {
    /** @param {{status?: number, cause?: unknown}} more */
    constructor(url, reason, more = {}) {
        super(`${url}: ${reason}`, { cause: more.cause });
        this.name = "ManifestError";
        this.url = url;
        this.reason = reason;
        this.status = more.status;
    }
}

/** @type {typeof import("./index.js").openManifest} */
export async function openManifest(source, options = {}) {
    const { fetch = globalThis.fetch, changed = () => {} } = options;
    const manifest = new Manifest(source, fetch, changed);
    await manifest.reload();
    return manifest;
}

const PAGE_NAME = /^[1-9][0-9]*(-[0-9a-f]{16})?\.(json|jsonl)$/;

/** How often a page is asked for while somebody publishes. */
const ATTEMPTS = 3;

class Manifest {
    #url;
    #fetch;
    #changed;
    /**
     * Each has `entries` when it has been loaded, and `loading` while it is.
     * @type {any[]}
     */
    #pages = [];
    #byName = new Map();
    /** Those of `entries`, until a page is loaded or replaced. */
    #entries;
    /** Ends when the pages that `more` was asked for are there, or have failed. */
    #more = Promise.resolve();
    /** @type {Promise<number|undefined>|undefined} */
    #reloading;

    constructor(source, fetch, changed) {
        if (typeof source === "string" || source instanceof URL) {
            const url = String(source);
            this.#url = /\/([?#]|$)/.test(url) ? url.replace(/\/(?=[?#]|$)/, "/index.json") : url;
        } else {
            this.#pages = [{ entries: checked(source, "the object") }];
        }
        // A browser's fetch refuses to be a method of another object.
        this.#fetch = (...parts) => fetch(...parts);
        this.#changed = changed;
    }

    get count() {
        return this.#pages.reduce((sum, page) => sum + (page.entries?.length ?? page.count), 0);
    }

    get pageCount() {
        return this.#pages.length;
    }

    get entries() {
        return this.#entries ??= entriesOf(this.#pages);
    }

    get isComplete() {
        return this.#pages.every(page => page.entries);
    }

    async page(number) {
        for (let attempt = 1; ; attempt++) {
            const page = this.#pages[number];
            if (page === undefined) throw new RangeError(`there is no page ${number}; there are ${this.#pages.length}, counted from 0`);
            try {
                await this.#load(page);
                if (this.#pages.includes(page)) this.#addNames(page.entries);
                return page.entries;
            } catch (error) {
                if (!isGone(error) || attempt === ATTEMPTS) throw error;
                // Somebody has published: the new index knows what has taken its place.
                await this.reload();
            }
        }
    }

    more() {
        const next = this.#more.then(() => this.#next());
        this.#more = next.then(() => {}, () => {});
        return next;
    }

    async #next() {
        const number = this.#pages.findIndex(page => !page.entries);
        if (number < 0) return [];
        try {
            return await this.page(number);
        } catch (error) {
            // The new index has fewer pages.
            if (error instanceof RangeError) return [];
            throw error;
        }
    }

    async all() {
        while (!this.isComplete) await this.more();
        return this.entries;
    }

    reload() {
        this.#reloading ??= this.#reload().finally(() => { this.#reloading = undefined; });
        return this.#reloading;
    }

    async #reload() {
        if (this.#url === undefined) {
            this.#addNames(this.entries);
            return undefined;
        }
        for (let attempt = 1; ; attempt++) {
            const known = new Map(this.#pages.map(page => [page.sha256, page]));
            const document = parsed(await this.#text(this.#url, { cache: "no-cache" }), this.#url);
            const pages = Array.isArray(document) ? [{ entries: checked(document, this.#url) }]
                : pagesOf(document, this.#url).map(page => known.get(page.sha256) ?? page);
            try {
                // What an app has loaded stays loaded.
                await Promise.all(pages.filter((page, number) => this.#pages[number]?.entries).map(page => this.#load(page)));
            } catch (error) {
                if (!isGone(error) || attempt === ATTEMPTS) throw error;
                continue;
            }
            return this.#replace(pages);
        }
    }

    /** Takes over new pages, and reports the first entry that differs. */
    #replace(pages) {
        const isFirst = this.#pages.length === 0;
        const [before, after] = [this.entries, entriesOf(pages)];
        this.#pages = pages;
        this.#entries = undefined;
        this.#byName.clear();
        for (const { entries } of pages) this.#addNames(entries ?? []);
        let from = 0;
        while (from < before.length && isSame(before[from], after[from])) from++;
        if (isFirst || (from === before.length && from === after.length)) return undefined;
        this.#changed(from);
        return from;
    }

    #load(page) {
        if (page.entries) return undefined;
        page.loading ??= this.#loaded(page).finally(() => { page.loading = undefined; });
        return page.loading;
    }

    async #loaded(page) {
        const text = await this.#text(page.url);
        const hash = await sha256(text);
        if (hash !== undefined && hash !== page.sha256) {
            throw new UnlistedPage(page.url, "its content is not the one that the index lists");
        }
        const entries = checked(parsed(text, page.url), page.url);
        if (entries.length !== page.count) {
            throw new UnlistedPage(page.url, `it has ${entries.length} entries, and ${page.count} in the index`);
        }
        page.entries = entries;
        this.#entries = undefined;
    }

    async #text(url, options) {
        let response;
        try {
            response = await this.#fetch(url, options);
        } catch (cause) {
            throw new ManifestError(url, `it cannot be fetched: ${cause?.message ?? cause}`, { cause });
        }
        if (!response.ok) throw new ManifestError(url, `the server answers ${response.status}`, { status: response.status });
        try {
            return await response.text();
        } catch (cause) {
            throw new ManifestError(url, `it ends early: ${cause?.message ?? cause}`, { cause });
        }
    }

    #addNames(entries) {
        for (const entry of entries) {
            for (const one of [entry, ...Array.isArray(entry.images) ? entry.images : []]) {
                if (!this.#byName.has(one.img)) this.#byName.set(one.img, one);
            }
        }
    }

    find(img) {
        return this.#byName.get(img);
    }

    size(img) {
        const entry = this.find(img);
        return entry && { width: entry.w, height: entry.h };
    }

    attributes(img) {
        const entry = this.find(img);
        return entry && { width: entry.w, height: entry.h, style: { aspectRatio: `${entry.w} / ${entry.h}` } };
    }
}

/** The entries of the pages before the first one that has not been loaded. */
function entriesOf(pages) {
    const end = pages.findIndex(page => !page.entries);
    const loaded = pages.slice(0, end < 0 ? pages.length : end);
    return loaded.length === 1 ? loaded[0].entries : loaded.flatMap(page => page.entries);
}

/** A page that was replaced since its index was read, or that is damaged. */
class UnlistedPage extends ManifestError {}

/** Stores answer 403 where they do not list their files. */
function isGone(error) {
    return error instanceof UnlistedPage || (error instanceof ManifestError && [403, 404, 410].includes(error.status ?? 0));
}

function isSame(one, other) {
    return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** JSON, or JSON Lines. */
function parsed(text, url) {
    try {
        return JSON.parse(text);
    } catch (cause) {
        const isLines = /\.jsonl($|[?#])/.test(url) || /^\s*\{.*\}\s*\n\s*\{/.test(text);
        if (!isLines) throw new ManifestError(url, `it is not JSON: ${cause.message}`, { cause });
    }
    return text.split("\n").filter(line => line.trim() !== "").map((line, number) => {
        try {
            return JSON.parse(line);
        } catch (cause) {
            throw new ManifestError(url, `line ${number + 1} is not JSON: ${cause.message}`, { cause });
        }
    });
}

/** A manifest's entries. A JSON Lines file with one line is one entry. */
function checked(document, url) {
    const entries = Array.isArray(document) ? document : [document];
    entries.forEach((entry, index) => {
        const isSide = side => Number.isInteger(side) && side >= 1;
        if (isSide(entry?.w) && isSide(entry.h) && typeof entry.img === "string" && entry.img !== "") return;
        throw new ManifestError(url, Array.isArray(document)
            ? `entry ${index} has not a size of at least 1x1 and the name of a picture` : "it is neither a manifest nor an index of pages");
    });
    return entries;
}

function pagesOf(index, url) {
    if (!Array.isArray(index?.pages)) return [{ entries: checked(index, url) }];
    const folder = url.replace(/[?#].*$/s, "").replace(/[^/]*$/, "");
    return index.pages.map(page => {
        const { file, count, sha256 } = page ?? {};
        if (!PAGE_NAME.test(file)) throw new ManifestError(url, `the page "${file}" is not one that can be read; write pages as .json`);
        return { url: folder + file, count, sha256 };
    });
}

/** Undefined where there is no hash function: in React Native, in pages without HTTPS, and in Node 18. */
async function sha256(text) {
    const subtle = globalThis.crypto?.subtle;
    if (subtle === undefined) return undefined;
    const digest = await subtle.digest("SHA-256", new TextEncoder().encode(text));
    return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, "0")).join("");
}
