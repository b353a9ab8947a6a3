import { nameOf, placeholderOf, sizeOf, sizeText } from "./entries.js";

/** A length that the browser's layout keeps as it is: it counts in 64ths. */
const laidOut = length => Math.round(length * 64) / 64;

const marks = ["error", "warning", "info", "wrong", "moved", "cause"];

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
        this.button.tabIndex = -1;
        this.button.dataset.item = item;
        this.image = make("img", "");
        this.image.alt = "";
        this.image.decoding = "async";
        this.note = make("span", "note");
        this.price = make("span", "price");
        this.price.dir = "auto";
        this.price.textContent = pictures.entries.price[entry];
        const background = placeholderOf(pictures.entries, entry);
        this.placeholder = make("span", background ? "placeholder" : "placeholder hatched");
        if (background) this.placeholder.style.background = background;
        this.button.append(this.placeholder, this.image, this.note);
        this.element.append(this.button, this.price);
        this.#job = pictures.load(entry, this.image);
        this.show();
    }

    /** Places the tile; `origin` is where the list of tiles begins in the content. */
    place(frame, origin, strip) {
        const { style } = this.element;
        style.left = `${laidOut(frame.x - origin.x)}px`;
        style.top = `${laidOut(frame.y - origin.y)}px`;
        style.width = `${laidOut(frame.width)}px`;
        style.height = `${laidOut(frame.height)}px`;
        const below = Math.min(strip, frame.height);
        const height = frame.height - below;
        this.button.style.height = `${laidOut(height)}px`;
        this.element.classList.toggle("narrow", frame.width < 44 || height < 12);
        this.element.classList.toggle("low", height < 40);
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
        const isHatched = this.placeholder.classList.contains("hatched");
        const waiting = isHatched ? sizeText(sizeOf(this.pictures.entries, this.entry)) : "";
        this.note.textContent = { waiting, loaded: "", failed: "not loaded" }[kind];
        const price = this.price.textContent;
        const words = { waiting: "waiting", loaded: "", failed: "not loaded, press for the reason" }[kind];
        const name = nameOf(this.pictures.entries, this.entry);
        this.button.setAttribute("aria-label", [`Picture ${this.item}`, name, price, words, this.remark].filter(Boolean).join(", "));
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

    /** Marks the tile with the severity of its worst finding, as one of wrong proportions, or as one that moves. */
    mark(mark, remark) {
        for (const each of marks) this.element.classList.toggle(each, each === mark);
        this.remark = remark;
        this.show();
    }

    /** Outlines the tile whose facts the panel shows. */
    set isChosen(isChosen) {
        this.element.classList.toggle("chosen", isChosen);
        if (isChosen) this.button.setAttribute("aria-current", "true");
        else this.button.removeAttribute("aria-current");
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
