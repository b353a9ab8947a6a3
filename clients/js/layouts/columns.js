import { Layout, checkedViewport, choice, columns, insets, length, meets, noRoom, partitionPoint, read, sections, strips } from "./layout.js";

/**
 * Pictures in columns. A rule has the edges of the columns, the height of a picture, where it begins below the end of its
 * column, and how the ends of columns are compared. Lengths down a column are in the unit of the engine that the rule follows;
 * everything else is in points. If it has a `firstBatch`, so many pictures have other heights when their columns are chosen.
 */
export class Columns extends Layout {
    #rule;
    #ends;
    #tops = [];
    #heights = [];
    #columns = [];
    /** The pictures of each column, from top to bottom. */
    #stacks;
    /** For a rule that deals, the column of the first picture of the last section. */
    #first = 0;
    /** The ends of the columns by the first heights of a first batch, which choose the columns of its pictures. */
    #firstEnds;

    constructor(viewport, keys, rule) {
        super(viewport, keys);
        this.#rule = rule;
        this.#ends = Array(rule.columns).fill(rule.start);
        this.#firstEnds = [...this.#ends];
        this.#stacks = Array.from({ length: rule.columns }, () => []);
    }

    get width() {
        return this.viewport.width;
    }

    get height() {
        return this.count > 0 ? this.#rule.contentHeight(Math.max(...this.#ends)) : this.#rule.heightWhenEmpty;
    }

    opened(section) {
        if (section === 0) return;
        // The turn goes on where that of the section before ended.
        const [start, end] = this.items(section - 1);
        this.#first = (this.#first + Math.min(end - start, this.#rule.columns)) % this.#rule.columns;
    }

    place(w, h, points) {
        const rule = this.#rule;
        const column = this.#column(w, h, points);
        const stack = this.#stacks[column];
        const height = rule.height(w, h, points);
        const top = rule.top(this.#ends[column], stack.length === 0);
        this.#tops.push(top);
        this.#heights.push(height);
        this.#columns.push(column);
        this.#ends[column] = rule.end(top, height);
        stack.push(this.count);
    }

    #column(w, h, points) {
        const { columns, deals, firstBatch, end } = this.#rule;
        const turn = this.count - this.starts.at(-1);
        if (deals && turn < columns) return (this.#first + turn) % columns;
        if (this.count >= (firstBatch?.count ?? 0)) return this.#shortest(this.#ends);
        const column = this.#shortest(this.#firstEnds);
        this.#firstEnds[column] = end(this.#firstEnds[column], firstBatch.height(w, h, points));
        return column;
    }

    #shortest(ends) {
        const { columns, compared } = this.#rule;
        let best = 0;
        let least = compared(ends[0]);
        for (let column = 1; column < columns; column++) {
            const end = compared(ends[column]);
            if (end < least) [best, least] = [column, end];
        }
        return best;
    }

    frame(item) {
        const rule = this.#rule;
        const column = this.#columns[item];
        return { x: rule.x(column), y: rule.y(this.#tops[item]), width: rule.width, height: rule.points(this.#heights[item]) };
    }

    itemsIn(rect) {
        const rule = this.#rule;
        const reached = rule.reaching(rect.y);
        const found = [];
        for (const stack of this.#stacks) {
            let index = partitionPoint(0, stack.length, at => rule.key(this.#tops[stack[at]], this.#heights[stack[at]]) < reached);
            for (; index < stack.length; index++) {
                const frame = this.frame(stack[index]);
                if (frame.y >= rect.y + rect.height) break;
                if (meets(frame, rect)) found.push(stack[index]);
            }
        }
        return found.sort((one, other) => one - other);
    }
}

const same = number => number;

/** What a rule does unless it says otherwise. `key` never decreases down a column. */
export const plainRule = { start: 0, deals: false, compared: same, top: same, y: same, points: same, reaching: same };

/** The rule of the column layouts of iOS. The phone computes in this order; another one would give other bits. */
function plan({ left, pitch, top, gapAboveFirst, gapAbove, gapBelow, bottomInset, extraHeight, placing = same, compared = same, ...rest }) {
    const { width } = rest;
    return {
        ...plainRule, ...rest, compared, reaching: placing,
        start: placing(top),
        x: column => left + column * pitch,
        height: (w, h, points) => h / w * width + (extraHeight + points),
        top: (end, isFirst) => end + (isFirst ? gapAboveFirst : gapAbove),
        end: (top, height) => placing(top + height + gapBelow),
        key: (top, height) => placing(top + height),
        contentHeight: end => end + bottomInset,
    };
}

/** The width of a column: what insets and gaps leave. */
export function columnWidth(viewport, inset, gap, count) {
    const width = (viewport.width - inset.left - inset.right - gap * (count - 1)) / count;
    if (!(width > 0)) throw noRoom(count, viewport.width);
    return width;
}

/** The parameters of most column layouts. */
export const columnParameters = {
    columns: columns(3), columnSpacing: length(10), rowSpacing: length(10), inset: insets(10), ...strips,
};

const arithmetic = choice("float", "double");

function shortestFirst(viewport, { columns, columnSpacing, rowSpacing, inset, extraHeight, ...keys }, others) {
    const width = columnWidth(viewport, inset, columnSpacing, columns);
    return new Columns(viewport, keys, plan({
        columns, width, left: inset.left, pitch: width + columnSpacing, top: inset.top, gapAbove: rowSpacing, gapBelow: 0,
        bottomInset: inset.bottom, extraHeight, ...others,
    }));
}

/**
 * Shortest column first, with a gap before the first row too.
 * @type {typeof import("../layouts.js").lfWaterflow}
 */
export function lfWaterflow(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const standard = viewport.width < viewport.height ? 3 : 5;
    const values = read(parameters, { ...columnParameters, columns: columns(standard), arithmetic });
    return shortestFirst(viewport, values, {
        gapAboveFirst: values.rowSpacing, heightWhenEmpty: values.inset.top + values.inset.bottom,
        ...values.arithmetic === "float" ? { placing: Math.fround, compared: Math.fround } : {},
    });
}

/**
 * Shortest column first, with no gap before the first row. Without pictures it does not count the upper inset.
 * @type {typeof import("../layouts.js").waterflow}
 */
export function waterflow(viewport, parameters = {}) {
    const values = read(parameters, columnParameters);
    return shortestFirst(checkedViewport(viewport), values, { gapAboveFirst: 0, heightWhenEmpty: values.inset.bottom });
}

/**
 * The first pictures of a section go to the next columns in turn, all others to the shortest column.
 * @type {typeof import("../layouts.js").mkMasonry}
 */
export function mkMasonry(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const values = read(parameters, { columns: columns(3), spacing: length(12.5), ...strips, arithmetic, ...sections });
    const { columns: count, spacing } = values;
    const width = (viewport.width - spacing * (count + 1)) / count;
    if (!(width > 0)) throw noRoom(count, viewport.width);
    return new Columns(viewport, values, plan({
        columns: count, width, left: spacing, pitch: width + spacing, top: 0, gapAboveFirst: 0, gapAbove: 0, gapBelow: spacing,
        bottomInset: 0, extraHeight: values.extraHeight, heightWhenEmpty: 0, deals: true,
        compared: values.arithmetic === "float" ? Math.fround : same,
    }));
}
