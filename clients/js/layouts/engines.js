import { Columns, columnParameters, columnWidth, plainRule } from "./columns.js";
import {
    LayoutError, MOST_COLUMNS, checkedViewport, choice, columns, count, density, insets, noRoom, read, side, strips,
} from "./layout.js";

const { fround } = Math;

/** w * h / divisor in integers, truncated. */
function truncatedShare(one, other, divisor) {
    // A quotient of doubles, truncated, is exact up to there.
    return one * other < 2 ** 52 ? Math.trunc(one * other / divisor) : Number(BigInt(one) * BigInt(other) / BigInt(divisor));
}

/**
 * Android's StaggeredGridLayoutManager, vertical, walked from the top. It computes in whole pixels.
 * @type {typeof import("../layouts.js").staggeredGrid}
 */
export function staggeredGrid(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const values = read(parameters, {
        columns: columns(3), inset: insets(5), itemInset: insets(5), heights: choice("image-view", "rounded", "integer"), ...strips, density,
    });
    const { columns: wanted, inset, itemInset, heights, extraHeight, density: scale } = values;
    // As `getDimensionPixelSize` does: rounded half up, and at least 1 for a length that is not 0.
    const pixels = dp => dp > 0 ? Math.max(1, Math.trunc(fround(fround(fround(dp) * fround(scale)) + 0.5))) : 0;
    const [left, above, below] = [pixels(itemInset.left), pixels(itemInset.top), pixels(itemInset.bottom)];
    const room = Math.round(viewport.width * scale) - pixels(inset.left) - pixels(inset.right);
    const span = Math.floor(room / wanted);
    const width = span - left - pixels(itemInset.right);
    if (!(width / scale > 0)) throw noRoom(wanted, viewport.width);
    const first = pixels(inset.top) + above;
    const gap = above + below;
    const pictureHeight = {
        "image-view": (w, h) => w === width ? h : Math.trunc(fround(fround(width) / fround(fround(w) / fround(h)))),
        rounded: (w, h) => Math.trunc(fround(fround(fround(width) * fround(h)) / fround(w)) + 0.5),
        integer: (w, h) => truncatedShare(width, h, w),
    }[heights];
    return new Columns(viewport, values, {
        ...plainRule, columns: wanted, width: width / scale,
        heightWhenEmpty: (pixels(inset.top) + pixels(inset.bottom)) / scale,
        x: column => (pixels(inset.left) + column * span + left) / scale,
        height: (w, h, points) => pictureHeight(w, h) + pixels(extraHeight + points),
        end: (top, height) => top + (height + gap),
        y: top => (first + top) / scale,
        points: height => height / scale,
        key: (top, height) => (first + (top + (height + gap))) / scale,
        contentHeight: end => (first + end - gap + (below + pixels(inset.bottom))) / scale,
    });
}

/** The nearest whole number; the upper one of two. */
const rounded = number => Math.floor(number + 0.5);

/** 64ths of a device pixel in 32 bits, as Chromium's layout has them. */
const MOST_UNITS = 2 ** 31 - 1;

function unitsOf(length, scale) {
    const units = fround(fround(length * scale) * 64);
    return units < fround(MOST_UNITS) ? Math.trunc(units) : MOST_UNITS;
}

/** Adding 2^52 leaves no room for a fraction. */
const nearestEven = number => number + 2 ** 52 - 2 ** 52;

/** @param {{columns?: number, itemWidth?: number}} parameters */
function refuseBoth({ columns, itemWidth }) {
    if (columns === undefined || itemWidth === undefined) return;
    throw new LayoutError("itemWidth", "it cannot be set together with columns: one of them sizes the items");
}

/** The nearest number of six decimal digits, the even one of two. */
function sixDigits(number) {
    if (!(number > 0)) return 0;
    let scale = 1;
    if (number >= 100_000) {
        while (number / scale >= 999_999.5) scale *= 10;
        return nearestEven(number / scale) * scale;
    }
    while (number * scale < 99_999.95) scale *= 10;
    return nearestEven(number * scale) / scale;
}

/**
 * masonry.js 4.2.2 in Chromium, with items of one width, a `gutter`, and the gap below each item as its margin.
 * @type {typeof import("../layouts.js").masonryJs}
 */
export function masonryJs(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const values = read(parameters, { ...columnParameters, itemWidth: side(), density });
    const { columns: wanted, itemWidth, columnSpacing, rowSpacing, inset, extraHeight, density: scale } = values;
    refuseBoth(parameters);
    const units = length => unitsOf(length, scale);
    const points = units => units / (64 * scale);
    // Lengths as the script reads them: paddings and margins as the style sheet has them, others as they were laid out.
    const written = length => sixDigits(fround(length));
    const laidOut = units => sixDigits(points(units));
    const width = units(itemWidth ?? columnWidth(viewport, inset, columnSpacing, wanted));
    if (!(width > 0)) throw noRoom(wanted, viewport.width);
    const pitch = laidOut(width) + columnSpacing;
    const room = laidOut(units(viewport.width)) - (written(inset.left) + written(inset.right)) + columnSpacing;
    const missing = pitch - room % pitch;
    const columns = Math.max(1, Math.floor(missing !== 0 && missing < 1 ? room / pitch + 0.5 : room / pitch));
    const [top, bottom, margin] = [written(inset.top), written(inset.bottom), written(rowSpacing)];
    const end = (top, height) => top + (laidOut(height) + margin);
    return new Columns(viewport, values, {
        ...plainRule, columns, width: points(width), heightWhenEmpty: top + bottom, end, points,
        x: column => points(units(pitch * column + written(inset.left))),
        height: (w, h, more) =>
            Math.min(Math.min(truncatedShare(width, h, w), MOST_UNITS) + units(extraHeight + more), MOST_UNITS),
        y: y => points(units(y + top)),
        key: (y, height) => top + end(y, height),
        // A frame may reach below the end that the script counts, by what six digits leave of the greatest length.
        reaching: y => Math.min(y, points(MOST_UNITS)) - 256,
        contentHeight: end => points(units(end + (top + bottom))),
    });
}

/**
 * React's masonic 4.1.0: columns and items of whole pixels.
 * @type {typeof import("../layouts.js").masonic}
 */
export function masonic(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const values = read(parameters, { ...columnParameters, itemWidth: side(), windowWidth: side() });
    const { itemWidth, windowWidth, columnSpacing, rowSpacing, inset, extraHeight } = values;
    refuseBoth(parameters);
    const laidOut = length => unitsOf(length, 1) / 64;
    const divided = (room, whole) => {
        const columns = itemWidth === undefined ? values.columns
            : count(1, MOST_COLUMNS)(Math.max(1, Math.floor((room + columnSpacing) / (itemWidth + columnSpacing))), "itemWidth");
        const width = Math.floor((room - columnSpacing * (columns - 1)) / columns);
        if (!(width > 0)) throw noRoom(columns, whole);
        return { columns, width, height: (w, h, points) => rounded(width * h / w + (extraHeight + points)) };
    };
    const { columns, width, height } = divided(rounded(viewport.width - laidOut(inset.left) - laidOut(inset.right)), viewport.width);
    const first = windowWidth === undefined ? undefined : divided(windowWidth, windowWidth);
    const end = (top, height) => top + height + rowSpacing;
    return new Columns(viewport, values, {
        ...plainRule, columns, width, height, end, heightWhenEmpty: inset.top + inset.bottom,
        // The component fills two windows in advance, and expects items of 300.
        firstBatch: first && { count: Math.ceil(viewport.height * 2 / 300 * first.columns), height: first.height },
        x: column => inset.left + column * (width + columnSpacing),
        y: top => inset.top + top,
        key: (top, height) => inset.top + end(top, height),
        // The element ends below the gutter of the last item, at a whole pixel.
        contentHeight: end => inset.top + Math.ceil(end) + inset.bottom,
    });
}

/**
 * React Native's FlashList 2.3.2 with `masonry`, in which every item is measured. Half of the column spacing is at the left and the
 * right of each cell, and the row spacing below the picture.
 * @type {typeof import("../layouts.js").flashList}
 */
export function flashList(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const values = read(parameters, { ...columnParameters, density: (value, name) => value === undefined ? undefined : density(value, name) });
    const { columns, columnSpacing, rowSpacing, inset, extraHeight, density: scale } = values;
    // A phone measures in whole device pixels.
    const measured = length => scale === undefined ? length : rounded(length * scale) / scale;
    const cell = measured(viewport.width - inset.left - inset.right) / columns;
    const width = cell - columnSpacing;
    if (!(width > 0)) throw noRoom(columns, viewport.width);
    return new Columns(viewport, values, {
        ...plainRule, columns, width, heightWhenEmpty: inset.top + inset.bottom,
        x: column => inset.left + (cell * column + columnSpacing / 2),
        // That of the cell.
        height: (w, h, points) => measured(width * h / w + (extraHeight + points) + rowSpacing),
        end: (top, height) => top + height,
        y: top => inset.top + top,
        points: height => Math.max(0, height - rowSpacing),
        key: (top, height) => inset.top + (top + height),
        contentHeight: end => inset.top + end + inset.bottom,
    });
}
