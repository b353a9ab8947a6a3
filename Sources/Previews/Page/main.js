import { page, screens } from "./data.js";
import { changeText, Comparison } from "./comparison.js";
import { controls, counted, describe, element, hundredths, scoreText } from "./controls.js";
import { deviceCaption, showDevice } from "./device.js";
import { nameOf, sizeOf, sizeText } from "./entries.js";
import { failureRows, failuresOf } from "./failures.js";
import { findingMark, findingRows, findingText, findingsOf } from "./findings.js";
import { Network } from "./network.js";
import { Phone } from "./phone.js";
import { Pictures } from "./pictures.js";
import { addStands, platformScreens } from "./platforms.js";
import { Rows } from "./rows.js";
import { searchRows } from "./search.js";
import { fillSheet } from "./sheet.js";
import { ShiftMeter } from "./shifts.js";
import { Shop } from "./shop.js";
import { sizeRows, wrongSizesText } from "./sizes.js";

const newStand = controls["new-stand"];
const oldStand = controls["old-stand"];

/** The document of a phone's screen is there when its frame has loaded. */
function loadedFrame(stand) {
    const frame = stand.querySelector("iframe");
    const isReady = () => frame.contentDocument?.getElementById("bands");
    return isReady() ? Promise.resolve(frame) : new Promise(resolve => frame.addEventListener("load", () => resolve(frame), { once: true }));
}

const platforms = page.against ? [] : platformScreens();
const stands = addStands(newStand, Math.max(0, platforms.length - 1));
const [newFrame, oldFrame, ...frames] = await Promise.all([newStand, oldStand, ...stands].map(loadedFrame));
const shop = new Shop(stands.length > 0 ? platforms[0] : screens[0]);
const comparison = page.against && new Comparison(shop);
const network = new Network();
const pictures = new Pictures(page.entries, network, pictureChanged);
const phone = new Phone(newFrame, select);
const neighbours = frames.map(frame => new Phone(frame, item => {
    select(item);
    phone.reveal(item);
}));
const oldPictures = page.against && new Pictures(page.against.entries, network, entry => oldPhone.update(entry));
const oldPhone = page.against && new Phone(oldFrame, item => describeOld(item));
const meter = new ShiftMeter((page.against ? oldPhone : phone).view, showShifts);
const lists = ["found", "moves", "sizes", "failures", "findings"].map(id => new Rows(controls[id]));
const [found, moves, sizes, failures, findings] = lists;
let selected;
/** What `--against` has at another place or of another size, by its item here, and by its item there. */
let changes = new Map();
let oldChanges = new Map();

// The screens

const unique = values => [...new Set(values)];
const isTurned = screen => screen.width > screen.height;

function fillChoices() {
    const option = text => Object.assign(element("option", text), { value: text });
    controls.device.replaceChildren(...unique(screens.map(screen => screen.device)).map(option));
    const layouts = unique(screens.map(screen => screen.layout));
    controls.layout.replaceChildren(...layouts.map(option));
}

/** The screen for a device, a layout and an orientation, or the nearest one that there is. */
function screenFor(device, layout, turned) {
    const fits = [
        screen => screen.device === device && screen.layout === layout && isTurned(screen) === turned,
        screen => screen.device === device && screen.layout === layout,
        screen => screen.device === device && isTurned(screen) === turned,
        screen => screen.device === device,
    ];
    for (const fit of fits) {
        const screen = screens.find(fit);
        if (screen) return screen;
    }
    return screens[0];
}

function choose(change = {}) {
    const { device, layout } = shop.screen;
    const turned = isTurned(shop.screen);
    const wish = { device, layout, turned, ...change };
    const { offset } = phone;
    shop.screen = screenFor(wish.device, wish.layout, wish.turned);
    // After a turn, a list keeps its offset in points.
    shop.isTurned = shop.screen.device === device && shop.screen.layout === layout && (isTurned(shop.screen) !== turned || shop.isTurned);
    phone.scroller.scrollTo(0, 0);
    show();
    if (shop.isTurned) phone.offset = offset;
}

/** The screens of the other platforms, if they are shown. */
function screensBeside() {
    if (!controls.beside.checked) return [];
    return platforms.filter(screen => screen.platform !== shop.screen.platform).slice(0, neighbours.length);
}

/** Shows the cases of all phones, as large as there is room for. */
function fit() {
    const { screen } = shop;
    const beside = screensBeside();
    const shown = comparison
        ? [[newStand, screen, `New: ${page.title}`], [oldStand, screen, `Old: ${page.against.name}`]]
        : [screen, ...beside].map((screen, index) => [index === 0 ? newStand : stands[index - 1], screen, screen.device]);
    stands.forEach((stand, index) => { stand.hidden = index >= beside.length; });
    const style = getComputedStyle(controls.desk);
    const length = name => parseFloat(style[name]);
    const width = controls.desk.clientWidth - 2 * length("paddingLeft") - length("columnGap") * (shown.length - 1);
    const height = controls.desk.clientHeight - 2 * length("paddingTop");
    // By the root of their widths, so that a phone beside a window is not too small.
    const share = screen => Math.sqrt(screen.width) / shown.reduce((sum, [, other]) => sum + Math.sqrt(other.width), 0);
    const fitCase = (stand, screen) => {
        const caption = stand.querySelector(".caption");
        const room = { width: width * share(screen), height: height - caption.offsetHeight - parseFloat(getComputedStyle(stand).rowGap) };
        return showDevice(stand, screen, room, controls.safe.checked);
    };
    for (const [stand, screen, title] of shown) {
        const layout = beside.length > 0 ? ` ${screen.layout} ·` : "";
        const write = scale => stand.querySelector(".caption").replaceChildren(element("strong", title), element("span", `${layout} ${deviceCaption(screen, scale)}`));
        // A narrower case has a higher caption, which leaves less room for the case, and so on.
        for (let round = 0; round < 3; round++) write(fitCase(stand, screen));
    }
}

/** Shows the state of the shop on the chosen screen. */
function show() {
    const { screen, state, frames } = shop;
    const entries = shop.entries;
    fit();
    meter.reset();
    const compared = comparison?.changes;
    const both = compared ? [...compared.moved, ...compared.resized] : [];
    changes = new Map(both.map(change => [change.item, change]));
    oldChanges = new Map(both.map(change => [change.previous, change]));
    phone.marks = item => changeMark(changes.get(item)) ?? markOf(entries[item], screen.layout);
    phone.show(screen, state, frames, entries, pictures, pins());
    if (comparison) showOld();
    showBeside(entries);
    showControls(entries, compared);
    showFaults();
    select(undefined);
}

const pins = () => ({ pinned: { header: controls.pin.checked, footer: controls["pin-footers"].checked } });

/** How the tile of an entry is marked: first as a picture of other proportions, then with its worst finding. */
function markOf(entry, layout) {
    const difference = pictures.difference(entry);
    if (difference && !difference.isScaled) return { kind: "wrong", text: `the picture itself is ${sizeText(difference.natural)}` };
    return controls.mark.checked ? findingMark(entry, layout) : undefined;
}

function changeMark(change) {
    if (!change) return undefined;
    return { kind: sizeText(change.from) === sizeText(change.to) ? "moved" : "cause", text: changeText(change) };
}

/** Shows the same state on the other platforms. */
function showBeside(entries) {
    screensBeside().forEach((screen, index) => {
        const neighbour = neighbours[index];
        neighbour.marks = item => markOf(entries[item], screen.layout);
        neighbour.show(
            screen, screen.chains[shop.chainOf(screen)][shop.step], shop.framesOf(shop.chainOf(screen), shop.step, screen), entries, pictures,
            pins());
    });
}

function showOld() {
    oldPhone.marks = item => changeMark(oldChanges.get(item));
    oldPhone.show(
        shop.screen, comparison.state("old"), comparison.frames("old"), comparison.entriesOfOld, oldPictures, pins());
    controls.arrive.disabled = false;
}

function showControls(entries, compared) {
    const { screen, state } = shop;
    controls.device.value = screen.device;
    controls.layout.value = screen.layout;
    controls.turn.setAttribute("aria-pressed", isTurned(screen));
    controls.turn.disabled = !screens.some(other => other.device === screen.device && isTurned(other) !== isTurned(screen));
    controls["beside-choice"].hidden = neighbours.length === 0;
    for (const [id, kind] of [["pin-choice", "header"], ["pin-footers-choice", "footer"]]) {
        controls[id].hidden = !state.supplementary?.some(part => part.kind === kind);
    }
    controls.refresh.hidden = !("1" in screen.chains);
    controls.refresh.disabled = !shop.canRefresh;
    controls.more.hidden = screen.chains[0].length === 1;
    controls.more.disabled = !shop.canLoadMore;
    controls.app.hidden = controls.refresh.hidden && controls.more.hidden;
    showShifts();
    if (!compared) return;
    controls.cause.textContent = comparison.sentence(compared);
    const isCause = change => compared.resized.includes(change);
    const rows = [...compared.resized, ...compared.moved.filter(change => !isCause(change))].map(change => ({
        entry: change.entry, text: changeText(change), kind: changeMark(change).kind,
        pressed: () => {
            phone.reveal(change.item);
            oldPhone.reveal(change.previous);
            select(change.item);
        },
    }));
    moves.show(rows);
    controls["moves-heading"].textContent = counted(compared.moved.length, "picture moves", "pictures move");
}

// Faults

let faultTimer;

/** Pictures come by the hundred; the lists follow several times a second. */
function showFaultsSoon() {
    faultTimer ??= setTimeout(showFaults, 150);
}

/** Shows which pictures are not as their entries say, and which are not there. */
function showFaults() {
    clearTimeout(faultTimer);
    faultTimer = undefined;
    const wrong = sizeRows(pictures, jump);
    const lost = failureRows(pictures, jump);
    sizes.show(wrong.rows);
    failures.show(lost);
    controls["sizes-heading"].textContent = wrongSizesText(wrong.count);
    const compared = pictures.entries.img.reduce((count, _, entry) => count + pictures.isCompared(entry), 0);
    controls.compared.value = compared;
    const scaled = wrong.scaled === 0 ? "" : ` ${counted(wrong.scaled, "has", "have")} another resolution with the same proportions.`;
    controls["sizes-note"].textContent = `${compared.toLocaleString("en")} of ${counted(page.entries.img.length, "picture is", "pictures are")} compared.${scaled}`;
    controls["failures-section"].hidden = lost.length === 0;
    controls["failures-heading"].textContent = counted(lost.length, "picture is not there", "pictures are not there");
    const total = page.entries.lists.reduce((sum, list) => sum + list.total, 0);
    const count = new Set(shop.entries).size;
    const faults = [wrong.count > 0 && wrongSizesText(wrong.count), lost.length > 0 && controls["failures-heading"].textContent];
    controls.count.textContent = [count === total ? counted(total, "picture", "pictures") : `${count.toLocaleString("en")} of ${counted(total, "picture", "pictures")}`, ...faults]
        .filter(Boolean).join(" · ");
}

async function compareAll() {
    const { compared } = controls;
    controls.compare.disabled = true;
    compared.hidden = false;
    compared.max = page.entries.img.length;
    await pictures.compareAll();
    compared.hidden = true;
    controls.compare.textContent = "All pictures are compared";
}

// Shifts

function showShifts() {
    controls.predicted.textContent = scoreText(shop.screen.predicted ?? 0);
    controls.measured.textContent = meter.isSupported ? scoreText(meter.sum) : "cannot measure";
    controls["shift-note"].textContent = comparison
        ? `The score of a phone that has the sizes of ${page.against.name} when all pictures come at once.`
        : "Frames come from the manifest, so nothing moves while pictures arrive.";
}

async function letSizesArrive() {
    controls.arrive.disabled = true;
    oldPhone.offset = 0;
    await oldPhone.shift(comparison.state("arrived"), comparison.frames("arrived"), meter);
}

// Pictures

function pictureChanged(entry) {
    for (const each of [phone, ...neighbours]) each.update(entry);
    if (selected !== undefined && shop.entries[selected] === entry) describeSelected();
    showFaultsSoon();
}

/** Shows an item in the panel, and outlines it; undefined shows none. */
function select(item) {
    selected = item;
    controls.selection.hidden = item === undefined;
    for (const list of lists) list.choose(shop.entries[item]);
    const beside = neighbours.slice(0, screensBeside().length);
    for (const each of [phone, ...beside]) each.choose(item);
    oldPhone?.choose(changes.get(item)?.previous);
    if (item === undefined) {
        phone.notify(undefined);
        return;
    }
    describeSelected();
    controls.selection.scrollTop = 0;
    for (const each of beside) each.reveal(item);
}

function describeSelected() {
    const entry = shop.entries[selected];
    const { img, price, status, keys } = page.entries;
    const state = pictures.state(entry);
    const frame = shop.frames.frame(selected);
    const name = nameOf(page.entries, entry);
    controls["picture-heading"].textContent = `Picture ${selected}: ${name}`;
    controls.reason.textContent = failuresOf(pictures, entry).join(" · ");
    controls.retry.hidden = state.kind !== "failed";
    phone.notify(state.kind === "failed" ? `${name}: ${state.reason}` : undefined, retry);
    const rows = [
        ["Price", price[entry] || "none"], ["Manifest", sizeText(sizeOf(page.entries, entry))],
        ["Frame", `${hundredths(frame.x)}, ${hundredths(frame.y)}, ${hundredths(frame.width)} × ${hundredths(frame.height)} pt`],
    ];
    if (status?.[entry]) rows.push(["Status", status[entry]]);
    for (const { name, values } of keys ?? []) if (values[entry]) rows.push([name, values[entry]]);
    const natural = pictures.natural(entry);
    if (natural) rows.push(["Picture", sizeText(natural)]);
    const difference = pictures.difference(entry);
    if (difference) {
        rows.push(["", difference.isScaled ? "The picture has another resolution with the same proportions." : "The picture has other proportions than the manifest says."]);
    }
    if (changes.has(selected)) rows.push(["Change", changeText(changes.get(selected))]);
    rows.push(["Address", img[entry].length > 300 ? `${img[entry].slice(0, 300)}…` : img[entry]]);
    for (const finding of findingsOf(entry, shop.screen.layout)) rows.push([finding.severity, findingText(finding)]);
    describe(controls.facts, rows);
}

function describeOld(item) {
    const change = oldChanges.get(item);
    if (change) select(change.item);
}

function retry() {
    const entry = shop.entries[selected];
    pictures.retry(entry);
    for (const each of [phone, ...neighbours]) each.reload(entry);
    describeSelected();
    showFaultsSoon();
}

/** Loads all pictures anew. */
function loadAnew() {
    shop.isTurned = false;
    pictures.forget();
    oldPictures?.forget();
    show();
}

/** Brings the picture of an entry on screen, whatever must be loaded for it. */
function jump(entry, layout = shop.screen.layout) {
    if (layout !== shop.screen.layout) choose({ layout });
    const before = shop.state;
    const item = shop.reach(entry);
    if (item === undefined) return;
    if (shop.state !== before) show();
    phone.reveal(item);
    select(item);
}

// Controls

function showNetwork() {
    network.delay = Number(controls.delay.value);
    network.failingShare = Number(controls.share.value) / 100;
    network.seed = Number(controls.seed.value) || 1;
    controls["delay-text"].textContent = network.delay === 0 ? "no time" : `${hundredths(network.delay / 1000)} s`;
    controls["share-text"].textContent = `${controls.share.value} %`;
}

controls.title.textContent = page.title;
document.title = `${page.title} · weir preview`;
controls.version.textContent = `weir ${page.version}`;
controls["old-stand"].hidden = !comparison;
controls["moves-section"].hidden = !comparison;
controls.cause.hidden = !comparison;
controls.arrive.hidden = !comparison;
fillChoices();
showNetwork();

controls.device.onchange = event => choose({ device: event.target.value });
controls.layout.onchange = event => choose({ layout: event.target.value });
controls.turn.onclick = () => choose({ turned: !isTurned(shop.screen) });
controls.safe.onchange = fit;
controls.beside.onchange = show;
controls.pin.onchange = show;
controls["pin-footers"].onchange = show;
controls.refresh.onclick = () => {
    shop.refreshes++;
    show();
};
controls.more.onclick = () => {
    shop.step++;
    show();
};
controls.retry.onclick = retry;
controls.compare.onclick = compareAll;
controls.close.onclick = () => select(undefined);
controls.search.oninput = () => {
    const rows = searchRows(controls.search.value, jump);
    found.show(rows);
    controls["found-none"].hidden = rows.length > 0 || controls.search.value.trim() === "";
};
controls.search.onkeydown = event => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    event.preventDefault();
    const first = controls.found.querySelector("button");
    first?.focus();
    first?.click();
};
// As an app does that starts.
controls.again.onclick = () => {
    Object.assign(shop, { refreshes: 0, step: 0 });
    loadAnew();
};
controls.arrive.onclick = letSizesArrive;
controls.delay.oninput = showNetwork;
controls.share.oninput = showNetwork;
controls.seed.oninput = showNetwork;
controls.delay.onchange = loadAnew;
controls.share.onchange = loadAnew;
controls.seed.onchange = loadAnew;
controls.mark.onchange = () => [phone, ...neighbours].forEach(each => each.updateMarks());
controls.print.onclick = async () => {
    await fillSheet(controls.sheet, page.entries, shop.entries);
    globalThis.print();
};
addEventListener("beforeprint", () => {
    if (controls.sheet.childElementCount === 0) fillSheet(controls.sheet, page.entries, shop.entries);
});
addEventListener("afterprint", () => controls.sheet.replaceChildren());
addEventListener("resize", fit);
phone.onpull = way => (way < 0 ? controls.refresh : controls.more).click();
if (comparison) {
    phone.onscroll = () => {
        if (oldPhone.offset !== phone.offset) oldPhone.offset = phone.offset;
    };
}

const findingList = findingRows(unique(screens.map(screen => screen.layout)), jump);
controls["findings-heading"].textContent = counted(findingList.length, "finding", "findings");
findings.show(findingList);
controls.beside.checked = controls.desk.clientWidth >= 560;
show();

if (page.number) new EventSource(`changes?page=${page.number}`).addEventListener("change", () => location.reload());

/** For scripts and for the console: the shop, its phone, and what meets a rect. */
globalThis.preview = {
    shop, phone, neighbours, pictures, meter, jump, select,
    choose: (device, layout, turned) => choose({ device, layout, turned }),
    itemsMeeting: (x, y, width, height) => shop.frames.meeting(x, y, x + width, y + height),
};
