// Frames beside those of the program that WEIR names, bit for bit.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { layoutOf } from "weir-manifest/layouts";
import { Draw } from "./draw.js";
import { answerOf } from "./frames.js";

const program = process.env.WEIR;
const cases = Number(process.env.WEIR_LAYOUTS ?? 2000);
const seed = Number(process.env.WEIR_SEED ?? Date.now());
const BATCH = 50;

const draw = new Draw(seed);

const gap = () => draw.one([0, 1, 4, 8, 10, 12.5, 16, 20, 7.3, 1 / 3]);
const inset = () => draw.chance(3) ? `${gap()},${gap()},${gap()},${gap()}` : gap();

/** Each draws some parameters of a layout that have room on every screen. */
const parameters = {
    columns: () => ({ columns: draw.whole(1, 6), "column-spacing": gap(), "row-spacing": gap(), inset: inset(), ...strip() }),
    wide: () => {
        const { columns, ...others } = parameters.columns();
        return { ...draw.chance(4) ? { "item-width": draw.one([90, 133.3, 240.5]) } : { columns }, ...others };
    },
    flow: () => ({
        ...draw.one([
            { columns: draw.whole(1, 5) }, { "item-width": draw.one([40, 99.5, 250]) },
            { "item-size": draw.one(["50x60", "120.25x33", "400x300"]) }, {},
        ]),
        "line-spacing": gap(), "interitem-spacing": gap(), inset: inset(), header: draw.one([0, 20, 44.5]), footer: draw.one([0, 7]), ...cuts(),
    }),
    density: () => ({ density: draw.one([1, 2, 2.625, 3]) }),
};
const strip = () => draw.one([{}, {}, { "extra-height": draw.one([17, 24, 33.3]) }, { "extra-height-by": "title" }]);
const cuts = () => draw.one([{}, { "section-size": draw.whole(1, 9) }, { "section-by": "shelf" }]);
const arithmetic = () => ({ arithmetic: draw.one(["float", "double"]) });

const layouts = {
    "lf-waterflow": () => ({ ...parameters.columns(), ...arithmetic() }),
    waterflow: parameters.columns,
    "mk-masonry": () => ({ columns: draw.whole(1, 6), spacing: gap(), ...strip(), ...cuts(), ...arithmetic() }),
    flow: () => ({ ...parameters.flow(), direction: draw.one(["vertical", "vertical", "horizontal"]) }),
    "flow-waterfall": parameters.flow,
    "staggered-grid": () => ({
        columns: draw.whole(1, 6), inset: inset(), "item-inset": inset(), heights: draw.one(["image-view", "rounded", "integer"]),
        ...strip(), ...parameters.density(),
    }),
    "masonry-js": () => ({ ...parameters.wide(), ...parameters.density() }),
    masonic: () => ({ ...parameters.wide(), ...draw.chance(2) ? { "window-width": draw.whole(700, 1500) } : {} }),
    "flash-list": () => ({ ...parameters.columns(), ...parameters.density() }),
    justified: () => ({
        "row-height": draw.one([60, 120, 200, 333.3]), tolerance: draw.one([0, 0.1, 0.25, 0.5]), "column-spacing": gap(),
        "row-spacing": gap(), inset: inset(), ...draw.chance(4) ? { "max-rows": draw.whole(1, 5) } : {},
        ...draw.chance(3) ? { "breakout-cadence": draw.whole(1, 3) } : {}, "show-widows": !draw.chance(5),
        "widow-style": draw.one(["left", "center", "justify"]),
    }),
};

/** Nothing in their default depends on the screen, but the columns of lf-waterflow. */
function drawnRecipe() {
    const name = draw.one(Object.keys(layouts));
    return `${name}:${Object.entries(layouts[name]()).map(([key, value]) => `${key}=${value}`).join(",")}`;
}

function drawnEntries(count) {
    let shelf = 0;
    return Array.from({ length: count }, (_, index) => {
        if (draw.chance(6)) shelf = draw.whole(0, 9);
        return { ...draw.picture(), img: `${index}.jpg`, price: "", shelf: String(shelf), title: draw.one(["", "12", "33.4"]) };
    });
}

test(`${cases} drawn layouts have the frames of the program, seed ${seed}`, { skip: program ? false : "WEIR names no program" }, () => {
    const folder = mkdtempSync(join(tmpdir(), "weir-js-"));
    try {
        for (let done = 0; done < cases; done += BATCH) {
            const entries = drawnEntries(draw.chance(8) ? draw.whole(200, 600) : draw.whole(1, 60));
            const file = join(folder, "m.json");
            writeFileSync(file, JSON.stringify(entries));
            const recipes = Array.from({ length: BATCH / 5 }, drawnRecipe);
            const screens = [375, 412, 820, 1280, 320 + draw.whole(1, 999) / 8].map(width => [width, draw.one([667, 852, 915.5])]);
            const text = execFileSync(program, ["layout", file, ...recipes.flatMap(recipe => ["--layout", recipe]),
                ...screens.flatMap(([width, height]) => ["--devices", `${width}x${height}`])], { encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "ignore"] });
            const answers = JSON.parse(text);
            assert.equal(answers.length, BATCH);
            for (const [number, wanted] of answers.entries()) {
                const recipe = recipes[Math.floor(number / 5)];
                const layout = layoutOf(recipe, wanted.viewport);
                for (let from = 0; from < entries.length;) {
                    const to = draw.chance(2) ? entries.length : from + draw.whole(1, 40);
                    layout.append(entries.slice(from, to));
                    from = to;
                }
                const { blankSpace, sections, ...expected } = wanted;
                assert.deepEqual(answerOf(layout, expected), expected, `${recipe} on ${wanted.viewport.width}x${wanted.viewport.height}`);
            }
        }
    } finally {
        rmSync(folder, { recursive: true });
    }
});
