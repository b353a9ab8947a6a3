import { counted } from "./controls.js";
import { sizeOf, sizeText } from "./entries.js";

const namespace = "http://www.w3.org/2000/svg";

/** More pictures of another resolution than these are a server's habit, and no list. */
const mostScaled = 20;

/**
 * The pictures that have come and are not as their entries say: those of other proportions, and behind them those that only have
 * another resolution.
 * @param {import("./pictures.js").Pictures} pictures
 * @param {(entry: number) => void} jump
 * @returns {{count: number, scaled: number, rows: import("./rows.js").Row[]}}
 */
export function sizeRows(pictures, jump) {
    const [wrong, scaled] = [false, true].map(isScaled => pictures.differing.filter(each => each.isScaled === isScaled));
    const rows = [...wrong, ...scaled.length > mostScaled ? [] : scaled].map(({ entry, natural, isScaled }) => {
        const stated = sizeOf(pictures.entries, entry);
        return {
            entry, kind: isScaled ? "info" : "wrong", pressed: () => jump(entry), figure: figureOf(stated, natural),
            text: `${sizeText(stated)} in the manifest, ${sizeText(natural)} in fact${isScaled ? ", which is the same to a layout" : ""}`,
        };
    });
    return { count: wrong.length, scaled: scaled.length, rows };
}

/** Such as `2 pictures have other proportions than the manifest says`. */
export function wrongSizesText(count) {
    return `${counted(count, "picture has", "pictures have")} other proportions than the manifest says`;
}

/** Both sizes to scale: what the manifest states is dashed. */
function figureOf(stated, natural) {
    const longest = Math.max(stated.width, stated.height, natural.width, natural.height);
    const svg = document.createElementNS(namespace, "svg");
    svg.setAttribute("viewBox", "-2 -2 48 48");
    svg.setAttribute("aria-hidden", "true");
    for (const [name, size] of [["natural", natural], ["stated", stated]]) {
        const rect = svg.appendChild(document.createElementNS(namespace, "rect"));
        rect.setAttribute("class", name);
        rect.setAttribute("width", size.width / longest * 44);
        rect.setAttribute("height", size.height / longest * 44);
    }
    return svg;
}
