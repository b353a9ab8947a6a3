/** The controls of the panel, by their ids. */
export const controls = new Proxy({}, { get: (_, id) => document.getElementById(id) });

/** An element with a text and children. Texts are never markup. */
export function element(name, text = "", ...children) {
    const made = document.createElement(name);
    made.textContent = text;
    made.append(...children);
    return made;
}

/** Fills a description list with names and texts. */
export function describe(list, rows) {
    list.replaceChildren(...rows.flatMap(([name, text]) => [element("dt", name), element("dd", text)]));
}

/** Fills a list of buttons; only so many are shown. */
export function listButtons(list, rows, most = 200) {
    const items = rows.slice(0, most).map(({ title, text, kind, pressed }) => {
        const inner = pressed ? element("button", "", element("b", title), text) : element("div", "", element("b", title), text);
        if (pressed) {
            inner.type = "button";
            inner.onclick = pressed;
            inner.className = kind;
            return element("li", "", inner);
        }
        const item = element("li", "", ...inner.childNodes);
        item.className = `plain ${kind}`;
        return item;
    });
    if (rows.length > most) items.push(element("li", `and ${rows.length - most} more`));
    list.replaceChildren(...items);
}

/** A number to hundredths, without needless zeros. */
export const hundredths = number => String(Math.round(number * 100) / 100);
/** A score as `weir diff` prints it. */
export const scoreText = score => String(Math.round(score * 10000) / 10000);
