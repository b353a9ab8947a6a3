import { Layout, LayoutError, checkedViewport, choice, count, insets, length, meets, partitionPoint, read, share, side, truth } from "./layout.js";

/** Rows from edge to edge, of pictures of one height. */
class Justified extends Layout {
    #values;
    /** The width that the insets leave. */
    #room;
    #ratios = [];
    #lefts = [];
    #widths = [];
    /** The rows, those of pictures that fill none too. */
    #rows = [];
    /** How many of the rows are complete: no append changes them. */
    #complete = 0;

    constructor(viewport, values) {
        super(viewport, {});
        this.#values = values;
        this.#room = viewport.width - values.inset.left - values.inset.right;
    }

    get width() {
        return this.viewport.width;
    }

    get height() {
        // Without pictures the script may come to less than nothing.
        return Math.max(0, this.#nextTop - this.#values.rowSpacing + this.#values.inset.bottom);
    }

    get #nextTop() {
        const row = this.#rows.at(-1);
        return row ? row.top + (row.height + this.#values.rowSpacing) : this.#values.inset.top;
    }

    place(w, h) {
        this.#ratios.push(w / h);
    }

    /** Lays out the pictures behind the complete rows anew. */
    settle() {
        const { maxRows = Infinity, showWidows } = this.#values;
        this.#rows.length = this.#complete;
        while (this.#rows.length < maxRows && this.#fillRow()) { /* the next one */ }
        this.#complete = this.#rows.length;
        const start = this.#rows.at(-1)?.end ?? 0;
        if (this.#rows.length < maxRows && showWidows && start < this.#ratios.length) this.#leaveOver(start);
    }

    /** Adds the next complete row, and returns whether the pictures fill one. */
    #fillRow() {
        const { rowHeight, tolerance, breakoutCadence } = this.#values;
        const ratios = this.#ratios;
        const start = this.#rows.at(-1)?.end ?? 0;
        if (breakoutCadence && (this.#rows.length + 1) % breakoutCadence === 0 && start < ratios.length && ratios[start] >= 1) {
            return this.#add(start, start + 1, this.#room / ratios[start], "justify");
        }
        const least = this.#room / rowHeight * (1 - tolerance);
        const most = this.#room / rowHeight * (1 + tolerance);
        let sum = 0;
        for (let item = start; item < ratios.length; item++) {
            const wider = sum + ratios[item];
            const count = item - start + 1;
            if (wider < least) {
                sum = wider;
                continue;
            }
            const room = this.#roomFor(count);
            if (wider > most && count > 1) {
                const roomBefore = this.#roomFor(count - 1);
                if (Math.abs(wider - room / rowHeight) > Math.abs(sum - roomBefore / rowHeight)) {
                    return this.#add(start, item, roomBefore / sum, "justify");
                }
            }
            return this.#add(start, item + 1, room / wider, "justify");
        }
        return false;
    }

    /** The row of the pictures that fill none is as high as the one before, unless that may be one picture alone. */
    #leaveOver(start) {
        const { rowHeight, breakoutCadence, widowStyle } = this.#values;
        const last = this.#rows.at(-1);
        const isBreakout = breakoutCadence && this.#rows.length % breakoutCadence === 0;
        this.#add(start, this.#ratios.length, last && !isBreakout ? last.height : rowHeight, widowStyle);
    }

    /** What the gaps of so many pictures leave. */
    #roomFor(count) {
        return this.#room - (count - 1) * this.#values.columnSpacing;
    }

    #add(start, end, height, style) {
        const { rowHeight, columnSpacing, inset } = this.#values;
        const clamped = Math.max(0.5 * rowHeight, Math.min(height, 2 * rowHeight));
        const room = this.#roomFor(end - start);
        // In this order, as the script computes it. Gaps may leave no room, of which it makes NaNs.
        const stretch = height === clamped ? 1 : room === 0 ? 0 : (room / clamped) / (room / height);
        let x = inset.left;
        for (let item = start; item < end; item++) {
            const width = this.#ratios[item] * clamped * stretch;
            this.#lefts[item] = x;
            this.#widths[item] = width;
            x += width + columnSpacing;
        }
        if (style === "center") {
            const offset = (this.#room - x) / 2;
            for (let item = start; item < end; item++) this.#lefts[item] += offset + columnSpacing;
        }
        if (style === "justify") this.#justify(start, end, x - (columnSpacing + inset.left) - this.#room);
        this.#rows.push({ top: this.#nextTop, height: clamped, end });
        return true;
    }

    /** Takes what a row is too long from its pictures, in whole pixels. */
    #justify(start, end, excess) {
        const part = excess / (end - start);
        let before = 0;
        for (let item = start; item < end; item++) {
            const sum = Math.round((item - start + 1) * part);
            if (item > start) this.#lefts[item] -= before;
            this.#widths[item] -= sum - before;
            before = sum;
        }
    }

    /** Pictures that are not shown have a frame without a size, at the end of the content. */
    frame(item) {
        const row = this.#rows[partitionPoint(0, this.#rows.length, row => this.#rows[row].end <= item)];
        if (row === undefined) return { x: this.#values.inset.left, y: this.height, width: 0, height: 0 };
        return { x: this.#lefts[item], y: row.top, width: this.#widths[item], height: row.height };
    }

    itemsIn(rect) {
        const found = [];
        let row = partitionPoint(0, this.#rows.length, row => this.#rows[row].top + this.#rows[row].height <= rect.y);
        for (; row < this.#rows.length && this.#rows[row].top < rect.y + rect.height; row++) {
            for (let item = this.#rows[row - 1]?.end ?? 0; item < this.#rows[row].end; item++) {
                if (meets(this.frame(item), rect)) found.push(item);
            }
        }
        return found;
    }
}

/**
 * Flickr's justified-layout. It computes in doubles.
 * @type {typeof import("../layouts.js").justified}
 */
export function justified(viewport, parameters = {}) {
    viewport = checkedViewport(viewport);
    const values = read(parameters, {
        rowHeight: side(320), tolerance: share(0.25), columnSpacing: length(10), rowSpacing: length(10), inset: insets(10),
        maxRows: count(), breakoutCadence: count(), showWidows: truth(true), widowStyle: choice("left", "center", "justify"),
    });
    if (!(viewport.width - values.inset.left - values.inset.right > 0)) {
        throw new LayoutError("inset", `the insets leave nothing of a width of ${viewport.width}`);
    }
    return new Justified(viewport, values);
}
