import { placeholder } from "../../../clients/js/placeholder.js";

/** A length that the browser's layout keeps as it is: it counts in 64ths. */
const laidOut = length => Math.round(length * 64) / 64;

/** What an entry may have for its placeholder. */
const facts = ["thumbhash", "blurhash", "blurDataURL", "dominantColor", "meanColor"];

const marks = ["error", "warning", "info", "moved"];

/** The elements of one item: the picture in its frame, and the price below it or over its lower edge. */
export class Tile {
    #job;

    /** @param {Document} owner The document of the phone's screen. */
    constructor(owner, item, entry, pictures) {
        Object.assign(this, { item, entry, pictures });
        const make = (name, className) => Object.assign(owner.createElement(name), { className });
        this.element = make("div", "item");
        this.element.setAttribute("role", "listitem");
        this.element.setAttribute("aria-posinset", item + 1);
        this.button = make("button", "picture");
        this.button.type = "button";
        this.button.dataset.item = item;
        this.image = make("img", "");
        this.image.alt = "";
        this.image.decoding = "async";
        this.note = make("span", "note");
        this.price = make("span", "price");
        this.price.dir = "auto";
        this.price.textContent = pictures.entries.price[entry];
        this.placeholder = this.#placeholder(owner);
        this.button.append(this.placeholder, this.image, this.note);
        this.element.append(this.button, this.price);
        this.#job = pictures.load(entry, this.image);
        this.show();
    }

    /** What needs no network: the placeholder of the entry, or hatching. */
    #placeholder(owner) {
        const { entries } = this.pictures;
        const entry = { w: entries.size[2 * this.entry], h: entries.size[2 * this.entry + 1] };
        for (const fact of facts) entry[fact] = entries[fact]?.[this.entry];
        const element = owner.createElement("span");
        const background = placeholder(entry)?.css;
        element.className = background ? "placeholder" : "placeholder hatched";
        if (background) element.style.background = background;
        return element;
    }

    /** Places the tile; `origin` is where the list of tiles begins in the content. */
    place(frame, origin, strip) {
        const { style } = this.element;
        style.left = `${laidOut(frame.x - origin.x)}px`;
        style.top = `${laidOut(frame.y - origin.y)}px`;
        style.width = `${laidOut(frame.width)}px`;
        style.height = `${laidOut(frame.height)}px`;
        const below = Math.min(strip, frame.height);
        this.button.style.height = `${laidOut(frame.height - below)}px`;
        this.element.classList.toggle("narrow", frame.width < 44);
        // A strip that is lower than a line of text has no room for the price.
        this.price.className = below >= 14 ? "price below" : "price over";
        this.price.style.height = below >= 14 ? `${laidOut(below)}px` : "";
        // One line of text in the middle of the strip. A flex box would not shorten it with an ellipsis.
        this.price.style.lineHeight = this.price.style.height;
    }

    /** @param {number} scale Of a carousel, about the tile's centre. */
    scale(scale) {
        this.element.style.transform = `scale(${Math.max(0, scale)})`;
    }

    /** Shows whether the picture waits, is there or has failed. */
    show() {
        const { kind } = this.pictures.state(this.entry);
        this.element.dataset.state = kind;
        if (kind === "loaded") this.#paint();
        const { size } = this.pictures.entries;
        const isHatched = this.placeholder.classList.contains("hatched");
        const sizeText = isHatched ? `${size[2 * this.entry]} × ${size[2 * this.entry + 1]}` : "";
        this.note.textContent = { waiting: sizeText, loaded: "", failed: "not loaded" }[kind];
        const price = this.price.textContent;
        const words = { waiting: "waiting", loaded: "", failed: "not loaded, press for the reason" }[kind];
        this.button.setAttribute("aria-label", [`Picture ${this.item}`, price, words, this.remark].filter(Boolean).join(", "));
    }

    /** Covers the placeholder once the browser can paint the picture. Before, its place would be white. */
    async #paint() {
        const { image } = this;
        const address = image.src;
        try {
            await image.decode();
        } catch {
            // The picture has not come into this tile yet, or the tile is gone: the placeholder stays.
            return;
        }
        if (image.src === address) this.element.dataset.painted = "";
    }

    /** Marks the tile with the severity of its worst finding, or as one that moves. */
    mark(mark, remark) {
        for (const each of marks) this.element.classList.toggle(each, each === mark);
        this.remark = remark;
        this.show();
    }

    reload() {
        delete this.element.dataset.painted;
        this.#job = this.pictures.load(this.entry, this.image);
        this.show();
    }

    remove() {
        this.#job?.cancel();
    }
}
