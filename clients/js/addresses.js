/** @type {typeof import("./index.js").pictureURL} */
export function pictureURL(img, base = "") {
    if (/^https?:\/\/|^data:image\//i.test(img)) return img;
    if (img.startsWith("//")) return `https:${img}`;
    return base + img.split("/").map(encodeURIComponent).join("/");
}
