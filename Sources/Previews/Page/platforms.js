import { screens } from "./data.js";

const platformOrder = ["iOS", "Android", "Flutter", "React Native", "web"];

/**
 * A screen of each platform that has one, such as an iPhone, a Pixel and a browser's window; if it can be, on a device that no other has.
 * @returns {import("./data.js").Screen[]}
 */
export function platformScreens() {
    const chosen = [];
    for (const platform of platformOrder) {
        const own = screens.filter(screen => screen.platform === platform);
        const isFree = screen => !chosen.some(other => other.device === screen.device);
        const screen = own.find(screen => screen.isWindow) ?? own.find(isFree) ?? own[0];
        if (screen) chosen.push(screen);
    }
    return chosen;
}

/** Adds stands for more phones behind another stand. */
export function addStands(stand, count) {
    return Array.from({ length: count }, (_, index) => {
        const added = stand.cloneNode(true);
        const caption = added.querySelector(".caption");
        added.id = `stand-${index}`;
        caption.id = `caption-${index}`;
        added.setAttribute("aria-labelledby", caption.id);
        added.querySelector("iframe").title = `Screen of another platform, ${index + 2}`;
        stand.parentElement.append(added);
        return added;
    });
}
