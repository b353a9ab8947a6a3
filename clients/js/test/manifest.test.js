import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { ManifestError, openManifest, pictureURL } from "weir-manifest";

const ROOT = "https://shop.example/pages/";
const entry = (name, w = 200, h = 300) => ({ w, h, img: `${name}.jpg`, price: "¥1" });
const entries = (from, to, ...size) => Array.from({ length: to - from }, (_, at) => entry(from + at, ...size));
const names = list => list.map(one => one.img.replace(".jpg", "")).join(" ");
const lines = list => `[\n${list.map(one => JSON.stringify(one)).join(",\n")}\n]\n`;

/** A web server's folder, which counts what is asked for. */
class Folder {
    files = new Map();
    asked = [];
    answers = {};

    fetch = async (url, options) => {
        const name = String(url).replace(ROOT, "");
        this.asked.push(options?.cache === "no-cache" ? `${name} again` : name);
        await this.onAsked?.(name);
        const status = this.answers[name] ?? (this.files.has(name) ? 200 : 404);
        return { ok: status === 200, status, text: async () => this.files.get(name) };
    };

    /** Publishes pages as weir writes them, and removes those of before. */
    publish(lists, { isHashed = true, ending = "json" } = {}) {
        this.files.clear();
        const pages = lists.map((list, number) => {
            const text = ending === "json" ? lines(list) : list.map(one => `${JSON.stringify(one)}\n`).join("");
            const sha256 = createHash("sha256").update(text).digest("hex");
            const file = `${number + 1}${isHashed ? `-${sha256.slice(0, 16)}` : ""}.${ending}`;
            this.files.set(file, text);
            return { file, count: list.length, sha256 };
        });
        this.files.set("index.json", JSON.stringify({ count: lists.flat().length, pages }));
        return this;
    }

    /** What was asked for since the last time, without hashes. */
    get requests() {
        return this.asked.splice(0).map(name => name.replace(/-[0-9a-f]{16}/, "")).join(", ");
    }
}

const open = (folder, options) => openManifest(ROOT, { fetch: folder.fetch, ...options });

test("pages come by scrolling, by number, and once", async () => {
    const folder = new Folder().publish([entries(0, 3), entries(3, 6), entries(6, 7)]);
    const manifest = await open(folder);
    assert.deepEqual([manifest.count, manifest.pageCount, manifest.entries.length], [7, 3, 0]);
    assert.equal(folder.requests, "index.json again");
    assert.equal(names(await manifest.more()), "0 1 2");
    assert.equal(names(await manifest.page(2)), "6");
    assert.equal(names(manifest.entries), "0 1 2");
    await Promise.all([manifest.page(2), manifest.page(1), manifest.page(1)]);
    assert.equal(folder.requests, "1.json, 3.json, 2.json");
    assert.equal(names(manifest.entries), "0 1 2 3 4 5 6");
    assert.deepEqual(await manifest.more(), []);
    await assert.rejects(manifest.page(3), RangeError);
});

test("calls of more at the same time give each page once", async () => {
    const folder = new Folder().publish([entries(0, 3), entries(3, 6), entries(6, 7)]);
    const manifest = await open(folder);
    folder.answers = { [JSON.parse(folder.files.get("index.json")).pages[0].file]: 503 };
    await assert.rejects(manifest.more(), ManifestError);
    folder.answers = {};
    const lists = await Promise.all([manifest.more(), manifest.more(), manifest.more(), manifest.more()]);
    assert.deepEqual(lists.map(names), ["0 1 2", "3 4 5", "6", ""]);
    assert.equal(manifest.entries, manifest.entries);
});

test("a folder may be named by its index or with a query, and pages may be JSON Lines", async () => {
    for (const source of [ROOT, `${ROOT}index.json`, new URL(ROOT)]) {
        const folder = new Folder().publish([entries(0, 2), entries(2, 3)], { ending: "jsonl" });
        assert.equal(names(await (await openManifest(source, { fetch: folder.fetch })).all()), "0 1 2");
    }
    const folder = new Folder().publish([entries(0, 1)]);
    folder.files.set("index.json?v=1", folder.files.get("index.json"));
    assert.equal(names(await (await openManifest(`${ROOT}?v=1`, { fetch: folder.fetch })).all()), "0");
});

test("a single file and an object are one page", async () => {
    const folder = new Folder();
    folder.files.set("m.json", lines(entries(0, 2))).set("m.jsonl", entries(0, 2).map(one => `${JSON.stringify(one)}\n`).join(""));
    folder.files.set("one.jsonl", JSON.stringify(entry(0))).set("none.jsonl", "");
    const sources = [["m.json", 2], ["m.jsonl", 2], ["one.jsonl", 1], ["none.jsonl", 0]];
    const manifests = await Promise.all(sources.map(([name]) => openManifest(ROOT + name, { fetch: folder.fetch })));
    manifests.push(await openManifest(entries(0, 2)));
    assert.deepEqual(manifests.map(one => one.entries.length), [2, 2, 1, 0, 2]);
    assert.ok(manifests.every(one => one.pageCount === 1 && one.isComplete && one.count === one.entries.length));
    assert.deepEqual(await manifests[0].more(), []);
    assert.equal(await manifests[4].reload(), undefined);
});

test("a picture is found by its name, and so are the others of its product", async () => {
    const back = { w: 40, h: 50, img: "back.jpg" };
    const manifest = await openManifest([{ ...entry(0), images: [back] }, entry(1), entry(0, 7, 8)]);
    assert.deepEqual(manifest.size("0.jpg"), { width: 200, height: 300 });
    assert.deepEqual(manifest.attributes("back.jpg"), { width: 40, height: 50, style: { aspectRatio: "40 / 50" } });
    assert.equal(manifest.find("1.jpg").price, "¥1");
    assert.deepEqual([manifest.find("2.jpg"), manifest.size("constructor"), manifest.attributes("")], [undefined, undefined, undefined]);
});

test("the URL of a picture is its name, or its path below a base", () => {
    for (const url of ["https://shop.example/a b.jpg?c#d", "HTTP://x/y", "data:image/png;base64,AA=="]) assert.equal(pictureURL(url, "/p/"), url);
    assert.equal(pictureURL("//shop.example/a.jpg"), "https://shop.example/a.jpg");
    assert.equal(pictureURL("50% off/mug #1?.jpg", "../"), "../50%25%20off/mug%20%231%3F.jpg");
});

test("a reload reads only pages that have changed", async () => {
    const folder = new Folder().publish([entries(0, 3), entries(3, 6), entries(6, 9)]);
    const changes = [];
    const manifest = await open(folder, { changed: from => changes.push(from) });
    await manifest.more();
    await manifest.more();
    assert.equal(folder.requests, "index.json again, 1.json, 2.json");
    assert.equal(await manifest.reload(), undefined);
    assert.equal(folder.requests, "index.json again");
    folder.publish([entries(0, 3), [entry(3), entry(4, 50, 60), entry(5)], entries(6, 10)]);
    assert.equal(await manifest.reload(), 4);
    assert.equal(folder.requests, "index.json again, 2.json");
    assert.deepEqual(manifest.size("4.jpg"), { width: 50, height: 60 });
    folder.publish([entries(0, 2)]);
    assert.equal(await manifest.reload(), 2);
    assert.deepEqual([names(manifest.entries), manifest.find("4.jpg"), manifest.count], ["0 1", undefined, 2]);
    assert.deepEqual(changes, [4, 2]);
});

test("a reload of a single file finds the entry that has changed", async () => {
    const folder = new Folder();
    folder.files.set("m.json", lines(entries(0, 5)));
    const manifest = await openManifest(`${ROOT}m.json`, { fetch: folder.fetch });
    assert.equal(await manifest.reload(), undefined);
    folder.files.set("m.json", lines([...entries(0, 4), entry(4, 1, 1)]));
    assert.equal(await manifest.reload(), 4);
});

test("a page that a publication has removed comes through the new index", async () => {
    // Where there is no hash function, as in Node 18, a numbered page cannot be told from the one before.
    for (const isHashed of globalThis.crypto?.subtle ? [true, false] : [true]) {
        const folder = new Folder().publish([entries(0, 3), entries(3, 6)], { isHashed });
        let from;
        const manifest = await open(folder, { changed: first => { from = first; } });
        await manifest.more();
        folder.publish([[entry(0), entry(1, 9, 9), entry(2)], entries(13, 16)], { isHashed });
        assert.equal(names(await manifest.more()), "13 14 15");
        assert.equal(names(manifest.entries), "0 1 2 13 14 15");
        assert.deepEqual([from, manifest.size("1.jpg").width], [1, 9]);
        assert.equal(folder.requests, "index.json again, 1.json, 2.json, index.json again, 1.json, 2.json");
    }
});

test("a publication with fewer pages ends the scrolling", async () => {
    const folder = new Folder().publish([entries(0, 3), entries(3, 6)]);
    const manifest = await open(folder);
    await manifest.more();
    folder.publish([entries(0, 3)]);
    assert.deepEqual(await manifest.more(), []);
    assert.equal(manifest.isComplete, true);
});

test("a publication during a reload is followed, and one after the other is not for ever", async () => {
    const folder = new Folder().publish([entries(0, 3)]);
    const manifest = await open(folder);
    await manifest.more();
    folder.publish([entries(1, 4)]);
    let left = 1;
    folder.onAsked = name => { if (name !== "index.json" && left-- > 0) folder.publish([entries(5, 8)]); };
    assert.equal(await manifest.reload(), 0);
    assert.equal(names(manifest.entries), "5 6 7");
    let night = 10;
    folder.publish([entries(9, 12)]);
    folder.onAsked = name => { if (name !== "index.json") folder.publish([entries(night, (night += 3))]); };
    await assert.rejects(manifest.reload(), ManifestError);
    assert.equal(names(manifest.entries), "5 6 7");
});

const refused = [
    ["a server that fails", { "index.json": 500 }, {}, "index.json", "the server answers 500", 500],
    ["no index", { "index.json": 404 }, {}, "index.json", "the server answers 404", 404],
    ["no JSON", {}, { "index.json": "<html>" }, "index.json", /^it is not JSON: /],
    ["something else", {}, { "index.json": '{"data":[]}' }, "index.json", "it is neither a manifest nor an index of pages"],
    ["null", {}, { "index.json": "null" }, "index.json", "it is neither a manifest nor an index of pages"],
    ["a property list", {}, { "index.json": '{"count":1,"pages":[{"file":"1.plist","count":1,"sha256":""}]}' }, "index.json", /1\.plist/],
    ["a page elsewhere", {}, { "index.json": '{"count":1,"pages":[{"file":"//evil/1.json","count":1,"sha256":""}]}' }, "index.json", /evil/],
    ["a page that is null", {}, { "index.json": '{"count":1,"pages":[null]}' }, "index.json", /is not one that can be read/],
    ["no size", {}, { "index.json": '[{"w":1,"h":1,"img":"a"},{"w":0,"h":1,"img":"b"}]' }, "index.json", /^entry 1 has not a size/],
    ["no name", {}, { "index.json": '[{"w":1,"h":1,"img":""}]' }, "index.json", /^entry 0 /],
];

for (const [name, answers, files, url, reason, status] of refused) {
    test(`an error has the URL and the reason: ${name}`, async () => {
        const folder = new Folder().publish([entries(0, 1)]);
        folder.answers = answers;
        for (const [file, text] of Object.entries(files)) folder.files.set(file, text);
        await assert.rejects(open(folder), error => {
            assert.ok(error instanceof ManifestError);
            assert.deepEqual([error.url, error.status], [ROOT + url, status]);
            assert.match(error.reason, reason instanceof RegExp ? reason : new RegExp(`^${reason}$`));
            assert.equal(error.message, `${error.url}: ${error.reason}`);
            return true;
        });
    });
}

test("errors of pages and connections name the page, and the page can be asked for again", async () => {
    const folder = new Folder().publish([entries(0, 1)], { isHashed: false });
    const manifest = await open(folder);
    folder.files.set("1.json", lines(entries(1, 3)));
    await assert.rejects(manifest.more(), { url: `${ROOT}1.json`, reason: /^(its content is not|it has 2 entries)/, status: undefined });
    folder.answers = { "1.json": 503 };
    await assert.rejects(manifest.more(), { message: `${ROOT}1.json: the server answers 503` });
    folder.answers = {};
    folder.publish([entries(0, 1)], { isHashed: false });
    folder.onAsked = () => { throw new TypeError("the line is dead"); };
    await assert.rejects(manifest.more(), { message: `${ROOT}1.json: it cannot be fetched: the line is dead` });
    folder.onAsked = undefined;
    assert.equal(names(await manifest.more()), "0");
});
