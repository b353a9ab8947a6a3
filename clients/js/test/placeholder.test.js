import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { failedPlaceholder, placeholder } from "weir-manifest";

/** The pixels of a PNG whose rows have no filter, as [red, green, blue, alpha]. */
function pixels(url) {
    const bytes = Buffer.from(url.slice("data:image/png;base64,".length), "base64");
    const [width, height, parts] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[25] === 6 ? 4 : 3];
    const rows = inflateSync(bytes.subarray(41, bytes.length - 16));
    const list = Array.from({ length: width * height }, (_, at) => {
        const start = Math.floor(at / width) * (1 + parts * width) + 1 + at % width * parts;
        return [...rows.subarray(start, start + parts), 255].slice(0, 4);
    });
    return { width, height, list };
}

const mean = ({ list }) => [0, 1, 2].map(part => list.reduce((sum, pixel) => sum + pixel[part], 0) / list.length);
const isNear = (one, other, distance) => one.every((part, at) => Math.abs(part - other[at]) <= distance);
const color = text => [1, 3, 5].map(at => parseInt(text.slice(at, at + 2), 16));

/** Entries that weir has written for the shop of its demo. */
const entries = readFileSync(new URL("placeholders.jsonl", import.meta.url), "utf8").trim().split("\n").map(line => JSON.parse(line));

test("a thumbhash and a blurhash become pictures of the same colors", () => {
    for (const { w, h, img, thumbhash, blurhash, meanColor } of entries) {
        const pictures = [{ thumbhash }, { blurhash }].map(hash => pixels(placeholder({ w, h, ...hash }).url));
        for (const picture of pictures) {
            assert.equal(Math.max(picture.width, picture.height), 32);
            assert.equal(Math.min(picture.width, picture.height), Math.round(32 * Math.min(w / h, h / w)), img);
        }
        // The mean of a BlurHash is one of linear colors, and both are rounded.
        if (pictures[0].list.some(pixel => pixel[3] < 255)) continue;
        assert.ok(isNear(mean(pictures[0]), color(meanColor), 16), `${img}: ${mean(pictures[0])}, ${meanColor}`);
        assert.ok(isNear(mean(pictures[0]), mean(pictures[1]), 24), `${img}: ${mean(pictures[0])}, ${mean(pictures[1])}`);
    }
});

test("what is there is used", () => {
    const [{ w, h, thumbhash, blurDataURL, meanColor, dominantColor }] = entries;
    assert.equal(placeholder({ w, h, thumbhash, blurDataURL, meanColor }).url, blurDataURL);
    assert.match(placeholder({ w, h, thumbhash, meanColor }).css, /^#[0-9a-f]{6} url\("data:image\/png;base64,[A-Za-z0-9+/]+=*"\) center/);
    assert.deepEqual(placeholder({ w, h, meanColor, dominantColor }), { color: dominantColor, css: dominantColor });
    assert.equal(placeholder({ w, h }), undefined);
});

test("texts that are no hashes leave the color", () => {
    for (const hash of [{ thumbhash: "" }, { thumbhash: "####" }, { thumbhash: "cnkG" }, { blurhash: "LQSX" }, { blurhash: "é".repeat(28) }]) {
        assert.deepEqual(placeholder({ w: 2, h: 3, ...hash, meanColor: "#102030" }), { color: "#102030", css: "#102030" });
    }
    for (const text of [{ meanColor: "red; }" }, { blurDataURL: 'data:image/png,") no-repeat, url("//evil' }, { blurDataURL: "//evil" }]) {
        assert.equal(placeholder({ w: 2, h: 3, ...text }), undefined);
    }
});

test("a picture that failed has its size and color", () => {
    const { url, css, color } = failedPlaceholder({ w: 200, h: 300, dominantColor: "#102030" });
    const svg = decodeURIComponent(url.slice("data:image/svg+xml,".length));
    assert.match(svg, /^<svg [^>]*width="200" height="300"><rect [^>]*fill="#102030"/);
    assert.equal(color, "#102030");
    assert.match(css, /^#102030 url\("data:image\/svg\+xml,[^"]*"\) center \/ 100% 100% no-repeat$/);
    assert.ok(failedPlaceholder({ w: 1, h: 1 }).color);
});
