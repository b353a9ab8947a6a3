#!/usr/bin/env node
// Makes the vectors that the tests hold layouts of the web against, with the engines themselves: drawn layouts, and the
// frames that the engine gives them. masonry.js runs in the Chromium of this machine, at four device scales; masonic and FlashList
// are compiled with tsc.
//
// usage: make.js ENGINES FOLDER [LAYOUTS]
//   ENGINES  a folder with checkouts of masonry (desandro) and justified-layout (flickr), or masonic (jaredLunde) and
//            flash-list (Shopify), or all four
//   FOLDER   where masonry-js.jsonl, justified.jsonl, masonic.jsonl and flash-list.jsonl are written
//   LAYOUTS  how many each has (60)
'use strict';
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const [engines, folder, wanted = '60'] = process.argv.slice(2);
if (!engines || !folder) {
    console.error('usage: make.js ENGINES FOLDER [LAYOUTS]');
    process.exit(2);
}
const layouts = Number(wanted);

// mulberry32: the same numbers every time.
let state = 20261125;
function random() {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const whole = (low, high) => low + Math.floor(random() * (high - low + 1));
const one = list => list[whole(0, list.length - 1)];
const gaps = [0, 1, 4, 8, 10, 12.5, 16, 20, 40, 7.3];
const common = [[200, 300], [300, 200], [240, 240], [400, 500], [600, 400], [1, 1]];

/** Ordinary pictures and extreme ones. Every twentieth layout has more. */
function pictures(number) {
    const count = number % 20 === 19 ? whole(100, layouts > 100 ? 1000 : 150) : whole(0, 30);
    return Array.from({ length: count }, () => {
        const kind = whole(0, 29);
        if (kind === 0) return [whole(1, 9), whole(100, 400)];
        if (kind === 1) return [whole(100, 5000), 1];
        return kind < 15 ? one(common) : [whole(50, 4000), whole(50, 4000)];
    });
}

function drawn(number) {
    const sides = number % 3 ? Array(4).fill(one(gaps)) : [one(gaps), one(gaps), one(gaps), one(gaps)];
    const widths = [320, 360, 375, 390, 393, 402, 412, 430, 667, 768, 820, 1024, 1280, 1366];
    return { width: random() < 0.5 ? one(widths) : whole(320 * 8, 1400 * 8) / 8, sides, pictures: pictures(number) };
}

const inset = ([top, right, bottom, left]) => `inset=${[top, left, bottom, right]}`;
const lines = (name, vectors) => fs.writeFileSync(path.join(folder, name), vectors.map(v => JSON.stringify(v) + '\n').join(''));

function justified() {
    const engine = require(path.resolve(engines, 'justified-layout'));
    return Array.from({ length: layouts }, (_, number) => {
        const { width, sides, pictures } = drawn(number);
        const [top, right, bottom, left] = sides;
        const [horizontal, vertical] = [one(gaps), one(gaps)];
        const target = one([80, 120, 200, 320, 333.3]), tolerance = one([0, 0.1, 0.25, 0.25, 0.5]);
        const cadence = one([false, false, 1, 2, 3]), style = one(['left', 'center', 'justify']);
        const result = engine(pictures.map(([w, h]) => ({ width: w, height: h })), {
            containerWidth: width, containerPadding: { top, right, bottom, left }, boxSpacing: { horizontal, vertical },
            targetRowHeight: target, targetRowHeightTolerance: tolerance, fullWidthBreakoutRowCadence: cadence,
            widowLayoutStyle: style });
        return {
            layout: `justified:row-height=${target},tolerance=${tolerance},column-spacing=${horizontal},row-spacing=${vertical},` +
                `${inset(sides)},widow-style=${style}` + (cadence ? `,breakout-cadence=${cadence}` : ''),
            width, pictures: pictures.flat(),
            frames: result.boxes.flatMap(box => [box.left, box.top, box.width, box.height]),
            height: result.containerHeight };
    });
}

/** A page that lays each case out and writes the frames into its text, in 64ths of a device pixel. */
function page(script, cases) {
    return `<!doctype html><meta charset="utf-8"><style>body { margin: 0 } .c { box-sizing: border-box }</style><body><pre></pre>
<script>${script.replaceAll('</script', '<\\/script')}</script><script>
const units = devicePixelRatio * 64;
const answers = ${JSON.stringify(cases)}.map(c => {
    const view = document.createElement('div');
    view.className = 'c';
    view.style.cssText = \`width:\${c.width}px;padding:\${c.sides.map(side => side + 'px').join(' ')}\`;
    for (const [w, h] of c.pictures) {
        const item = document.createElement('div'), picture = document.createElement('div');
        item.style.cssText = \`width:\${c.item}px;margin-bottom:\${c.below}px\`;
        picture.style.aspectRatio = \`\${w} / \${h}\`;
        item.append(picture);
        if (c.strip) item.append(Object.assign(document.createElement('div'), { style: \`height:\${c.strip}px\` }));
        view.append(item);
    }
    document.body.append(view);
    new Masonry(view, { gutter: c.gutter, transitionDuration: 0 });
    const origin = view.getBoundingClientRect();
    const frames = [...view.children].flatMap(item => {
        const { x, y, width, height } = item.getBoundingClientRect();
        return [x - origin.x, y - origin.y, width, height].map(length => Math.round(length * units));
    });
    const height = Math.round(origin.height * units);
    view.remove();
    return { frames, height };
});
document.querySelector('pre').textContent = JSON.stringify(answers);
</script>`;
}

function masonry() {
    const script = fs.readFileSync(path.join(engines, 'masonry', 'dist', 'masonry.pkgd.js'), 'utf8');
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'layout-vectors-'));
    const vectors = [1, 2, 2.625, 3].flatMap((density, round) => {
        const cases = Array.from({ length: Math.ceil(layouts / 4) }, (_, index) => {
            const number = 4 * index + round, one_ = drawn(number), columns = whole(1, 8), gutter = one(gaps);
            const room = one_.width - one_.sides[1] - one_.sides[3];
            const own = number % 5 === 4 ? whole(60, 300) + one([0, 0.5, 1 / 3]) : undefined;
            return { ...one_, columns, gutter, below: one(gaps), strip: number % 4 ? 0 : one([17, 24, 33.3]), own,
                item: own ?? (one_.width - one_.sides[3] - one_.sides[1] - gutter * (columns - 1)) / columns, room };
        }).filter(c => c.item > 0 && c.item <= c.room);
        fs.writeFileSync(path.join(work, 'page.html'), page(script, cases));
        const text = execFileSync('chromium', [
            '--headless=new', '--no-sandbox', '--disable-gpu', '--window-size=1400,1400', `--force-device-scale-factor=${density}`,
            `--user-data-dir=${path.join(work, 'profile')}`, '--dump-dom', `file://${path.join(work, 'page.html')}`,
        ], { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });
        const answers = JSON.parse(text.match(/<pre>(.*?)<\/pre>/s)[1]);
        return cases.map((c, index) => ({
            layout: 'masonry-js:' + (c.own ? `item-width=${c.own}` : `columns=${c.columns}`) +
                `,column-spacing=${c.gutter},row-spacing=${c.below},${inset(c.sides)},extra-height=${c.strip},density=${density}`,
            width: c.width, pictures: c.pictures.flat(), ...answers[index],
        // The browser reports edges as Floats, and divides them by the scale, so farther down they may be off by a unit.
        })).filter(vector => vector.height < (Number.isInteger(Math.log2(density)) ? 2 ** 24 : 2 ** 22));
    });
    fs.rmSync(work, { recursive: true });
    return vectors;
}

/** A module of an engine in TypeScript. What it imports from packages is a stub. */
function compiled(engine, file, stubs) {
    const work = fs.mkdtempSync(path.join(os.tmpdir(), 'layout-vectors-'));
    const source = path.join(engines, engine, 'src');
    // The types of the packages are missing, which tsc reports; it writes the code nevertheless.
    spawnSync('tsc', ['--module', 'commonjs', '--target', 'es2020', '--moduleResolution', 'node', '--rootDir', source, '--outDir', work,
        path.join(source, file)]);
    for (const [name, text] of Object.entries(stubs)) {
        fs.mkdirSync(path.join(work, 'node_modules', name), { recursive: true });
        fs.writeFileSync(path.join(work, 'node_modules', name, 'index.js'), text);
    }
    compiled.work = work;
    return require(path.join(work, file.replace(/\.ts$/, '')));
}

function gridCase(number) {
    const { width, sides, pictures } = drawn(number);
    const columns = whole(1, 8), across = one(gaps), along = one(gaps), strip = number % 4 ? 0 : one([17, 24, 33.3]);
    const text = `column-spacing=${across},row-spacing=${along},${inset(sides)},extra-height=${strip}`;
    return { width, sides, pictures, columns, across, along, strip, text };
}

function masonic() {
    state = 20261128;
    // The hook is called twice for one component: its refs stay.
    const { usePositioner } = compiled('masonic', 'use-positioner.ts', {
        react: 'let refs; let next; exports.mount = () => { refs = []; next = 0; }; exports.render = () => { next = 0; };'
            + 'exports.useRef = current => refs[next++] ??= { current };' });
    const { mount, render } = require(path.join(compiled.work, 'node_modules', 'react'));
    const laidOut = length => Math.trunc(Math.fround(Math.fround(length) * 64)) / 64;
    return Array.from({ length: layouts }, (_, number) => {
        const { width, sides, pictures, columns, across, along, strip, text } = gridCase(number);
        const [top, right, bottom, left] = sides, own = number % 5 === 4 ? whole(60, 300) + one([0, 0.5]) : undefined;
        const options = { columnGutter: across, rowGutter: along, ...own ? { columnWidth: own } : { columnCount: columns } };
        const height = (positioner, [w, h]) => Math.floor(positioner.columnWidth * h / w + strip + 0.5);
        const window = number % 2 ? Math.floor(width) + whole(0, 200) : undefined;
        mount();
        let count = 0;
        if (window) {
            const first = usePositioner({ width: window, ...options });
            if (first.columnWidth <= 0) return { frames: [0, 0, 0] };
            // As the hook useMasonry counts its first batch, in a window 667 high.
            count = Math.min(pictures.length, Math.ceil(667 * 2 / 300 * first.columnCount));
            for (let index = 0; index < count; index++) first.set(index, height(first, pictures[index]));
            render();
        }
        const positioner = usePositioner({ width: Math.floor(width - laidOut(left) - laidOut(right) + 0.5), ...options });
        positioner.update(pictures.slice(0, count).flatMap((picture, index) => [index, height(positioner, picture)]));
        pictures.slice(count).forEach((picture, index) => positioner.set(count + index, height(positioner, picture)));
        return {
            layout: `masonic:${own ? `item-width=${own}` : `columns=${columns}`},${text}${window ? `,window-width=${window}` : ''}`,
            width, pictures: pictures.flat(),
            frames: pictures.flatMap((_, index) => {
                const item = positioner.get(index);
                return [left + item.left, top + item.top, positioner.columnWidth, item.height];
            }),
            // As the hook useMasonry rounds it.
            height: top + Math.ceil(positioner.estimateHeight(pictures.length, 0)) + bottom };
    }).filter(({ frames }) => !(frames[2] <= 0));
}

function flashList() {
    state = 20261128;
    const { RVMasonryLayoutManagerImpl } = compiled('flash-list', 'recyclerview/layout-managers/MasonryLayoutManager.ts', {
        'react-native': 'exports.PixelRatio = { getPixelSizeForLayoutSize: Math.round };' });
    return Array.from({ length: layouts }, (_, number) => {
        const { width, sides, pictures, columns, across, along, strip, text } = gridCase(number);
        const [top, right, bottom, left] = sides, density = one([undefined, 1, 2, 2.625, 3]);
        const measured = length => density ? Math.floor(length * density + 0.5) / density : length;
        const manager = new RVMasonryLayoutManagerImpl({ windowSize: { width: measured(width - left - right), height: 667 },
            maxColumns: columns, optimizeItemArrangement: true, overrideItemLayout: () => {}, getItemType: () => '' });
        manager.modifyLayout([], pictures.length);
        const cell = manager.boundedSize / columns;
        manager.modifyLayout(pictures.map(([w, h], index) =>
            ({ index, dimensions: { width: cell, height: measured((cell - across) * h / w + strip + along) } })), pictures.length);
        return {
            layout: `flash-list:columns=${columns},${text}${density ? `,density=${density}` : ''}`, width, pictures: pictures.flat(),
            frames: pictures.flatMap((_, index) => {
                const item = manager.getLayout(index);
                return [left + (item.x + across / 2), top + item.y, item.width - across, Math.max(0, item.height - along)];
            }),
            height: top + manager.getLayoutSize().height + bottom };
    }).filter(({ frames }) => !(frames[2] <= 0));
}

for (const [engine, name, vectors] of [
    ['justified-layout', 'justified', justified], ['masonry', 'masonry-js', masonry], ['masonic', 'masonic', masonic],
    ['flash-list', 'flash-list', flashList],
]) {
    if (fs.existsSync(path.join(engines, engine))) lines(`${name}.jsonl`, vectors());
}
