import { Tiles } from "../../../clients/js/tiles.js";
import { Tile } from "./tile.js";

/** The list of tiles begins at multiples of this, so that positions in it stay small and exact. */
const step = 8192;
/** Browsers cut longer contents off. */
const longestContent = 33_000_000;

/** So far, in points, a pull beyond an end of the content goes until the app does something. */
const longestPull = 120;

/** A wheel that rests for so many milliseconds begins another gesture. */
const wheelPause = 200;

/** The screen of a phone: a document of its own that has the elements of what is on screen, and no others. */
export class Phone {
    #tiles;
    #bands = new Map();
    #snapTimer;
    /** The item at which the keyboard was last; it is the phone's only stop of Tab. */
    #current = 0;
    #chosen;
    /** How far the gesture has pulled beyond an end; undefined if it has done something. */
    #pull = 0;
    #wheeled = 0;

    /**
     * @param {HTMLIFrameElement} frame
     * @param {(item: number) => void} pressed Called when a tile is pressed.
     */
    constructor(frame, pressed) {
        this.frame = frame;
        this.view = frame.contentWindow;
        this.document = frame.contentDocument;
        this.marks = () => undefined;
        this.scroller = this.document.getElementById("scroller");
        this.content = this.document.getElementById("content");
        this.list = this.document.getElementById("list");
        this.#tiles = new Tiles(this.list, item => this.#tile(item));
        this.bandRoom = this.document.getElementById("bands");
        this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
        this.scroller.addEventListener("wheel", ({ deltaX, deltaY, timeStamp }) => {
            if (timeStamp - this.#wheeled > wheelPause) this.#pull = 0;
            this.#wheeled = timeStamp;
            this.#pulled(this.screen.isHorizontal ? deltaX : deltaY);
        }, { passive: true });
        const place = ({ touches: [touch] }) => this.screen.isHorizontal ? touch.clientX : touch.clientY;
        let touched = 0;
        this.scroller.addEventListener("touchstart", event => { touched = place(event); this.#pull = 0; }, { passive: true });
        this.scroller.addEventListener("touchmove", event => {
            this.#pulled(touched - place(event));
            touched = place(event);
        }, { passive: true });
        this.scroller.addEventListener("keydown", event => this.#pressedKey(event));
        const itemOf = event => Number(event.target.closest("button")?.dataset.item ?? NaN);
        this.list.addEventListener("click", event => {
            const item = itemOf(event);
            if (!Number.isNaN(item)) pressed(item);
        });
        this.list.addEventListener("focusin", event => this.#stopAt(itemOf(event)));
        const window = this.document.defaultView;
        this.calm = window.matchMedia("(prefers-reduced-motion: reduce)");
    }

    /**
     * Shows a state. With `keepsTiles`, tiles move to their new places, else all are made anew.
     * @param {import("./data.js").Screen} screen
     * @param {import("./data.js").State} state
     * @param {import("./frames.js").Frames} frames
     * @param {Uint32Array} entries The entry of each item.
     * @param {import("./pictures.js").Pictures} pictures
     */
    show(screen, state, frames, entries, pictures, { keepsTiles = false, pinned = { header: true } } = {}) {
        Object.assign(this, { screen, state, frames, entries, pictures, pinned });
        if (!keepsTiles) this.#tiles.clear();
        this.#removeBands();
        this.frame.style.width = `${screen.width}px`;
        this.frame.style.height = `${screen.height}px`;
        this.content.style.width = `${Math.min(state.width, longestContent)}px`;
        this.content.style.height = `${Math.min(state.height, longestContent)}px`;
        this.scroller.classList.toggle("sideways", Boolean(screen.isHorizontal));
        this.render([...this.#tiles].map(([item]) => item));
    }

    get offset() {
        return this.screen.isHorizontal ? this.scroller.scrollLeft : this.scroller.scrollTop;
    }

    set offset(offset) {
        this.scrollTo(offset, false);
    }

    scrollTo(offset, isSmooth) {
        const behavior = isSmooth && !this.calm.matches ? "smooth" : "instant";
        this.scroller.scrollTo(this.screen.isHorizontal ? { left: offset, behavior } : { top: offset, behavior });
    }

    /** Scrolls so that an item is in the middle of the screen. A long way is a jump, since all pictures on it would load. */
    reveal(item, isSmooth = true) {
        const { x, y, width, height } = this.frames.frame(item);
        const { screen } = this;
        const offset = Math.max(0, screen.isHorizontal
            ? x + width / 2 - screen.width / 2 : y + Math.min(height, screen.height) / 2 - screen.height / 2);
        const isNear = Math.abs(offset - this.offset) <= 2 * (screen.isHorizontal ? screen.width : screen.height);
        this.scrollTo(offset, isSmooth && isNear);
        if (!isSmooth || !isNear) this.render();
    }

    focus(item) {
        this.reveal(item, false);
        this.#tiles.get(item)?.button.focus({ preventScroll: true });
    }

    /** Outlines an item; undefined outlines none. */
    choose(item) {
        this.#chosen = item;
        for (const [, tile] of this.#tiles) tile.isChosen = tile.item === item;
        this.#stopAt(item ?? this.#current);
    }

    /** Tab stops at the item if it is there, or else at the first one on screen. */
    #stopAt(item) {
        this.#current = item;
        const stop = this.#tiles.get(item) ?? this.#tiles.get(this.onScreen[0]);
        for (const [, tile] of this.#tiles) tile.button.tabIndex = tile === stop ? 0 : -1;
    }

    /** Says in the phone why a picture is not there, and offers to try again; without a text, says nothing. */
    notify(text, retry) {
        const notice = this.document.getElementById("notice");
        notice.hidden = !text;
        notice.querySelector("p").textContent = text ?? "";
        notice.querySelector("button").onclick = retry;
    }

    /** The items that are on screen. */
    get onScreen() {
        const { width, height } = this.screen;
        const [left, top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
        return this.frames.meeting(left, top, left + width, top + height);
    }

    tileOf(item) {
        return this.#tiles.get(item);
    }

    /** Shows what has become of an entry's picture. */
    update(entry) {
        for (const [, tile] of this.#tiles) if (tile.entry === entry) this.#mark(tile);
    }

    reload(entry) {
        for (const [, tile] of this.#tiles) if (tile.entry === entry) tile.reload();
    }

    updateMarks() {
        for (const [, tile] of this.#tiles) this.#mark(tile);
    }

    /**
     * Moves all tiles that are on screen, or come on it, to the places of another state in one frame of the browser, which
     * measures the shift. Texts are hidden meanwhile: they move with a picture's lower edge, and a score counts its upper one.
     */
    async shift(state, frames, meter) {
        const drawn = () => new Promise(resolve => this.view.requestAnimationFrame(resolve));
        const { screen, entries, pictures, pinned } = this;
        const [left, top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
        this.render(frames.meeting(left, top, left + screen.width, top + screen.height));
        this.list.classList.add("measured");
        await drawn();
        await drawn();
        meter.reset();
        this.show(screen, state, frames, entries, pictures, { keepsTiles: true, pinned });
        await drawn();
        await drawn();
        this.list.classList.remove("measured");
    }

    /** Makes the elements of what is on screen and half a screen around it, and of other items, and removes all others. */
    render(others = []) {
        const { screen, frames } = this;
        const [left, top] = [this.scroller.scrollLeft, this.scroller.scrollTop];
        const [around, above] = screen.isHorizontal ? [screen.width / 2, 0] : [0, screen.height / 2];
        const near = frames.meeting(left - around, top - above, left + screen.width + around, top + screen.height + above);
        const origin = { x: screen.isHorizontal ? Math.floor(left / step) * step : 0, y: screen.isHorizontal ? 0 : Math.floor(top / step) * step };
        this.#tiles.show([...near, ...others]);
        this.list.style.left = `${origin.x}px`;
        this.list.style.top = `${origin.y}px`;
        const middle = left + screen.width / 2;
        for (const [item, tile] of this.#tiles) {
            const frame = frames.frame(item);
            tile.place(frame, origin, screen.strip + (this.state.strips?.[item] ?? 0));
            if (screen.isCarousel) tile.scale(1 - Math.abs(frame.x + frame.width / 2 - middle) / screen.width);
        }
        this.#stopAt(this.#current);
        this.#renderBands(left, top, origin);
    }

    #tile(item) {
        const tile = new Tile(this.document, item, this.entries[item], this.pictures);
        if (item === this.#chosen) tile.isChosen = true;
        tile.element.setAttribute("aria-setsize", this.frames.count);
        this.#mark(tile);
        return tile;
    }

    #mark(tile) {
        const mark = this.marks(tile.item);
        tile.mark(mark?.kind, mark?.text);
    }

    /** Headers and footers. The box of one that pins is as long as its section, and the browser makes it stick. */
    #renderBands(left, top, origin) {
        const { screen } = this;
        const start = screen.isHorizontal ? left : top;
        const length = screen.isHorizontal ? screen.width : screen.height;
        const axis = screen.isHorizontal ? 0 : 1;
        this.bandRoom.style.left = `${origin.x}px`;
        this.bandRoom.style.top = `${origin.y}px`;
        (this.state.supplementary ?? []).forEach((part, index) => {
            const until = this.pinned[part.kind] ? part.until ?? part.frame[axis] : part.frame[axis];
            const begin = Math.min(part.frame[axis], until);
            const end = Math.max(part.frame[axis], until) + part.frame[axis + 2];
            const isNear = begin < start + length * 1.5 && end > start - length / 2;
            let band = this.#bands.get(index);
            if (!isNear) {
                band?.remove();
                this.#bands.delete(index);
                return;
            }
            if (!band) {
                band = this.#band(part);
                this.#bands.set(index, band);
                this.bandRoom.append(band);
            }
            // Far edges are cut near the screen, where their numbers are exact.
            const [first, last] = [Math.max(begin, origin.x + origin.y - step), Math.min(end, origin.x + origin.y + 3 * step)];
            const [place, size] = screen.isHorizontal ? ["left", "width"] : ["top", "height"];
            band.style[place] = `${first - (screen.isHorizontal ? origin.x : origin.y)}px`;
            band.style[size] = `${last - first}px`;
        });
    }

    #band(part) {
        const [, , width, height] = part.frame;
        const band = this.document.createElement("div");
        band.className = `band ${part.kind}`;
        const label = this.document.createElement("div");
        label.className = "label";
        const name = this.state.sections?.[part.section] || `Section ${part.section + 1}`;
        label.textContent = part.kind === "header" ? name : `End of ${name}`;
        label.dir = "auto";
        if (this.screen.isHorizontal) Object.assign(label.style, { width: `${width}px`, height: "100%" });
        else Object.assign(label.style, { height: `${height}px` });
        Object.assign(band.style, this.screen.isHorizontal ? { top: "0", height: `${height}px` } : { left: "0", width: `${width}px` });
        band.append(label);
        return band;
    }

    #removeBands() {
        for (const band of this.#bands.values()) band.remove();
        this.#bands.clear();
    }

    #scrolled() {
        this.render();
        this.onscroll?.();
        if (!this.screen.isCarousel) return;
        // Not all browsers tell when scrolling ends.
        clearTimeout(this.#snapTimer);
        this.#snapTimer = setTimeout(() => this.snap(), 140);
    }

    /** Counts a pull by a wheel or a finger at an end of the content. One that is long enough refreshes or loads more, once. */
    #pulled(way) {
        const { offset, scroller } = this;
        if (this.#pull === undefined) return;
        const last = this.screen.isHorizontal ? scroller.scrollWidth - scroller.clientWidth : scroller.scrollHeight - scroller.clientHeight;
        const isBeyond = way < 0 ? offset <= 0 : offset >= last - 1;
        this.#pull = isBeyond && this.#pull * way >= 0 ? this.#pull + way : 0;
        if (Math.abs(this.#pull) < longestPull) return;
        const pull = this.#pull;
        this.#pull = undefined;
        this.onpull?.(pull);
    }

    /** The offset at which a carousel comes to rest: the nearest item on screen is centred. */
    get restingOffset() {
        const middle = this.offset + this.screen.width / 2;
        let nearest;
        for (const item of this.onScreen) {
            const { x, width } = this.frames.frame(item);
            const distance = x + width / 2 - middle;
            if (nearest === undefined || Math.abs(distance) < Math.abs(nearest)) nearest = distance;
        }
        return this.offset + (nearest ?? 0);
    }

    snap() {
        const rest = this.restingOffset;
        const last = this.scroller.scrollWidth - this.scroller.clientWidth;
        const offset = Math.max(0, Math.min(rest, last));
        if (Math.abs(offset - this.offset) > 0.5) this.scrollTo(offset, true);
    }

    /** Left and Right lead through the items in their order; Up and Down to what is above and below. */
    #pressedKey(event) {
        const item = Number(event.target.closest("button")?.dataset.item ?? NaN);
        if (Number.isNaN(item)) return;
        const { count } = this.frames;
        const next = {
            ArrowLeft: () => item - 1, ArrowRight: () => item + 1, Home: () => 0, End: () => count - 1,
            ArrowUp: () => this.#neighbour(item, -1), ArrowDown: () => this.#neighbour(item, 1),
        }[event.key]?.();
        if (next === undefined) return;
        event.preventDefault();
        this.focus(Math.max(0, Math.min(count - 1, next)));
    }

    /** The next item below the middle of another one, or above it. */
    #neighbour(item, way) {
        const { x, y, width, height } = this.frames.frame(item);
        const [top, bottom] = way > 0 ? [y + height, Infinity] : [-Infinity, y];
        const end = other => this.frames.frame(other).y + (way > 0 ? 0 : this.frames.frame(other).height);
        const column = this.frames.meeting(x + width / 2 - 0.5, Math.max(top, y - 3 * this.screen.height), x + width / 2 + 0.5,
            Math.min(bottom, y + height + 3 * this.screen.height));
        return column.filter(other => other !== item).sort((a, b) => way * (end(a) - end(b)))[0];
    }
}
