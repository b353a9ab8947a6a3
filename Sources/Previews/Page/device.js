/** The case of a device around its screen. */

/**
 * Shows the case of a screen, as large as there is room for, and its safe area.
 * @param {HTMLElement} stand
 * @param {import("./data.js").Screen} screen
 * @param {{width: number, height: number}} room
 * @returns {number} How large a point is on this page.
 */
export function showDevice(stand, screen, room, showsSafeArea) {
    const device = stand.querySelector(".device");
    const [top, left, bottom, right] = screen.safeArea ?? [0, 0, 0, 0];
    const isTablet = Math.min(screen.width, screen.height) >= 700;
    const bezel = screen.isWindow ? 6 : isTablet ? 22 : 12;
    // Screens with a camera in the edge have round corners.
    const corner = Math.max(top, left) >= 40 ? 46 : isTablet && !screen.isWindow ? 18 : 8;
    device.style.setProperty("--bezel", `${bezel}px`);
    device.style.setProperty("--corner", `${corner}px`);
    device.style.setProperty("--safe", `${top}px ${right}px ${bottom}px ${left}px`);
    device.querySelector(".safe").hidden = !showsSafeArea || !screen.safeArea;
    const [width, height] = [screen.width + 2 * bezel, screen.height + 2 * bezel];
    const scale = Math.min(1, room.width / width, room.height / height);
    device.style.transform = `scale(${scale})`;
    const fit = stand.querySelector(".fit");
    fit.style.width = `${width * scale}px`;
    fit.style.height = `${height * scale}px`;
    return scale;
}

/** Such as `402 × 874 pt at 3x, shown at 80 %`. */
export function deviceCaption(screen, scale) {
    const pixels = screen.scale ? ` at ${screen.scale}x` : "";
    const shown = scale < 1 ? `, shown at ${Math.round(scale * 100)}\u00A0%` : "";
    const side = length => Math.round(length * 100) / 100;
    return `${side(screen.width)}\u00A0×\u00A0${side(screen.height)} ${screen.isWindow ? "px" : "pt"}${pixels}${shown}`;
}
