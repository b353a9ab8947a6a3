/** A picture of a manifest. Keys from `status` on are there if `weir ingest --with` named them; others are those of `--keep`. */
export interface Entry {
    /** The size in pixels, as a screen shows the picture. */
    readonly w: number;
    readonly h: number;
    /** A URL, or a path as the catalogue has it. */
    readonly img: string;
    /** The catalogue's own characters. */
    readonly price: string;
    readonly status?: "ok" | "stale" | "placeholder";
    readonly thumbhash?: string;
    readonly blurhash?: string;
    readonly blurDataURL?: string;
    readonly dominantColor?: string;
    readonly meanColor?: string;
    /** The other pictures of a product. */
    readonly images?: readonly Omit<Entry, "price" | "images">[];
    readonly [key: string]: unknown;
}

/** Props of an image element, so that the page keeps the room of a picture. */
export interface Attributes {
    width: number;
    height: number;
    style: { aspectRatio: string };
}

export interface Manifest {
    /** How many entries all pages have. */
    readonly count: number;
    /** How many pages there are; 1 for a single file. */
    readonly pageCount: number;
    /** The entries of all pages before the first one that is not loaded. */
    readonly entries: readonly Entry[];
    /** Whether all pages are loaded. */
    readonly isComplete: boolean;
    /** Loads a page, counted from 0, unless it is there. */
    page(number: number): Promise<readonly Entry[]>;
    /** Loads the next page and returns its entries: none at the end. Of calls at the same time each has a page of its own. */
    more(): Promise<readonly Entry[]>;
    /** Loads all pages. */
    all(): Promise<readonly Entry[]>;
    /**
     * Reads the index again, and those of the loaded pages whose hash has changed. Returns the first of `entries` that differs;
     * undefined if none does.
     */
    reload(): Promise<number | undefined>;
    /** The entry of a picture among the loaded pages, in constant time. */
    find(img: string): Omit<Entry, "price"> | undefined;
    size(img: string): { width: number; height: number } | undefined;
    attributes(img: string): Attributes | undefined;
}

/** As much of the answer of a fetch as is needed. */
export interface Answer {
    readonly ok: boolean;
    readonly status: number;
    text(): Promise<string>;
}

export interface Options {
    /** Used in place of the global function. */
    fetch?: (url: string, options?: { cache?: "no-cache" }) => Promise<Answer>;
    /** Called when a new publication has replaced loaded entries, with the number of the first one that differs. */
    changed?: (from: number) => void;
}

/**
 * Opens a manifest: the URL of a file, the URL of a folder with its index, which ends with `/` or `index.json`, or the entries
 * themselves. Of a folder only the index is read; `more` and `page` load pages.
 */
export function openManifest(source: string | URL | readonly Entry[], options?: Options): Promise<Manifest>;

/** A manifest that cannot be read. The message has the URL and the reason. */
export class ManifestError extends Error {
    readonly url: string;
    /** A sentence without a full stop. */
    readonly reason: string;
    /** The HTTP status, if the server gave one. */
    readonly status?: number;
    constructor(url: string, reason: string, more?: { status?: number; cause?: unknown });
}

/** What an app shows in the place of a picture. */
export interface Placeholder {
    /** A data: URL, for an image element. */
    url?: string;
    /** As #rrggbb. */
    color?: string;
    /** The value of the CSS property `background`. */
    css: string;
}

type Hashes = Pick<Entry, "w" | "h" | "thumbhash" | "blurhash" | "blurDataURL" | "dominantColor" | "meanColor">;

/** From the first that the entry has: blurDataURL, thumbhash, blurhash, a color. Undefined if it has none of them. */
export function placeholder(entry: Hashes): Placeholder | undefined;

/** For a picture that did not arrive: its color with a sign, of the picture's size. The URL is an SVG. */
export function failedPlaceholder(entry: Hashes): Placeholder;

/**
 * Where a picture is: `img` itself if it is a URL, else the path below a base that ends with a slash, with its special characters
 * escaped.
 */
export function pictureURL(img: string, base?: string): string;

/** What an app shows for a picture. */
export interface Tile {
    readonly element: HTMLElement;
    /** Called before the element is removed. */
    remove?(): void;
}

/** The tiles that a screen shows, in the order of their items, in an element that has no others. */
export class Tiles<Made extends Tile = Tile> implements Iterable<[number, Made]> {
    /** `make` is called for an item that comes on screen. */
    constructor(list: Element, make: (item: number) => Made);
    /** Makes the tiles of these items and removes all others, but not the one that has the focus. */
    show(items: Iterable<number>): void;
    /** Removes all. */
    clear(): void;
    get(item: number): Made | undefined;
    [Symbol.iterator](): IterableIterator<[number, Made]>;
}
