/** The controls of the panel, by their ids. */
export const controls = new Proxy({}, { get: (_, id) => document.getElementById(id) });

/** An element with a text and children. Texts are never markup. */
export function element(name, text = "", ...children) {
    const made = document.createElement(name);
    made.textContent = text;
    made.append(...children);
    return made;
}

/** An element of a class. */
export const classed = (name, className, ...content) => Object.assign(element(name, "", ...content), { className });

/** A text whose parts between backticks are code. */
export const marked = text => text.split(/`([^`]+)`/).map((part, index) => index % 2 === 1 ? element("code", part) : part);

/** Fills a description list with names and texts. */
export function describe(list, rows) {
    list.replaceChildren(...rows.flatMap(([name, text]) => [element("dt", name), element("dd", "", ...marked(text))]));
}

/** `1 picture moves`, `40 pictures move`. */
export const counted = (count, one, many) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

/** A number to hundredths, without needless zeros. */
export const hundredths = number => String(Math.round(number * 100) / 100);
/** A score as `weir diff` prints it. */
export const scoreText = score => String(Math.round(score * 10000) / 10000);
