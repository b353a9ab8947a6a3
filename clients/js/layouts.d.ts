export interface Size {
    width: number;
    height: number;
}

/** In points, from the upper left corner of the content. */
export interface Frame extends Size {
    x: number;
    y: number;
}

export type Insets = number | string | readonly [number, number, number, number] | { top?: number; left?: number; bottom?: number; right?: number };

/** A picture's size in pixels; entries of a manifest are pictures. */
export interface Picture {
    readonly w: number;
    readonly h: number;
    readonly [key: string]: unknown;
}

export interface Supplementary {
    kind: "header" | "footer";
    section: number;
    frame: Frame;
}

export interface Layout extends Size {
    /** The number of pictures. */
    readonly count: number;
    /** Headers and footers; only flows have some. */
    readonly supplementary: Supplementary[];
    /** Adds pictures behind the others. If one is broken, none is added. */
    append(pictures: readonly Picture[]): this;
    /** Begins a section, for the next pictures. */
    beginSection(): this;
    /** The section of a picture. */
    section(item: number): number;
    frame(item: number): Frame;
    /** The frames of a slice of the pictures; of all without numbers. */
    frames(from?: number, to?: number): Frame[];
    /** The pictures whose frames share an area with a part of the content, in their order. */
    itemsIn(rect: Frame): number[];
}

/** A layout that cannot be made: the parameter at fault, and a sentence about it. */
export class LayoutError extends Error {
    readonly parameter: string;
    constructor(parameter: string, message: string);
}

// Names, meanings and defaults are those of `weir layouts`, with a capital in place of each hyphen.

interface Strips {
    extraHeight?: number;
    extraHeightBy?: string;
}

interface Sections {
    sectionBy?: string;
    sectionSize?: number;
}

export interface Columns extends Strips {
    columns?: number;
    columnSpacing?: number;
    rowSpacing?: number;
    inset?: Insets;
}

interface Arithmetic {
    arithmetic?: "float" | "double";
}

interface Density {
    density?: number;
}

export interface FlowSection {
    itemSize?: Size | string;
    itemWidth?: number;
    columns?: number;
    lineSpacing?: number;
    interitemSpacing?: number;
    inset?: Insets;
    header?: number;
    footer?: number;
}

export interface Flow extends FlowSection, Sections {
    direction?: "vertical" | "horizontal";
    /** Parameters of single sections, by number or name; `*` is all others. */
    sections?: { readonly [section: string]: FlowSection };
}

export interface Justified {
    rowHeight?: number;
    tolerance?: number;
    columnSpacing?: number;
    rowSpacing?: number;
    inset?: Insets;
    maxRows?: number;
    breakoutCadence?: number;
    showWidows?: boolean;
    widowStyle?: "left" | "center" | "justify";
}

export interface StaggeredGrid extends Strips, Density {
    columns?: number;
    inset?: Insets;
    itemInset?: Insets;
    heights?: "image-view" | "rounded" | "integer";
}

export function lfWaterflow(viewport: Size, parameters?: Columns & Arithmetic): Layout;
export function waterflow(viewport: Size, parameters?: Columns): Layout;
export function mkMasonry(viewport: Size, parameters?: { columns?: number; spacing?: number } & Strips & Sections & Arithmetic): Layout;
export function flow(viewport: Size, parameters?: Flow): Layout;
export function flowWaterfall(viewport: Size, parameters?: Flow): Layout;
export function staggeredGrid(viewport: Size, parameters?: StaggeredGrid): Layout;
export function masonryJs(viewport: Size, parameters?: Columns & Density & { itemWidth?: number }): Layout;
export function masonic(viewport: Size, parameters?: Columns & { itemWidth?: number; windowWidth?: number }): Layout;
export function flashList(viewport: Size, parameters?: Columns & Density): Layout;
export function justified(viewport: Size, parameters?: Justified): Layout;

/** The layout of a recipe as `weir layout --layout` takes it, such as `waterflow:columns=2,inset=8`. */
export function layoutOf(recipe: string, viewport: Size): Layout;
