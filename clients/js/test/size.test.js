import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { gzipSync } from "node:zlib";

const root = new URL("..", import.meta.url);

function kilobytes(names) {
    const bytes = Buffer.concat(names.map(name => readFileSync(new URL(name, root))));
    return [bytes.length, gzipSync(bytes, { level: 9 }).length].map(length => Math.ceil(length / 1000));
}

test("the package is as small as its README says", () => {
    const readme = readFileSync(new URL("README.md", root), "utf8");
    const reading = ["index.js", "addresses.js", "manifest.js", "placeholder.js", "tiles.js"];
    const layouts = ["layouts.js", ...readdirSync(new URL("layouts", root)).map(name => `layouts/${name}`)];
    for (const [what, names, most] of [["reading and placeholders", reading, 20], ["with all layouts", [...reading, ...layouts], 40]]) {
        const sizes = kilobytes(names);
        assert.ok(sizes[1] <= most);
        const written = readme.match(new RegExp(`\\| ${what} \\| (\\d+) KB \\| (\\d+) KB \\|`)).slice(1).map(Number);
        // Versions of zlib differ by some bytes.
        assert.ok(written.every((one, at) => one === sizes[at] || one === sizes[at] + 1), `${what}: ${sizes} KB, and ${written} in README.md`);
    }
});
