import { pictureURL } from "../../../clients/js/addresses.js";
import { page } from "./data.js";

const foreign = /^([a-z][a-z0-9+.-]*):(?:\/\/|(?<=^(?:data|blob|javascript|vbscript|file|cid|about|az|gs|s3):))/i;

/**
 * Where a browser finds the picture of an entry, or why it does not look for it.
 * @param {string} img
 * @returns {{url: string} | {reason: string}}
 */
export function addressOf(img) {
    if (img === "") return { reason: "The entry names no picture." };
    const scheme = foreign.exec(img)?.[1];
    if (scheme && !/^(https?:\/\/|data:image\/)/i.test(img)) return { reason: `The address has the scheme ${scheme.toLowerCase()}, which the preview does not load.` };
    const isPath = !scheme && !img.startsWith("//");
    if (isPath && page.pictures.endsWith("=")) return { url: page.pictures + encodeURIComponent(img) };
    return { url: pictureURL(img, img.startsWith("/") ? "file://" : page.pictures) };
}
