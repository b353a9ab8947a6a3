import { addedNumbers } from "./data.js";

/** The frames of one state on one screen, in points, and which of them meet a rect. */
export class Frames {
    /** @param {import("./data.js").Screen} screen */
    constructor(screen, chain, step) {
        const states = screen.chains[chain];
        const blocks = states.slice(0, step + 1).map((_, index) => addedNumbers(screen, chain, index));
        this.count = states[step].from + blocks[step].length / 4;
        this.numbers = new Float64Array(4 * this.count);
        // A later state may move frames of an earlier one.
        blocks.forEach((block, index) => this.numbers.set(block, 4 * states[index].from));
        this.prepare(screen.isHorizontal ? 0 : 1);
    }

    /** Sorts the frames along the axis in which the content scrolls. */
    prepare(axis) {
        const { numbers, count } = this;
        this.axis = axis;
        const order = new Uint32Array(count);
        let isSorted = true;
        for (let i = 0; i < count; i++) {
            order[i] = i;
            if (i > 0 && numbers[4 * i + axis] < numbers[4 * i - 4 + axis]) isSorted = false;
        }
        if (!isSorted) order.sort((a, b) => numbers[4 * a + axis] - numbers[4 * b + axis] || a - b);
        this.order = order;
        /** How far the frames up to this one in the order reach. */
        this.reach = new Float64Array(count);
        let reach = -Infinity;
        for (let i = 0; i < count; i++) {
            const start = 4 * order[i] + axis;
            reach = Math.max(reach, numbers[start] + numbers[start + 2]);
            this.reach[i] = reach;
        }
    }

    frame(item) {
        const { numbers } = this;
        const at = 4 * item;
        return { x: numbers[at], y: numbers[at + 1], width: numbers[at + 2], height: numbers[at + 3] };
    }

    /**
     * The items that share an area above zero with a rect, in their order, as `weir layout --rect` has them.
     * @returns {number[]}
     */
    meeting(left, top, right, bottom) {
        const { numbers, order, reach, axis, count } = this;
        const [start, end] = axis === 0 ? [left, right] : [top, bottom];
        const found = [];
        let place = firstIndex(count, index => reach[index] > start);
        for (; place < count; place++) {
            const at = 4 * order[place];
            if (numbers[at + axis] >= end) break;
            const across = Math.min(numbers[at] + numbers[at + 2], right) - Math.max(numbers[at], left);
            const down = Math.min(numbers[at + 1] + numbers[at + 3], bottom) - Math.max(numbers[at + 1], top);
            if (across > 0 && down > 0) found.push(order[place]);
        }
        return found.sort((a, b) => a - b);
    }
}

/** The first index for which a condition holds that holds for all later ones; `count` if there is none. */
function firstIndex(count, holds) {
    let [low, high] = [0, count];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (holds(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
}
