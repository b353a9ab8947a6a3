import { addressOf } from "./addresses.js";
import { element } from "./controls.js";

/** What stands for a picture that has not come. */
const lost = () => Object.assign(element("span", "not loaded"), { className: "lost" });

/** Paper has room for so many pictures. */
const most = 600;

/**
 * Fills the contact sheet, which only paper shows.
 * @param {HTMLElement} sheet
 * @param {import("./data.js").Entries} entries
 * @param {Uint32Array} order The entries in the order of the shop.
 * @returns {Promise<void>} Ends when all pictures have come or failed.
 */
export async function fillSheet(sheet, entries, order) {
    const figures = [...order.subarray(0, most)].map((entry, item) => {
        const image = element("img");
        image.alt = "";
        const { url } = addressOf(entries.img[entry]);
        if (url) image.src = url;
        const price = element("span", entries.price[entry]);
        price.dir = "auto";
        return element("figure", "", image, element("figcaption", "", element("span", String(item)), price));
    });
    sheet.replaceChildren(...figures);
    await Promise.all([...sheet.querySelectorAll("img")].map(image => image.decode().catch(() => image.replaceWith(lost()))));
}
