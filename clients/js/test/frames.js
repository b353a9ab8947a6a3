/** A layout as `weir layout --format json` prints it. Sections are those of the answer where the layout has none of its own. */
export function answerOf(layout, { layout: name, viewport, frames }) {
    const hasSections = /^(mk-masonry|flow|flow-waterfall)(:|$)/.test(name);
    return {
        layout: name, viewport, contentSize: { width: layout.width, height: layout.height },
        frames: layout.frames().map(({ x, y, width, height }, index) =>
            ({ index, section: hasSections ? layout.section(index) : frames[index].section, x, y, w: width, h: height })),
        supplementary: layout.supplementary.map(({ kind, section, frame: { x, y, width, height } }) =>
            ({ kind, section, x, y, w: width, h: height })),
    };
}
