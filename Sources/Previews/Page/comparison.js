import { counted, hundredths } from "./controls.js";
import { page } from "./data.js";
import { nameOf, sizeOf, sizeText } from "./entries.js";
import { entriesOf, listStarts } from "./shop.js";

/** Smaller moves do not count in a shift score. */
const leastMove = 3;

/** The other manifest on the same screen, beside the shop. */
export class Comparison {
    constructor(shop) {
        this.shop = shop;
        this.entriesOfOld = entriesOf(page.against.entries.lists.map((_, index) => index), page.against.entries.lists, listStarts(page.against.entries.lists));
    }

    state(chain) {
        return this.shop.screen.chains[chain][0];
    }

    frames(chain) {
        return this.shop.framesOf(chain, 0);
    }

    /**
     * What is different for a phone: pictures of another size, which cause moves, and pictures at another place.
     * @returns {{resized: Change[], moved: Change[], onScreen: number}}
     * @typedef {{item: number, entry: number, previous: number, x: number, y: number, from: Size, to: Size}} Change
     * @typedef {{width: number, height: number}} Size
     */
    get changes() {
        const { screen, entries } = this.shop;
        const [frames, old] = [this.shop.frames, this.frames("old")];
        const first = [frames, old].map(each => new Set(each.meeting(0, 0, screen.width, screen.height)));
        const [resized, moved] = [[], []];
        let onScreen = 0;
        entries.forEach((entry, item) => {
            const previous = page.against.previous[entry] ?? -1;
            if (previous < 0) return;
            const [now, was] = [frames.frame(item), old.frame(previous)];
            const change = {
                item, entry, previous, x: now.x - was.x, y: now.y - was.y,
                from: sizeOf(page.against.entries, previous), to: sizeOf(page.entries, entry),
            };
            if (sizeText(change.from) !== sizeText(change.to)) resized.push(change);
            if (Math.max(Math.abs(change.x), Math.abs(change.y)) < leastMove) return;
            moved.push(change);
            if (first[0].has(item) || first[1].has(previous)) onScreen++;
        });
        return { resized, moved, onScreen };
    }

    /** One sentence of cause and effect, as `weir diff` writes it. */
    sentence({ resized, moved, onScreen }) {
        const kept = new Set(page.against.previous.filter(previous => previous >= 0));
        const removed = this.entriesOfOld.length - kept.size;
        const added = this.shop.entries.filter(entry => (page.against.previous[entry] ?? -1) < 0).length;
        const others = resized.length - 1;
        const causes = [
            resized.length > 0 && `${nameOf(page.entries, resized[0].entry)} went from ${plainSize(resized[0].from)} to ${plainSize(resized[0].to)}`,
            others > 0 && counted(others, "other has a new size", "others have new sizes"),
            added > 0 && counted(added, "picture is new", "pictures are new"),
            removed > 0 && counted(removed, "is gone", "are gone"),
        ].filter(Boolean);
        if (causes.length === 0) causes.push(moved.length > 0 ? "The order is another" : "Both manifests are laid out alike");
        const seen = moved.length === 1 ? `${onScreen === 1 ? "on" : "behind"} the first screen` : `${onScreen || "none"} of them on the first screen`;
        const effect = moved.length === 0 ? "no picture moves" : `${counted(moved.length, "picture moves", "pictures move")}, ${seen}`;
        return `${causes.join(", ")}: ${effect}`;
    }
}

const plainSize = ({ width, height }) => `${width}x${height}`;

/** Such as `moves 12 down`. */
export function moveText({ x, y }) {
    const parts = [[x, "left", "right"], [y, "up", "down"]].filter(([way]) => Math.abs(way) >= 0.005);
    if (parts.length === 0) return "stays";
    return `moves ${parts.map(([way, back, forth]) => `${hundredths(Math.abs(way))} ${way < 0 ? back : forth}`).join(" and ")}`;
}

/** Of a picture that causes moves, also its sizes. */
export function changeText(change) {
    const { from, to } = change;
    return sizeText(from) === sizeText(to) ? moveText(change) : `${sizeText(from)} became ${sizeText(to)}, ${moveText(change)}`;
}
