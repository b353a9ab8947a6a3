// What an app shows until a picture arrives, and if it never does.

/** The longer side of a picture that is made here, in pixels. */
const LONGER_SIDE = 32;

/** @type {typeof import("./index.js").placeholder} */
export function placeholder(entry) {
    const color = colorOf(entry);
    // A text of somebody else must not end the quotes in the style.
    if (/^data:image\/[^"\\\s]+$/.test(entry.blurDataURL ?? "")) return shown(entry.blurDataURL, color);
    const picture = entry.thumbhash ? thumbhashPicture(entry.thumbhash, entry) : entry.blurhash ? blurhashPicture(entry.blurhash, entry) : undefined;
    if (picture) return shown(pngURL(picture), color);
    return color === undefined ? undefined : { color, css: color };
}

/** @type {typeof import("./index.js").failedPlaceholder} */
export function failedPlaceholder(entry) {
    const color = colorOf(entry) ?? "#d8d8d8";
    const [w, h] = [entry.w, entry.h];
    const unit = Math.min(w, h) / 10;
    // A frame with a mountain, crossed out.
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}"><rect width="100%" height="100%" fill="${color}"/>`
        + `<g transform="translate(${w / 2} ${h / 2}) scale(${unit})" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width=".3" stroke-linejoin="round">`
        + '<path d="M-2-1.5h4v3h-4zM-2 1l1.3-1.3 1 1 .7-.7 1 1M-2.3-2l4.6 4"/></g></svg>';
    return shown(`data:image/svg+xml,${encodeURIComponent(svg)}`, color);
}

/**
 * A manifest may have one color or two.
 * @param {Partial<import("./index.js").Entry>} entry
 */
function colorOf({ dominantColor, meanColor }) {
    return [dominantColor, meanColor].find(color => /^#[0-9a-f]{6}$/i.test(color ?? ""));
}

function shown(url, color) {
    return { url, color, css: `${color ?? ""} url("${url}") center / 100% 100% no-repeat`.trim() };
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Old versions of React Native have neither atob nor btoa.

function bytesOf(base64) {
    const bytes = [];
    let bits = 0;
    let count = 0;
    for (const letter of base64.replace(/=+$/, "")) {
        const value = BASE64.indexOf(letter);
        if (value < 0) return [];
        bits = bits << 6 | value;
        count += 6;
        if (count >= 8) bytes.push(bits >> (count -= 8) & 255);
    }
    return bytes;
}

function base64Of(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; at += 3) {
        const [one, two, three] = [bytes[at], bytes[at + 1], bytes[at + 2]];
        text += BASE64[one >> 2] + BASE64[(one & 3) << 4 | two >> 4]
            + (two === undefined ? "=" : BASE64[(two & 15) << 2 | three >> 6]) + (three === undefined ? "=" : BASE64[three & 63]);
    }
    return text;
}

function sides(width, height) {
    const scale = LONGER_SIDE / Math.max(width, height);
    return [width, height].map(side => Math.max(1, Math.round(side * scale)));
}

/**
 * A picture of red, green, blue and alpha, each from 0 to 1, that a function computes for each pixel.
 * @param {number[]} size
 */
function painted(size, pixel) {
    const [width, height] = size;
    const data = new Uint8Array(4 * width * height);
    for (let y = 0, at = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            for (const part of pixel(x, y)) data[at++] = Math.max(0, Math.min(255, Math.round(255 * part)));
        }
    }
    return { width, height, data };
}

const cosines = (length, most) => Array.from({ length }, (_, at) =>
    Array.from({ length: most }, (_, wave) => Math.cos(Math.PI / length * (at + 0.5) * wave)));

/** Undefined if the bytes are too few. */
function thumbhashPicture(text, { w, h }) {
    const hash = bytesOf(text);
    const head = hash[0] | hash[1] << 8 | hash[2] << 16;
    const shape = hash[3] | hash[4] << 8;
    const hasAlpha = head >> 23 !== 0;
    const isWide = shape >> 15 !== 0;
    const most = hasAlpha ? 5 : 7;
    const across = Math.max(3, isWide ? most : shape & 7);
    const down = Math.max(3, isWide ? shape & 7 : most);
    let digits = (hasAlpha ? 6 : 5) * 2;
    const digit = () => hash[digits >> 1] >> (digits++ & 1) * 4 & 15;
    const waves = (nx, ny, mean, scale) => {
        const terms = [];
        for (let cy = 0; cy < ny; cy++) {
            for (let cx = cy > 0 ? 0 : 1; cx * ny < nx * (ny - cy); cx++) terms.push([cx, cy, (digit() / 7.5 - 1) * scale * 2]);
        }
        return { mean, terms };
    };
    const light = waves(across, down, (head & 63) / 63, (head >> 18 & 31) / 31);
    const yellow = waves(3, 3, (head >> 6 & 63) / 31.5 - 1, (shape >> 3 & 63) / 63 * 1.25);
    const red = waves(3, 3, (head >> 12 & 63) / 31.5 - 1, (shape >> 9 & 63) / 63 * 1.25);
    const alpha = hasAlpha ? waves(5, 5, (hash[5] & 15) / 15, (hash[5] >> 4) / 15) : { mean: 1, terms: [] };
    if ((digits + 1) >> 1 > hash.length) return undefined;
    const size = sides(w, h);
    const [columns, rows] = size.map(side => cosines(side, 7));
    return painted(size, (x, y) => {
        const value = ({ mean, terms }) => terms.reduce((sum, [cx, cy, weight]) => sum + weight * columns[x][cx] * rows[y][cy], mean);
        const [l, p, q] = [value(light), value(yellow), value(red)];
        const b = l - 2 / 3 * p;
        const r = (3 * l - b + q) / 2;
        return [r, r - q, b, value(alpha)];
    });
}

const BASE83 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~";

/** Undefined if the text is not a BlurHash. */
function blurhashPicture(text, { w, h }) {
    const digits = Array.from(text, letter => BASE83.indexOf(letter));
    const number = (from, to) => digits.slice(from, to).reduce((sum, digit) => sum * 83 + digit, 0);
    const [across, down] = [number(0, 1) % 9 + 1, Math.floor(number(0, 1) / 9) + 1];
    if (digits.includes(-1) || digits.length !== 4 + 2 * across * down) return undefined;
    const linear = value => value <= 10.31475 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const mean = number(2, 6);
    const greatest = (number(1, 2) + 1) / 166;
    const weight = digit => Math.sign(digit - 9) * ((digit - 9) / 9) ** 2 * greatest;
    const weights = [[linear(mean >> 16), linear(mean >> 8 & 255), linear(mean & 255)]];
    for (let at = 6; at < digits.length; at += 2) {
        const value = number(at, at + 2);
        weights.push([Math.floor(value / 361), Math.floor(value / 19) % 19, value % 19].map(weight));
    }
    const size = sides(w, h);
    // A BlurHash counts from the corner of a pixel, and not from its middle.
    const [columns, rows] = size.map((side, axis) => Array.from({ length: side }, (_, at) =>
        Array.from({ length: [across, down][axis] }, (_, wave) => Math.cos(Math.PI * at * wave / side))));
    const encoded = value => value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return painted(size, (x, y) => [...[0, 1, 2].map(part =>
        encoded(weights.reduce((sum, one, at) => sum + one[part] * columns[x][at % across] * rows[y][Math.floor(at / across)], 0))), 1]);
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? byte >>> 1 ^ 0xedb88320 : byte >>> 1;
    return byte;
});

const fourBytes = number => [number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255];

function chunk(name, data) {
    const bytes = [...Array.from(name, letter => letter.charCodeAt(0)), ...data];
    const crc = bytes.reduce((crc, byte) => CRC[(crc ^ byte) & 255] ^ crc >>> 8, -1);
    return [...fourBytes(data.length), ...bytes, ...fourBytes(~crc)];
}

/** A PNG without compression, as a data: URL. Without transparency it has no alpha channel. */
function pngURL({ width, height, data }) {
    const isOpaque = data.every((part, at) => at % 4 !== 3 || part === 255);
    const rows = [];
    data.forEach((part, at) => {
        if (at % (4 * width) === 0) rows.push(0);
        if (!isOpaque || at % 4 !== 3) rows.push(part);
    });
    let [one, two] = [1, 0];
    for (const byte of rows) [one, two] = [(one + byte) % 65521, (two + one + byte) % 65521];
    const size = rows.length;
    const stored = [0x78, 1, 1, size & 255, size >> 8, ~size & 255, ~size >> 8 & 255, ...rows, ...fourBytes(two << 16 | one)];
    return `data:image/png;base64,${base64Of([
        137, 80, 78, 71, 13, 10, 26, 10,
        ...chunk("IHDR", [...fourBytes(width), ...fourBytes(height), 8, isOpaque ? 2 : 6, 0, 0, 0]),
        ...chunk("IDAT", stored), ...chunk("IEND", []),
    ])}`;
}
