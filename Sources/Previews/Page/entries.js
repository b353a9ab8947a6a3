import { placeholder } from "../../../clients/js/placeholder.js";

/** What an entry may have for its placeholder. */
const placeholderFacts = ["thumbhash", "blurhash", "blurDataURL", "dominantColor", "meanColor"];

/** @typedef {import("./data.js").Entries} Entries */

/** @param {Entries} entries */
export function sizeOf(entries, entry) {
    return { width: entries.size[2 * entry], height: entries.size[2 * entry + 1] };
}

export const sizeText = ({ width, height }) => `${width} × ${height}`;

/** The file's name in an address, which people know a picture by. */
export function nameOf(entries, entry) {
    const img = entries.img[entry];
    if (/^data:/i.test(img)) return "picture in the manifest";
    const isURL = /^([a-z][a-z0-9+.-]*:)?\/\//i.test(img);
    const last = (isURL ? img.replace(/[?#].*$/, "") : img).split("/").findLast(part => part !== "") ?? "no name";
    if (!isURL) return last;
    try {
        return decodeURIComponent(last);
    } catch {
        return last;
    }
}

/** The background of an entry's frame while its picture is not there; undefined without a placeholder. */
export function placeholderOf(entries, entry) {
    const { width: w, height: h } = sizeOf(entries, entry);
    return placeholder({ w, h, ...Object.fromEntries(placeholderFacts.map(fact => [fact, entries[fact]?.[entry]])) })?.css;
}
