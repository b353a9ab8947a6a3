// A container of grid-lanes, masonry.js or justified boxes; all its children are pictures
function frameDump(list, layout) {
    const view = list.getBoundingClientRect();
    const screen = { width: view.width, height: innerHeight, scale: devicePixelRatio, layout, rect: [0, 0, view.width, view.height] };
    const frames = [...list.children].map((item, index) => {
        const { x, y, width, height } = item.getBoundingClientRect();
        return { index, x: x - view.x, y: y - view.y, w: width, h: height };
    });
    return [screen, ...frames].map(line => JSON.stringify(line) + '\n').join('');
}
