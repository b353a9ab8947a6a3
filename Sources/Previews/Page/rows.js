import { addressOf } from "./addresses.js";
import { classed, counted, element, marked } from "./controls.js";
import { page } from "./data.js";
import { nameOf, placeholderOf } from "./entries.js";

/**
 * @typedef {object} Row
 * @property {string} text
 * @property {string} [kind] Its color, by the severity of a finding.
 * @property {number} [entry] The entry of the picture that the row is about.
 * @property {Element} [figure] What is drawn in place of the picture.
 * @property {() => void} [pressed] Shows the picture.
 */

/** A list in the panel. It is one stop of Tab; arrow keys lead from row to row and show their pictures. */
export class Rows {
    #list;
    #most;
    #made = new Map();

    constructor(list, most = 200) {
        this.#list = list;
        this.#most = most;
        list.addEventListener("keydown", event => this.#pressedKey(event));
        list.addEventListener("click", event => this.#stopAt(event.target.closest("button")));
    }

    /** @param {Row[]} rows Only the first ones are shown. */
    show(rows) {
        const focused = this.#list.contains(document.activeElement) ? document.activeElement : undefined;
        const made = new Map();
        for (const row of rows.slice(0, this.#most)) {
            const key = `${row.entry} ${row.kind} ${row.text}`;
            const item = this.#made.get(key) ?? rowElement(row);
            // On another screen, the same text may lead elsewhere.
            const button = item.querySelector("button");
            if (button) button.onclick = row.pressed;
            made.set(key, item);
        }
        this.#made = made;
        const more = rows.length > this.#most ? [element("li", `and ${counted(rows.length - this.#most, "more", "more")}`)] : [];
        this.#list.replaceChildren(...made.values(), ...more);
        const [first] = this.#buttons;
        const stop = this.#buttons.includes(focused) ? focused : first;
        for (const button of this.#buttons) button.tabIndex = button === stop ? 0 : -1;
        // An element that is moved in the document loses the focus.
        if (focused) stop?.focus({ preventScroll: true });
    }

    /** Only a row of the picture that is shown may be the current one. */
    choose(entry) {
        for (const button of this.#buttons) if (button.dataset.entry !== String(entry)) button.ariaCurrent = null;
    }

    /** The row whose picture is shown is where Tab comes back to. */
    #stopAt(row) {
        for (const button of row ? this.#buttons : []) {
            button.tabIndex = button === row ? 0 : -1;
            button.ariaCurrent = button === row ? "true" : null;
        }
    }

    get #buttons() {
        return [...this.#list.querySelectorAll("button")];
    }

    #pressedKey(event) {
        const buttons = this.#buttons;
        const index = buttons.indexOf(event.target);
        const next = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: buttons.length - 1 }[event.key];
        if (index < 0 || !buttons[next]) return;
        event.preventDefault();
        buttons[next].focus();
        buttons[next].click();
    }
}

/** @param {Row} row */
function rowElement({ entry, text, kind, figure, pressed }) {
    const words = classed("span", "words", classed("span", "text", ...marked(text)));
    if (entry !== undefined) {
        const price = classed("span", "muted", page.entries.price[entry]);
        price.dir = "auto";
        words.prepend(classed("span", "head", element("b", nameOf(page.entries, entry)), price));
    }
    const content = entry === undefined ? [words] : [figure ?? thumbnail(entry), words];
    if (!pressed) return classed("li", `plain ${kind ?? ""}`, ...content);
    const button = classed("button", kind ?? "", ...content);
    button.type = "button";
    button.dataset.entry = entry;
    return element("li", "", button);
}

/** The picture of an entry in small, on its placeholder. */
function thumbnail(entry) {
    const box = classed("span", "thumbnail");
    const background = placeholderOf(page.entries, entry);
    if (background) box.style.background = background;
    const { url } = addressOf(page.entries.img[entry]);
    if (url) {
        const image = Object.assign(element("img"), { alt: "", loading: "lazy", decoding: "async", onerror: () => image.remove(), src: url });
        box.append(image);
    }
    return box;
}
