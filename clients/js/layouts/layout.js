// What all layouts have in common: parameters, sections, and how pictures come in.

/** A layout that cannot be made: the parameter at fault, and a sentence about it. */
export class LayoutError extends Error {
    constructor(parameter, message) {
        super(`${parameter}: ${message}`);
        this.name = "LayoutError";
        this.parameter = parameter;
    }
}

const LONGEST = 1_000_000;
export const MOST_COLUMNS = 65_535;
const MOST_PIXELS = 2 ** 31 - 1;

/** A number, from a number or from the text of a recipe. */
function parsed(value, name, meaning) {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    if (typeof number !== "number" || Number.isNaN(number)) throw new LayoutError(name, `"${value}" is not ${meaning}`);
    return number;
}

function lengthWithin(least, value, name) {
    const number = parsed(value, name, "a number of points");
    if (number >= least && number <= LONGEST) return number;
    throw new LayoutError(name, `it is ${number}; it must be a number of points from ${least} to ${LONGEST}`);
}

function checkedSide(value, name) {
    const number = parsed(value, name, "a number of points");
    if (number > 0 && number <= LONGEST) return number;
    throw new LayoutError(name, `it is ${number}; it must be a number of points above 0, at most ${LONGEST}`);
}

// Each of these makes a reader of one parameter: it takes a value and the parameter's name, and gives the checked value, or
// the default if there is none.

/** A number of points, 0 or more. */
export const length = standard => (value = standard, name) => lengthWithin(0, value, name);

/** A number of points above 0. Without a default it may be missing. */
export const side = standard => (value = standard, name) => value === undefined ? undefined : checkedSide(value, name);

/** A whole number, 1 or more. Without a default it may be missing. */
export const count = (standard, most = Infinity) => (value = standard, name) => {
    if (value === undefined) return undefined;
    const number = parsed(value, name, "a whole number");
    if (Number.isInteger(number) && number >= 1 && number <= most) return number;
    throw new LayoutError(name, `it is ${number}; it must be a whole number of at least 1${most < Infinity ? `, at most ${most}` : ""}`);
};

export const columns = standard => count(standard, MOST_COLUMNS);

/** One number for all sides, four of them, or an object. */
export const insets = standard => (value = standard, name) => {
    const sides = typeof value === "string" ? value.split(",")
        : typeof value === "object" && !Array.isArray(value) ? [value.top, value.left, value.bottom, value.right].map(one => one ?? 0)
        : [value].flat();
    if (sides.length !== 1 && sides.length !== 4) {
        throw new LayoutError(name, `"${value}" is neither one number of points nor top,left,bottom,right`);
    }
    const [top, left, bottom, right] = (sides.length === 1 ? Array(4).fill(sides[0]) : sides).map(one => lengthWithin(0, one, name));
    return { top, left, bottom, right };
};

/** A size such as "160x90" or `{ width, height }`. Without a default it may be missing. */
export const size = standard => (value = standard, name) => {
    if (value === undefined) return undefined;
    const sides = typeof value === "string" ? value.split("x") : [value.width, value.height];
    if (sides.length !== 2) throw new LayoutError(name, `"${value}" is not a size such as 160x90`);
    return { width: checkedSide(sides[0], name), height: checkedSide(sides[1], name) };
};

/** One of some words; the first is the default. */
export const choice = (...words) => (value = words[0], name) => {
    if (words.includes(value)) return value;
    throw new LayoutError(name, `"${value}" is none of ${words.join(", ")}`);
};

export const truth = standard => (value = standard, name) => choice("true", "false")(String(value), name) === "true";

/** Device pixels to a point. */
export const density = (value = 1, name) => {
    const number = parsed(value, name, "a number");
    if (number > 0 && number <= 64) return number;
    throw new LayoutError(name, `it is ${number}; it must be above 0, at most 64`);
};

/** The share of a line or a row, from 0 on and less than 1. */
export const share = standard => (value = standard, name) => {
    const number = parsed(value, name, "a number");
    if (number >= 0 && number < 1) return number;
    throw new LayoutError(name, `it is ${number}; it must be from 0 on and less than 1`);
};

/** The name of a key of the entries. */
const key = (value, name) => {
    if (value === undefined || (typeof value === "string" && value !== "")) return value;
    throw new LayoutError(name, `"${value}" is not the name of a key`);
};

/** Parameters of layouts with a strip below each picture, and of layouts with sections. */
export const strips = { extraHeight: length(0), extraHeightBy: key };
export const sections = { sectionBy: key, sectionSize: count() };

/**
 * The values of all parameters of a table.
 * @returns {any}
 */
export function read(given, table) {
    const names = Object.keys(table);
    for (const name of Object.keys(given)) {
        if (!names.includes(name)) throw new LayoutError(name, `the layout has no such parameter; it has ${names.join(", ")}`);
    }
    const values = Object.fromEntries(names.map(name => [name, table[name](given[name], name)]));
    if (values.sectionBy !== undefined && values.sectionSize !== undefined) {
        throw new LayoutError("sectionSize", "sectionBy and sectionSize exclude each other: one of them cuts the sections");
    }
    return values;
}

export function checkedViewport({ width, height }) {
    return { width: lengthWithin(1, width, "width"), height: lengthWithin(1, height, "height") };
}

export const noRoom = (count, width) =>
    new LayoutError("columns", `${count} of them do not fit: insets and gaps leave nothing of a width of ${width}`);

/** Whether two rects share an area above zero. */
export function meets(one, other) {
    return Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 0
        && Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 0;
}

/** The first index at which `isBefore` is false: all indexes with true come first. */
export function partitionPoint(low, high, isBefore) {
    while (low < high) {
        const middle = (low + high) >> 1;
        if (isBefore(middle)) low = middle + 1; else high = middle;
    }
    return low;
}

/** Pictures placed in a viewport, section by section. */
export class Layout {
    /** The number of pictures. */
    count = 0;
    /** The first picture of each section. */
    starts = [];
    #lastName;
    #keys;

    /** @param {{sectionBy?: string, sectionSize?: number, extraHeightBy?: string}} keys */
    constructor(viewport, keys) {
        this.viewport = viewport;
        this.#keys = keys;
    }

    /** Adds entries behind the others. Either all are added or, if one is broken, none. */
    append(entries) {
        const points = entries.map((entry, index) => this.#checkedPoints(entry, this.count + index));
        const { sectionBy, sectionSize } = this.#keys;
        if (this.starts.length === 0 && sectionBy === undefined) this.beginSection();
        entries.forEach((entry, index) => {
            if (sectionSize !== undefined && this.count - this.starts.at(-1) >= sectionSize) this.beginSection();
            if (sectionBy !== undefined) {
                const name = String(entry[sectionBy] ?? "");
                if (this.starts.length === 0 || name !== this.#lastName) this.beginSection(name);
            }
            this.place(entry.w, entry.h, points[index]);
            this.count += 1;
        });
        this.settle();
        return this;
    }

    /** Begins a section: the next pictures belong to it. */
    beginSection(name) {
        this.settle();
        this.starts.push(this.count);
        this.#lastName = name;
        this.opened(this.starts.length - 1, name);
        this.settle();
        return this;
    }

    #checkedPoints(entry, index) {
        const isSide = side => Number.isInteger(side) && side >= 1 && side <= MOST_PIXELS;
        if (!isSide(entry.w) || !isSide(entry.h)) {
            throw new LayoutError(`picture ${index}`, `its size is ${entry.w}x${entry.h}; both sides must be at least 1`);
        }
        const { extraHeightBy } = this.#keys;
        return extraHeightBy === undefined || (entry[extraHeightBy] ?? "") === "" ? 0 : lengthWithin(0, entry[extraHeightBy], extraHeightBy);
    }

    /** The section of a picture. */
    section(item) {
        return partitionPoint(0, this.starts.length, section => this.starts[section] <= item) - 1;
    }

    /** The first picture of a section, and the one behind its last. */
    items(section) {
        return [this.starts[section], this.starts[section + 1] ?? this.count];
    }

    frames(from = 0, to = this.count) {
        const frames = [];
        for (let item = Math.max(0, from); item < Math.min(to, this.count); item++) frames.push(this.frame(item));
        return frames;
    }

    /**
     * Headers and footers; only flows have some.
     * @returns {import("../layouts.js").Supplementary[]}
     */
    get supplementary() {
        return [];
    }

    // What a layout does at these moments: a section has begun, a picture has come, all of a list have come.
    opened(section, name) {}
    place(w, h, points) {}
    settle() {}

    /** @returns {any} */
    frame(item) {}
}
