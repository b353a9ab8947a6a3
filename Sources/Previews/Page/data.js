// The data that weir has put into the page.

/**
 * @typedef {object} Entries Lists of entries, and the values of all entries.
 * @property {{name: string, count: number, total: number}[]} lists
 * @property {number[]} size The width and the height of each entry, in pixels.
 * @property {string[]} img
 * @property {string[]} price
 * @property {string[]} [thumbhash]
 * @property {string[]} [blurhash]
 * @property {string[]} [blurDataURL]
 * @property {string[]} [dominantColor]
 * @property {string[]} [meanColor]
 * @property {string[]} [status]
 * @property {{name: string, values: string[]}[]} [keys] Other keys that are searched.
 */

/**
 * @typedef {object} State What the app has loaded, and how it is laid out.
 * @property {number[]} lists The numbers of the lists, one behind the other.
 * @property {number} from The first frame that differs from the state before.
 * @property {number} width The size of the content.
 * @property {number} height
 * @property {number[]} [strips] The points below each picture that come in addition to the screen's strip.
 * @property {string[]} [sections] The names of the sections.
 * @property {{kind: "header"|"footer", section: number, frame: number[], until?: number}[]} [supplementary]
 *   `until` is where a header that pins is at last, and a footer that pins at first.
 */

/**
 * @typedef {object} Screen A layout on a device.
 * @property {number} number
 * @property {string} layout
 * @property {string} device
 * @property {number} width
 * @property {number} height
 * @property {number} [scale] Pixels to a point.
 * @property {"iOS"|"Android"|"Flutter"|"React Native"|"web"} [platform] That of the layout, if it runs on the device.
 * @property {boolean} [isWindow] Whether the device is a browser's window.
 * @property {number[]} [safeArea] Top, left, bottom, right.
 * @property {number} strip The points below each picture.
 * @property {boolean} [isHorizontal]
 * @property {boolean} [isCarousel]
 * @property {number} [predicted] The shift score of a phone with the sizes of the other manifest.
 * @property {Object<string, State[]>} chains States that grow out of each other, by the number of refreshes; `-turned` behind it is a
 *   screen that was turned. `old` and `arrived` are those of the other manifest.
 */

/** @typedef {{rule: string, severity: string, message: string, entry?: number, screen?: string, isFailure?: boolean}} Finding */

/** Parses an element's text and frees it. */
function parsed(element) {
    const value = JSON.parse(element.textContent);
    element.remove();
    return value;
}

/**
 * @type {{title: string, version: string, pictures: string, number?: number, findings: Finding[], entries: Entries,
 *   against?: {name: string, previous: number[], entries: Entries}}}
 */
export const page = parsed(document.getElementById("page"));

/** @type {Screen[]} */
export const screens = [...document.querySelectorAll("script[id^=screen-]")].map((element, number) => ({ number, ...parsed(element) }));

/** The numbers of the frames that a state adds: x, y, width and height of each. */
export function addedNumbers(screen, chain, step) {
    const text = document.getElementById(`frames-${screen.number}-${chain}-${step}`).textContent;
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
    return new Float64Array(bytes.buffer);
}
