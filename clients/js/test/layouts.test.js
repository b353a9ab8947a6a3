import assert from "node:assert/strict";
import { test } from "node:test";
import {
    LayoutError, flashList, flow, flowWaterfall, justified, layoutOf, lfWaterflow, masonic, masonryJs, mkMasonry, staggeredGrid, waterflow,
} from "weir-manifest/layouts";
import { Draw } from "./draw.js";

const phone = { width: 375, height: 667 };
const kinds = { lfWaterflow, waterflow, mkMasonry, flow, flowWaterfall, staggeredGrid, masonryJs, justified, masonic, flashList };
const seed = Number(process.env.WEIR_SEED ?? Date.now());

const hasAreaIn = (one, other) =>
    Math.min(one.x + one.width, other.x + other.width) > Math.max(one.x, other.x)
    && Math.min(one.y + one.height, other.y + other.height) > Math.max(one.y, other.y);

for (const [name, make] of Object.entries(kinds)) {
    test(`${name}: the pictures in a rect are those whose frames are, and slices give the frames, seed ${seed}`, () => {
        const draw = new Draw(seed);
        for (const count of [0, 1, 7, 300]) {
            const layout = make(phone).append(Array.from({ length: count }, () => draw.picture()));
            const frames = layout.frames();
            assert.equal(frames.length, count);
            assert.deepEqual([...layout.frames(0, 3), ...layout.frames(3)], frames);
            for (let round = 0; round < 60; round++) {
                const rect = {
                    x: draw.whole(-50, 300), y: (draw.next() * 1.2 - 0.1) * layout.height, width: draw.whole(0, 400), height: draw.whole(0, 900),
                };
                const wanted = frames.flatMap((frame, item) => hasAreaIn(frame, rect) ? [item] : []);
                assert.deepEqual(layout.itemsIn(rect), wanted);
            }
        }
    });
}

test("a hundred thousand pictures are placed, and a screen of them is found", () => {
    const pictures = Array.from({ length: 100_000 }, (_, at) => ({ w: 100, h: 50 + at % 97 }));
    for (const make of Object.values(kinds)) {
        const layout = make(phone).append(pictures);
        const middle = { x: 0, y: layout.height / 2, width: phone.width, height: phone.height };
        assert.ok(layout.itemsIn(middle).length > 1);
    }
});

test("a broken picture adds none", () => {
    const layout = waterflow(phone).append([{ w: 1, h: 1 }]);
    for (const broken of [{ w: 0, h: 1 }, { w: 1.5, h: 1 }, { w: 1, h: 2 ** 31 }, { w: "1", h: 1 }, {}]) {
        assert.throws(() => layout.append([{ w: 1, h: 1 }, broken]), { parameter: "picture 2" });
    }
    assert.equal(layout.count, 1);
    const titled = waterflow(phone, { extraHeightBy: "title" });
    assert.throws(() => titled.append([{ w: 1, h: 1, title: "tall" }]), LayoutError);
    assert.equal(titled.append([{ w: 1, h: 1, title: "" }, { w: 1, h: 1, title: "5" }, { w: 1, h: 1 }]).count, 3);
});

test("sections begin by hand, after a number, and by a key", () => {
    const pictures = Array.from({ length: 5 }, (_, at) => ({ w: 1, h: 1, shelf: at < 3 ? "a" : "b" }));
    const sectionsOf = layout => layout.frames().map((_, item) => layout.section(item)).join("");
    assert.equal(sectionsOf(flow(phone).append(pictures.slice(0, 2)).append(pictures.slice(2, 3)).beginSection().append(pictures.slice(3))), "00011");
    assert.equal(sectionsOf(flow(phone, { sectionSize: 2 }).append(pictures.slice(0, 3)).append(pictures.slice(3))), "00112");
    const named = flowWaterfall(phone, { sectionBy: "shelf", header: 0, sections: { b: { header: 30 } } }).append(pictures);
    assert.equal(sectionsOf(named), "00011");
    assert.deepEqual(named.supplementary.map(({ kind, section, frame }) => [kind, section, frame.height]), [["header", 1, 30]]);
});

const refused = [
    ["masonry", "layout"], ["", "layout"], ["constructor", "layout"], ["flow:columns", "layout"], ["flow:gap=3", "gap"],
    ["flow:columns=3,columns=4", "columns"], ["waterflow:columns=3.5", "columns"], ["waterflow:columns=", "columns"],
    ["waterflow:row-spacing=ten", "rowSpacing"], ["waterflow:row-spacing=-1", "rowSpacing"], ["waterflow:inset=1,2", "inset"],
    ["waterflow:inset=1,,2,3", "inset"], ["waterflow:inset=200", "columns"], ["waterflow:columns=65536", "columns"],
    ["flow:item-size=50", "itemSize"], ["flow:item-size=0x50", "itemSize"], ["flow:item-size=50x50,columns=3", "columns"],
    ["flow:item-size=0.001x1,interitem-spacing=0", "itemSize"], ["flow:columns=10000", "columns"], ["flow:inset=200", "inset"],
    ["flow:direction=up", "direction"], ["flow:section-by=a,section-size=2", "sectionSize"], ["waterflow:section-size=2", "sectionSize"],
    ["flow-waterfall:direction=horizontal,item-width=50", "direction"], ["lf-waterflow:arithmetic=Float", "arithmetic"],
    ["mk-masonry:columns=10000", "columns"], ["staggered-grid:heights=image", "heights"], ["staggered-grid:density=0", "density"],
    ["staggered-grid:inset=400", "columns"], ["masonry-js:columns=2,item-width=90", "itemWidth"], ["masonry-js:item-width=0", "itemWidth"],
    ["masonic:columns=2,item-width=90", "itemWidth"], ["masonic:item-width=0.001,column-spacing=0", "itemWidth"],
    ["flash-list:columns=4,column-spacing=100", "columns"], ["flash-list:density=0", "density"],
    ["justified:tolerance=1", "tolerance"], ["justified:widow-style=right", "widowStyle"], ["justified:inset=200", "inset"],
    ["justified:max-rows=0", "maxRows"], ["justified:show-widows=1", "showWidows"],
];

for (const [recipe, parameter] of refused) {
    test(`refused: ${recipe}`, () => assert.throws(() => layoutOf(recipe, phone), error => error instanceof LayoutError && error.parameter === parameter));
}

test("a viewport without a size is refused", () => {
    assert.throws(() => waterflow({ width: 0, height: 10 }), { parameter: "width" });
    assert.throws(() => flow({ width: 10, height: NaN }), { parameter: "height" });
});
