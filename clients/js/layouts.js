import { lfWaterflow, mkMasonry, waterflow } from "./layouts/columns.js";
import { flashList, masonic, masonryJs, staggeredGrid } from "./layouts/engines.js";
import { flow, flowWaterfall } from "./layouts/flow.js";
import { justified } from "./layouts/justified.js";
import { LayoutError } from "./layouts/layout.js";

export {
    LayoutError, flashList, flow, flowWaterfall, justified, lfWaterflow, masonic, masonryJs, mkMasonry, staggeredGrid, waterflow,
};

const KINDS = {
    "lf-waterflow": lfWaterflow, waterflow, "mk-masonry": mkMasonry, flow, "flow-waterfall": flowWaterfall,
    "staggered-grid": staggeredGrid, "masonry-js": masonryJs, justified, masonic, "flash-list": flashList,
};

/** The layout of a recipe as `weir layout --layout` takes it: `NAME` or `NAME:key=value,…`. */
export function layoutOf(recipe, viewport) {
    const [, name, , text] = /^([^:]*)(:(.*))?$/s.exec(recipe);
    if (!Object.hasOwn(KINDS, name)) {
        throw new LayoutError("layout", `there is none named "${name}"; there are ${Object.keys(KINDS).join(", ")}`);
    }
    const parameters = {};
    let last;
    for (const piece of text === undefined ? [] : text.split(",")) {
        const sides = /^([^=]*)=(.*)$/s.exec(piece);
        if (sides) {
            last = sides[1].replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
            if (Object.hasOwn(parameters, last)) throw new LayoutError(sides[1], "it is set twice");
            parameters[last] = sides[2];
        } else if (last === undefined) {
            throw new LayoutError("layout", `a parameter of "${recipe}" is not set as name=value`);
        } else {
            // A value may have commas, as insets do.
            parameters[last] += `,${piece}`;
        }
    }
    return KINDS[name](viewport, parameters);
}
