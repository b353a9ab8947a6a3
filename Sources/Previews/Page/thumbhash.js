/**
 * The small picture of a ThumbHash, as an element to put behind the true one. Throws if the bytes are too few.
 * @param {Document} owner
 * @param {Uint8Array} hash
 */
export function thumbHashCanvas(owner, hash) {
    const head = hash[0] | hash[1] << 8 | hash[2] << 16;
    const shape = hash[3] | hash[4] << 8;
    const hasAlpha = head >> 23 !== 0;
    const isWide = shape >> 15 !== 0;
    const most = hasAlpha ? 5 : 7;
    const across = Math.max(3, isWide ? most : shape & 7);
    const down = Math.max(3, isWide ? shape & 7 : most);
    let place = (hasAlpha ? 6 : 5) * 2;
    const digit = () => hash[place >> 1] >> (place++ & 1) * 4 & 15;
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
    if ((place + 1) >> 1 > hash.length) throw new RangeError("the text is too short for a ThumbHash");

    const canvas = owner.createElement("canvas");
    canvas.width = Math.round(across >= down ? 32 : 32 * across / down);
    canvas.height = Math.round(across >= down ? 32 * down / across : 32);
    const { width, height } = canvas;
    const context = canvas.getContext("2d");
    const image = context.createImageData(width, height);
    const cosines = (length, index) => Array.from({ length: 8 }, (_, wave) => Math.cos(Math.PI / length * (index + 0.5) * wave));
    const columns = Array.from({ length: width }, (_, x) => cosines(width, x));
    for (let y = 0, at = 0; y < height; y++) {
        const row = cosines(height, y);
        for (let x = 0; x < width; x++, at += 4) {
            const value = ({ mean, terms }) => terms.reduce((sum, [cx, cy, weight]) => sum + weight * columns[x][cx] * row[cy], mean);
            const [l, p, q] = [value(light), value(yellow), value(red)];
            const b = l - 2 / 3 * p;
            const r = (3 * l - b + q) / 2;
            image.data.set([r, r - q, b, value(alpha)].map(part => Math.max(0, Math.min(255, Math.round(255 * part)))), at);
        }
    }
    context.putImageData(image, 0, 0);
    return canvas;
}
