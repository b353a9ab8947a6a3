"""Looks at the app of `weir demo` in a real browser, and prints what is wrong with it, a line for each fault.

    app.py CASE FOLDER ARGUMENT...

A case is a function below. The folder is that of the demo.
"""
import contextlib
import functools
import hashlib
import http.server
import json
import pathlib
import random
import re
import sys
import threading
import zlib

from playwright.sync_api import sync_playwright
from preview import Browser, expect, fault, faults, png

PHONE = {"width": 390, "height": 844}
SHIFTS = """
globalThis.shifts = [];
new PerformanceObserver(list => {
    for (const entry of list.getEntries()) shifts.push(...entry.sources.map(source => `${entry.value} by ${source.node?.nodeName}`));
}).observe({ type: "layout-shift", buffered: true });
"""
PICTURE = png(2, 3, zlib.compress((b"\0" + b"\x80" * 6) * 3))
# Whether a picture has come, or has failed.
ENDED = "image => image.style.background === '' || image.src.startsWith('data:')"
TILES = """[...document.querySelectorAll("figure")].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const picture = element.firstElementChild;
    return {
        frame: [x, y + scrollY, width, height], img: decodeURIComponent(picture.getAttribute("src").replace("../", "")),
        isThere: picture.complete && picture.naturalWidth > 0, background: picture.style.background, text: element.textContent,
    };
})"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def served(folder):
    """A web server, as developers start one in a folder."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


class App(Browser):
    """The app, in a window of a phone."""

    def __init__(self, playwright, url, answer, path="app/", tiles="figure"):
        super().__init__(playwright, "about:blank", ready=False, is_mobile=True)
        self.page.set_viewport_size(PHONE)
        self.page.add_init_script(SHIFTS)
        self.context.route("**/pictures/**", answer)
        self.page.goto(url + path, wait_until="commit")
        self.wait(f"document.querySelectorAll('{tiles}').length > 0")

    def end(self, name):
        expect(f"{name}: the status", self.run("document.querySelector('[role=status]')?.textContent ?? ''"), "")
        for complaint in self.complaints:
            fault(f"{name}: the browser complains: {complaint}")
        self.browser.close()


def orders(count):
    """The orders in which so many pictures may arrive. None of them is a picture that fails."""
    drawn = list(range(count))
    random.Random(1).shuffle(drawn)
    return {
        "first to last": [[item] for item in range(count)],
        "last to first": [[item] for item in reversed(range(count))],
        "together": [list(range(count))],
        "drawn": [[item] for item in drawn],
        "six at a time": [drawn[at:at + 6] for at in range(0, count, 6)],
    }


def arrivals(playwright, folder, answer):
    """Nothing moves while the first pictures come, in whichever order, and all stand where `weir layout` says."""
    frames = [[frame[side] for side in "xywh"] for frame in json.loads(pathlib.Path(answer).read_text())["frames"]]
    entries = json.loads((pathlib.Path(folder) / "manifest.json").read_text())
    with served(folder) as url:
        for name in orders(1):
            held = []
            app = App(playwright, url, lambda route: held.append(route))
            before = app.run(TILES)
            for _ in range(500):
                if len(held) == len(before):
                    break
                app.page.wait_for_timeout(10)
            expect(f"{name}: pictures that are asked for", len(held), len(before))
            for item, tile in enumerate(before):
                if max(abs(a - b) for a, b in zip(tile["frame"], frames[item])) > 1 / 32:
                    fault(f"{name}: picture {item} is at {tile['frame']}, not at {frames[item]}")
                if ("data:image/png" in tile["background"]) != ("thumbhash" in entries[item]):
                    fault(f"{name}: picture {item} has no placeholder: {tile['background']}")
            there = 0
            for items in orders(len(held))[name]:
                for item in items:
                    held[item].continue_()
                there += len(items)
                app.wait(f"[...document.querySelectorAll('figure img')].filter({ENDED}).length === {there}")
            after = app.run(TILES)
            expect(f"{name}: frames at the end", [tile["frame"] for tile in after], [tile["frame"] for tile in before])
            expect(f"{name}: pictures that are there", [tile["isThere"] for tile in after], [True] * len(before))
            expect(f"{name}: shifts", app.run("shifts"), [])
            # The browser does count shifts here.
            app.run("document.body.style.paddingTop = '300px'")
            app.wait("shifts.length > 0")
            app.end(name)


def plain(playwright, folder, document):
    """The page without a layout of docs/apps.md: nothing moves while its pictures come or fail."""
    root = pathlib.Path(folder)
    page = re.search(r"```html\n(.*?)```", pathlib.Path(document).read_text(), re.S)[1]
    expect("lines of the page", len(page.splitlines()) <= 15, True)
    (root / "index.html").write_text(page)
    (root / "weir-manifest").symlink_to("app/weir-manifest")
    publish(root / "pages", [json.loads((root / "manifest.json").read_text())])
    held = []
    with served(folder) as url:
        app = App(playwright, url, lambda route: held.append(route), path="", tiles="img")
        app.wait("document.querySelectorAll('img').length === 42")
        for _ in range(40):
            while held:
                held.pop().continue_()
            app.run("scrollBy(0, 1000)")
            app.page.wait_for_timeout(20)
        app.wait(f"[...document.querySelectorAll('img')].every({ENDED})")
        expect("shifts", app.run("shifts"), [])
        app.end("plain")


def publish(folder, pages):
    """Writes pages as `weir ingest --page-names hash` does, and removes those before."""
    folder.mkdir(exist_ok=True)
    listed = []
    for number, entries in enumerate(pages):
        text = "[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n"
        digest = hashlib.sha256(text.encode()).hexdigest()
        listed.append({"file": f"{number + 1}-{digest[:16]}.json", "count": len(entries), "sha256": digest})
        (folder / listed[-1]["file"]).write_text(text)
    index = json.dumps({"count": sum(map(len, pages)), "pages": listed})
    (folder / "new").write_text(index)
    (folder / "new").rename(folder / "index.json")
    for file in folder.iterdir():
        if file.name not in {"index.json", *(page["file"] for page in listed)}:
            file.unlink()


def page(number, draw, count=50):
    return [{"w": draw.randint(200, 900), "h": draw.randint(200, 900), "img": f"pictures/{number}-{index}.png", "price": f"¥{number}.{index}"}
            for index in range(count)]


def paged(folder):
    """The app, changed so that it loads a folder of pages."""
    file = pathlib.Path(folder) / "app/index.html"
    file.write_text(file.read_text().replace('"../manifest.json"', '"../pages/"'))
    return pathlib.Path(folder) / "pages"


def replaced(playwright, folder):
    """Publications in the middle of scrolling: the app shows the entries of the last one, each once and apart from the others."""
    draw = random.Random(2)
    pages = paged(folder)
    first = [page(number, draw) for number in range(12)]
    # Pages that are loaded change, those that are not have gone, and there are fewer of them.
    second = [first[0], page(101, draw), *first[2:4], *(page(110 + number, draw) for number in range(5))]
    publish(pages, first)
    shown = {}
    with served(folder) as url:
        app = App(playwright, url, lambda route: route.fulfill(body=PICTURE, content_type="image/png"))
        isPublished = False
        for _ in range(400):
            app.run("scrollBy(0, 500)")
            app.page.wait_for_timeout(20)
            if not isPublished and app.run("scrollY > 8000"):
                publish(pages, second)
                isPublished = True
            if isPublished and app.run("scrollY + innerHeight >= document.documentElement.scrollHeight"):
                break
        expect("a publication", isPublished, True)
        app.wait("scrollY + innerHeight >= document.documentElement.scrollHeight")
        for _ in range(400):
            tiles = app.run(TILES)
            for one, tile in enumerate(tiles):
                shown[tile["img"]] = tile["text"]
                (x, y, width, height) = tile["frame"]
                for other in tiles[:one]:
                    (a, b, c, d) = other["frame"]
                    if min(x + width, a + c) - max(x, a) > 0.1 and min(y + height, b + d) - max(y, b) > 0.1:
                        fault(f"{tile['img']} lies on {other['img']}")
            if app.run("scrollY") == 0:
                break
            app.run("scrollBy(0, -600)")
            app.page.wait_for_timeout(20)
        expect("entries", shown, {entry["img"]: entry["price"] for entries in second for entry in entries})
        app.end("replaced")


def scrolling(playwright, folder, count):
    """A long manifest: few elements, and the last entry in the end. Prints frames a second, which depend on the machine."""
    draw = random.Random(3)
    count = int(count)
    entries = [entry for number in range(count // 50) for entry in page(number, draw)]
    (pathlib.Path(folder) / "manifest.json").write_text(json.dumps(entries))
    with served(folder) as url:
        app = App(playwright, url, lambda route: route.fulfill(body=PICTURE, content_type="image/png"))
        found = app.run("""async () => {
            const frame = () => new Promise(requestAnimationFrame);
            let most = 0;
            const start = await frame();
            let now = start;
            let frames = 0;
            const times = [];
            for (; now < start + 5000; frames++) {
                scrollBy(0, 100);
                const next = await frame();
                times.push(next - now);
                now = next;
                most = Math.max(most, document.getElementsByTagName("*").length);
            }
            const end = document.documentElement.scrollHeight;
            for (let step = 0; step <= 50; step++) {
                scrollTo(0, end * step / 50);
                await frame();
                await frame();
                most = Math.max(most, document.getElementsByTagName("*").length);
            }
            times.sort((one, other) => one - other);
            return { rate: 1000 * frames / (now - start), slow: times[Math.floor(times.length * 0.99)], most, end };
        }""")
        if found["most"] > 200:
            fault(f"the document has {found['most']} elements")
        texts = [tile["text"] for tile in app.run(TILES)]
        if entries[-1]["price"] not in texts:
            fault(f"the last entry is not on screen at the end, but {texts}")
        print(f"{count} entries, {found['end']:.0f} points: {found['rate']:.1f} frames a second; one of a hundred takes {found['slow']:.0f} ms", file=sys.stderr)
        app.end("scrolling")


if __name__ == "__main__":
    with sync_playwright() as playwright:
        globals()[sys.argv[1]](playwright, *sys.argv[2:])
    print("\n".join(faults[:30]))
    sys.exit(1 if faults else 0)
