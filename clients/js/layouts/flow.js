import {
    Layout, LayoutError, checkedViewport, choice, columns, insets, length, meets, partitionPoint, read, sections, side, size,
} from "./layout.js";

const MOST_ON_A_LINE = 65_535;

/** A line that is being filled. It subtracts lengths from the room that is left: adding them up would break lines elsewhere. */
class Line {
    count = 0;
    #left;
    #gap;

    constructor(room, gap) {
        this.#left = room;
        this.#gap = gap;
    }

    /** Adds a picture if it fits. The first one always does. */
    add(length) {
        const cost = this.count === 0 ? length : length + this.#gap;
        if (this.count > 0 && !(this.#left >= cost)) return false;
        this.#left -= cost;
        this.count += 1;
        return true;
    }

    /** The space between neighbours, if the line is full. */
    get spacing() {
        return this.count > 1 ? this.#gap + this.#left / (this.count - 1) : this.#gap;
    }

    /** The space before the first picture: a single one is centred, unless it is longer than the line. */
    get indent() {
        return this.count === 1 ? Math.max(0, this.#left / 2) : 0;
    }
}

/** The parameters of a section on the axes of the lines, which lie across the scrolling direction. */
function planOf(viewport, values) {
    const isHorizontal = values.direction === "horizontal";
    const { inset, interitemSpacing: gap } = values;
    const [before, behind, leading, trailing] = isHorizontal
        ? [inset.top, inset.bottom, inset.left, inset.right] : [inset.left, inset.right, inset.top, inset.bottom];
    const extent = isHorizontal ? viewport.height : viewport.width;
    const room = extent - before - behind;
    if (!(room > 0)) throw new LayoutError("inset", `${before} and ${behind} leave nothing of a viewport of ${extent}`);
    const plan = { ...values, isHorizontal, before, room, leading, trailing, gap, ...sizing(values, isHorizontal, room, gap), starts: [] };
    if (plan.length === undefined) return plan;
    const line = new Line(room, gap);
    while (line.add(plan.length)) {
        if (line.count > MOST_ON_A_LINE) throw new LayoutError("itemSize", `more than ${MOST_ON_A_LINE} items of ${plan.length} fit one line`);
    }
    plan.starts.push(before + line.indent);
    while (plan.starts.length < line.count) plan.starts.push(plan.starts.at(-1) + (plan.length + line.spacing));
    return plan;
}

/** How long a picture is along its line, and how deep. `length` is that of all pictures, if they have one. */
function sizing({ itemSize, itemWidth, columns }, isHorizontal, room, gap) {
    if (itemWidth !== undefined) {
        return isHorizontal ? { extents: (w, h) => [h / w * itemWidth, itemWidth] }
            : { length: itemWidth, extents: (w, h) => [itemWidth, h / w * itemWidth] };
    }
    if (columns !== undefined) {
        const length = Math.floor((room - gap * (columns - 1)) / columns);
        if (!(length > 0)) throw new LayoutError("columns", `${columns} of them do not fit: gaps leave no whole point of ${room} to each`);
        return { length, extents: (w, h) => [length, Math.ceil((isHorizontal ? w / h : h / w) * length)] };
    }
    const { width, height } = itemSize ?? { width: 50, height: 50 };
    const [length, depth] = isHorizontal ? [height, width] : [width, height];
    return { length, extents: () => [length, depth] };
}

/** Lines of pictures from edge to edge, in sections. */
class Flow extends Layout {
    #planOf;
    #starts = [];
    #lengths = [];
    #tops = [];
    #depths = [];
    // Of each line.
    #firsts = [];
    #lineTops = [];
    #lineEnds = [];
    /** The part of the content that each section covers. */
    bands = [];

    constructor(viewport, values, planOf) {
        super(viewport, values);
        this.isHorizontal = values.direction === "horizontal";
        this.#planOf = planOf;
    }

    get end() {
        return this.bands.at(-1)?.bottom ?? 0;
    }

    get width() {
        return this.isHorizontal ? this.end : this.viewport.width;
    }

    get height() {
        return this.isHorizontal ? this.viewport.height : this.end;
    }

    opened(section, name) {
        const plan = this.#planOf(name ?? String(section));
        const top = this.end;
        const linesTop = top + plan.header + plan.leading;
        this.bands.push({ plan, top, linesTop, firstLine: this.#firsts.length });
    }

    place(w, h) {
        const [length, depth] = this.bands.at(-1).plan.extents(w, h);
        this.#lengths.push(length);
        this.#depths.push(depth);
    }

    /** Puts the pictures of the last section on lines. Its last line is laid out again: it may have room. */
    settle() {
        const band = this.bands.at(-1);
        if (band === undefined) return;
        const { plan } = band;
        let item = this.starts.at(-1);
        let top = band.linesTop;
        band.linesEnd = top;
        if (this.#firsts.length > band.firstLine) {
            item = this.#firsts.pop();
            top = this.#lineTops.pop();
            this.#lineEnds.pop();
        }
        while (item < this.count) {
            const next = plan.starts.length > 0 ? this.#fullLine(item, plan) : this.#filledLine(item, plan);
            let depth = 0;
            for (let one = item; one < next; one++) depth = Math.max(depth, this.#depths[one]);
            for (let one = item; one < next; one++) this.#tops[one] = top + (depth - this.#depths[one]) / 2;
            band.linesEnd = top + depth;
            this.#firsts.push(item);
            this.#lineTops.push(top);
            this.#lineEnds.push(band.linesEnd);
            top = band.linesEnd + plan.lineSpacing;
            item = next;
        }
        band.footerTop = band.linesEnd + plan.trailing;
        band.bottom = band.footerTop + plan.footer;
    }

    #fullLine(item, plan) {
        const next = Math.min(item + plan.starts.length, this.count);
        for (let one = item; one < next; one++) this.#starts[one] = plan.starts[one - item];
        return next;
    }

    #filledLine(item, plan) {
        const line = new Line(plan.room, plan.gap);
        let next = item;
        while (next < this.count && line.add(this.#lengths[next])) next += 1;
        // The last line of a section is spaced as if copies of its last picture filled it.
        if (next === this.count) while (line.count < MOST_ON_A_LINE && line.add(this.#lengths[next - 1])) { /* filled */ }
        let start = plan.before + line.indent;
        for (let one = item; one < next; one++) {
            this.#starts[one] = start;
            start += this.#lengths[one] + line.spacing;
        }
        return next;
    }

    /** Converts between the axes of the lines and those of the screen, in both directions. */
    turned({ x, y, width, height }) {
        return this.isHorizontal ? { x: y, y: x, width: height, height: width } : { x, y, width, height };
    }

    upright(item) {
        return { x: this.#starts[item], y: this.#tops[item], width: this.#lengths[item], height: this.#depths[item] };
    }

    frame(item) {
        return this.turned(this.upright(item));
    }

    itemsIn(rect) {
        const { x, y, width, height } = this.turned(rect);
        const found = [];
        let line = partitionPoint(0, this.#firsts.length, line => this.#lineEnds[line] <= y);
        for (; line < this.#firsts.length && this.#lineTops[line] < y + height; line++) {
            for (let item = this.#firsts[line]; item < (this.#firsts[line + 1] ?? this.count); item++) {
                if (meets(this.upright(item), { x, y, width, height })) found.push(item);
            }
        }
        return found;
    }

    get supplementary() {
        const across = this.isHorizontal ? this.viewport.height : this.viewport.width;
        return this.bands.flatMap(({ plan, top, footerTop }, section) =>
            [["header", top, plan.header], ["footer", footerTop, plan.footer]].filter(([, , depth]) => depth > 0)
                .map(([kind, y, depth]) => ({ kind, section, frame: this.turned({ x: 0, y, width: across, height: depth }) })));
    }
}

/** A flow whose pictures stand directly below the one above them. Headers, footers and the content size are those of the flow. */
class FlowWaterfall extends Flow {
    #closed = [];

    settle() {
        super.settle();
        const band = this.bands.at(-1);
        if (band === undefined) return;
        const start = this.starts.at(-1);
        const reach = band.plan.starts.length;
        for (let item = this.#closed.length; item < this.count; item++) {
            this.#closed.push(item < start + reach ? band.linesTop
                : this.#closed[item - reach] + super.upright(item - reach).height + band.plan.lineSpacing);
        }
    }

    upright(item) {
        return { ...super.upright(item), y: this.#closed[item] };
    }

    itemsIn(rect) {
        const upright = this.turned(rect);
        const found = [];
        let section = partitionPoint(0, this.bands.length, section => this.bands[section].bottom <= upright.y);
        for (; section < this.bands.length && this.bands[section].top < upright.y + upright.height; section++) {
            const [start, end] = this.items(section);
            const reach = this.bands[section].plan.starts.length;
            // Each picture of the first line begins a column, which goes on with every `reach`-th one.
            for (let column = start; column < Math.min(start + reach, end); column++) {
                const count = Math.ceil((end - column) / reach);
                let index = partitionPoint(0, count, index => {
                    const frame = this.upright(column + index * reach);
                    return frame.y + frame.height <= upright.y;
                });
                for (; index < count; index++) {
                    const frame = this.upright(column + index * reach);
                    if (frame.y >= upright.y + upright.height) break;
                    if (meets(frame, upright)) found.push(column + index * reach);
                }
            }
        }
        return found.sort((one, other) => one - other);
    }
}

const SIZINGS = ["itemSize", "itemWidth", "columns"];

/** Makes a flow of a class, with the defaults of its spacings, its insets and its headers. */
function made(Kind, viewport, { sections: own = {}, ...parameters }, spacing, inset, header) {
    viewport = checkedViewport(viewport);
    const ofSections = {
        itemSize: size(), itemWidth: side(), columns: columns(), lineSpacing: length(spacing), interitemSpacing: length(spacing),
        inset: insets(inset), header: length(header), footer: length(0),
    };
    const values = read(parameters, { ...ofSections, direction: choice("vertical", "horizontal"), ...sections });
    const plan = (given, direction) => {
        const ways = SIZINGS.filter(name => given[name] !== undefined);
        if (ways.length > 1) throw new LayoutError(ways[1], `it cannot be set together with ${ways[0]}: one of them sizes the items`);
        const plan = planOf(viewport, { ...read(given, ofSections), direction });
        if (Kind === FlowWaterfall && plan.length === undefined) {
            throw new LayoutError("direction", "a horizontal flow-waterfall needs itemSize or columns: with itemWidth its columns differ");
        }
        return plan;
    };
    const common = Object.fromEntries(Object.keys(ofSections).map(name => [name, parameters[name]]));
    const plans = new Map(Object.entries(own).map(([key, given]) => {
        const base = SIZINGS.some(name => given[name] !== undefined)
            ? { ...common, itemSize: undefined, itemWidth: undefined, columns: undefined } : common;
        return [key, plan({ ...base, ...given }, values.direction)];
    }));
    const others = plans.get("*") ?? plan(common, values.direction);
    return new Kind(viewport, values, key => (key === "*" ? undefined : plans.get(key)) ?? others);
}

/**
 * Lines from edge to edge, in sections, as UICollectionViewFlowLayout lays them.
 * @type {typeof import("../layouts.js").flow}
 */
export function flow(viewport, parameters = {}) {
    return made(Flow, viewport, parameters, 10, 0, 0);
}

/**
 * A flow whose columns are closed up.
 * @type {typeof import("../layouts.js").flowWaterfall}
 */
export function flowWaterfall(viewport, parameters = {}) {
    return made(FlowWaterfall, viewport, parameters, 15, 15, 45);
}
