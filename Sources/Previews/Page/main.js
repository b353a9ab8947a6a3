import { page, screens } from "./data.js";
import { Comparison } from "./comparison.js";
import { controls, describe, element, hundredths, listButtons, scoreText } from "./controls.js";
import { deviceCaption, showDevice } from "./device.js";
import { findingMark, findingRows, findingsOf } from "./findings.js";
import { Network } from "./network.js";
import { Phone } from "./phone.js";
import { Pictures } from "./pictures.js";
import { addStands, platformScreens } from "./platforms.js";
import { fillSheet } from "./sheet.js";
import { ShiftMeter } from "./shifts.js";
import { Shop } from "./shop.js";

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
let selected;
let moves = [];

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
    const wish = { device, layout, turned: isTurned(shop.screen), ...change };
    shop.screen = screenFor(wish.device, wish.layout, wish.turned);
    phone.scroller.scrollTo(0, 0);
    show();
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
        ? [[newStand, screen, page.title], [oldStand, screen, page.against.name]]
        : [screen, ...beside].map((screen, index) => [index === 0 ? newStand : stands[index - 1], screen, screen.device]);
    stands.forEach((stand, index) => { stand.hidden = index >= beside.length; });
    const isNarrow = matchMedia("(max-width: 860px)").matches;
    const desk = controls.desk.getBoundingClientRect();
    const width = desk.width - (isNarrow ? 24 : 56 + 48 * (shown.length - 1));
    // By the root of their widths, so that a phone beside a window is not too small.
    const share = screen => Math.sqrt(screen.width) / shown.reduce((sum, [, other]) => sum + Math.sqrt(other.width), 0);
    for (const [stand, screen, title] of shown) {
        const room = { width: isNarrow ? width : width * share(screen), height: (isNarrow ? innerHeight * 0.8 : innerHeight) - 100 };
        const caption = deviceCaption(screen, showDevice(stand, screen, room, controls.safe.checked));
        const layout = beside.length > 0 ? ` ${screen.layout} ·` : "";
        stand.querySelector(".caption").replaceChildren(element("strong", title), `${layout} ${caption}`);
    }
}

/** Shows the state of the shop on the chosen screen. */
function show() {
    const { screen, state, frames } = shop;
    const entries = shop.entries;
    fit();
    meter.reset();
    moves = comparison ? comparison.moves : [];
    const movedItems = new Map(moves.map(move => [move.item, move]));
    phone.marks = item => {
        const move = movedItems.get(item);
        if (move) return { kind: "moved", text: moveText(move) };
        return controls.mark.checked ? findingMark(entries[item], screen.layout) : undefined;
    };
    phone.show(screen, state, frames, entries, pictures, { pinsHeaders: controls.pin.checked });
    if (comparison) showOld(moves);
    showBeside(entries);
    showControls(entries);
    select(undefined);
}

/** Shows the same state on the other platforms. */
function showBeside(entries) {
    screensBeside().forEach((screen, index) => {
        const neighbour = neighbours[index];
        neighbour.marks = item => controls.mark.checked ? findingMark(entries[item], screen.layout) : undefined;
        neighbour.show(
            screen, screen.chains[shop.chain][shop.step], shop.framesOf(shop.chain, shop.step, screen), entries, pictures,
            { pinsHeaders: controls.pin.checked });
    });
}

function showOld() {
    const previousItems = new Map(moves.map(move => [move.previous, move]));
    oldPhone.marks = item => previousItems.has(item) ? { kind: "moved", text: moveText(previousItems.get(item)) } : undefined;
    oldPhone.show(
        shop.screen, comparison.state("old"), comparison.frames("old"), comparison.entriesOfOld, oldPictures,
        { pinsHeaders: controls.pin.checked });
    controls.arrive.disabled = false;
}

function showControls(entries) {
    const { screen, state } = shop;
    controls.device.value = screen.device;
    controls.layout.value = screen.layout;
    controls.turn.setAttribute("aria-pressed", isTurned(screen));
    controls.turn.disabled = !screens.some(other => other.device === screen.device && isTurned(other) !== isTurned(screen));
    controls["beside-choice"].hidden = neighbours.length === 0;
    controls["pin-choice"].hidden = !state.supplementary?.some(part => part.kind === "header");
    const isAlone = screen.chains.plain.length === 1 && !("refreshed" in screen.chains);
    controls.app.hidden = isAlone;
    controls.refresh.hidden = !("refreshed" in screen.chains);
    controls.refresh.disabled = !shop.canRefresh;
    controls.more.hidden = screen.chains.plain.length === 1;
    controls.more.disabled = !shop.canLoadMore;
    const total = page.entries.lists.reduce((sum, list) => sum + list.total, 0);
    controls.count.textContent = entries.length === total ? `${total} pictures` : `${entries.length} of ${total} pictures`;
    showShifts();
    if (comparison) {
        listButtons(controls.moves, moves.map(move => ({
            title: `Picture ${move.item}`, text: moveText(move), kind: "info",
            pressed: () => {
                phone.reveal(move.item);
                oldPhone.reveal(move.previous);
                select(move.item);
            },
        })));
        controls["moves-heading"].textContent = moves.length === 1 ? "1 picture moves" : `${moves.length} pictures move`;
    }
}

function moveText({ x, y }) {
    const parts = [[x, "left", "right"], [y, "up", "down"]].filter(([way]) => way !== 0);
    return `moves ${parts.map(([way, back, forth]) => `${hundredths(Math.abs(way))} ${way < 0 ? back : forth}`).join(" and ")}`;
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
}

/** Shows an item in the panel; undefined shows none. */
function select(item) {
    selected = item;
    controls.selection.hidden = item === undefined;
    if (item === undefined) {
        phone.notify(undefined);
        return;
    }
    describeSelected();
    screensBeside().forEach((_, index) => neighbours[index].reveal(item));
}

function describeSelected() {
    const entry = shop.entries[selected];
    const { img, price, size, status } = page.entries;
    const state = pictures.state(entry);
    const frame = shop.frames.frame(selected);
    const [width, height] = [size[2 * entry], size[2 * entry + 1]];
    controls["picture-heading"].textContent = `Picture ${selected}`;
    controls.reason.textContent = state.kind === "failed" ? state.reason : "";
    controls.retry.hidden = state.kind !== "failed";
    phone.notify(state.kind === "failed" ? `Picture ${selected}: ${state.reason}` : undefined, retry);
    const rows = [
        ["Price", price[entry] || "none"], ["Manifest", `${width} × ${height}`],
        ["Frame", `${hundredths(frame.x)}, ${hundredths(frame.y)}, ${hundredths(frame.width)} × ${hundredths(frame.height)} pt`],
    ];
    if (status?.[entry]) rows.push(["Status", status[entry]]);
    if (state.natural) rows.push(["Picture", `${state.natural.width} × ${state.natural.height}`]);
    if (pictures.untrue.some(found => found.entry === entry)) rows.push(["", "The picture has other proportions than the manifest says."]);
    rows.push(["Address", img[entry].length > 300 ? `${img[entry].slice(0, 300)}…` : img[entry]]);
    for (const finding of findingsOf(entry, shop.screen.layout)) rows.push([finding.severity, finding.message]);
    describe(controls.facts, rows);
}

function describeOld(item) {
    const move = moves.find(other => other.previous === item);
    if (move) select(move.item);
}

function retry() {
    const entry = shop.entries[selected];
    pictures.retry(entry);
    for (const each of [phone, ...neighbours]) each.reload(entry);
    describeSelected();
}

/** Loads everything anew, as an app does that starts. */
function loadAnew() {
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
controls.arrive.hidden = !comparison;
fillChoices();
showNetwork();

controls.device.onchange = event => choose({ device: event.target.value });
controls.layout.onchange = event => choose({ layout: event.target.value });
controls.turn.onclick = () => choose({ turned: !isTurned(shop.screen) });
controls.safe.onchange = fit;
controls.beside.onchange = show;
controls.pin.onchange = show;
controls.refresh.onclick = () => {
    shop.isRefreshed = true;
    show();
};
controls.more.onclick = () => {
    shop.step++;
    show();
};
controls.retry.onclick = retry;
controls.again.onclick = loadAnew;
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
if (comparison) {
    phone.onscroll = () => {
        if (oldPhone.offset !== phone.offset) oldPhone.offset = phone.offset;
    };
}

const rows = findingRows(unique(screens.map(screen => screen.layout)), jump);
controls["findings-heading"].textContent = rows.length === 1 ? "1 finding" : `${rows.length} findings`;
listButtons(controls.findings, rows);
show();

if (page.number) new EventSource(`changes?page=${page.number}`).addEventListener("change", () => location.reload());

/** For scripts and for the console: the shop, its phone, and what meets a rect. */
globalThis.preview = {
    shop, phone, neighbours, pictures, meter, jump, select,
    choose: (device, layout, turned) => choose({ device, layout, turned }),
    itemsMeeting: (x, y, width, height) => shop.frames.meeting(x, y, x + width, y + height),
};
