import { page } from "./data.js";

const foreign = /^([a-z][a-z0-9+.-]*):(?:\/\/|(?<=^(?:data|blob|javascript|vbscript|file|cid|about|az|gs|s3):))/i;

/**
 * Where a browser finds the picture of an entry, or why it does not look for it.
 * @param {string} img
 * @returns {{url: string} | {reason: string}}
 */
export function addressOf(img) {
    if (img === "") return { reason: "The entry names no picture." };
    if (/^https?:\/\//i.test(img) || /^data:image\//i.test(img)) return { url: img };
    if (img.startsWith("//")) return { url: `https:${img}` };
    const scheme = foreign.exec(img)?.[1];
    if (scheme) return { reason: `The address has the scheme ${scheme.toLowerCase()}, which the preview does not load.` };
    if (page.pictures.endsWith("=")) return { url: page.pictures + encodeURIComponent(img) };
    const path = img.split("/").map(encodeURIComponent).join("/");
    return { url: img.startsWith("/") ? `file://${path}` : page.pictures + path };
}
