// The golden frames, which scripts/golden-frames has made with weir.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { layoutOf } from "weir-manifest/layouts";
import { answerOf } from "./frames.js";

const folder = new URL("../../../docs/examples/frames/", import.meta.url);

/** Layouts that the package does not have. */
const missing = ["carousel.json", "compose-staggered-grid.json", "flutter-masonry.json", "grid-lanes.json"];

for (const name of readdirSync(folder).filter(name => !missing.includes(name))) {
    const cases = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
    for (const { layout: recipe, manifest, ...wanted } of cases) {
        test(`golden frames: ${recipe}, ${wanted.viewport.width} wide`, () => {
            const layout = layoutOf(recipe, wanted.viewport).append(manifest);
            assert.deepEqual(answerOf(layout, { layout: recipe, ...wanted }), { layout: recipe, ...wanted });
        });
    }
}
