import { page } from "./data.js";
import { nameOf } from "./entries.js";

let texts;

/** What a search looks through: the address, the name, the price and the kept keys of each entry. */
function searched() {
    const { entries } = page;
    const kept = entries.keys ?? [];
    texts ??= entries.img.map((img, entry) => {
        const parts = [img.startsWith("data:") ? "" : img, nameOf(entries, entry), entries.price[entry], ...kept.map(({ values }) => values[entry])];
        return parts.join("\n").toLowerCase();
    });
    return texts;
}

/**
 * The entries whose name, price or kept key has all words of a text.
 * @returns {import("./rows.js").Row[]}
 */
export function searchRows(text, jump) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return searched().flatMap((all, entry) => {
        if (!words.every(word => all.includes(word))) return [];
        const kept = (page.entries.keys ?? []).map(({ name, values }) => values[entry] && `${name} ${values[entry]}`);
        return [{ entry, text: [`Entry ${entry}`, ...kept].filter(Boolean).join(", "), pressed: () => jump(entry) }];
    });
}
