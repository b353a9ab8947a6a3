"""Looks at previews in a real browser, and prints what is wrong with them, a line for each fault.

    preview.py CASE ARGUMENT...

A case is a function below; its arguments are those of the command line.
"""
import base64
import json
import pathlib
import re
import sys
import urllib.parse
import zlib

from playwright.sync_api import Error, sync_playwright

faults = []

READY = "Boolean(globalThis.preview)"


def fault(text):
    faults.append(text)


def expect(what, found, wanted):
    if found != wanted:
        fault(f"{what}: {found!r}, not {wanted!r}")


class Browser:
    """A page with a preview, and all that it asked for and complained about."""

    def __init__(self, playwright, url, *, ready=True, viewport=(1280, 900), text=16, **options):
        self.browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--blink-settings=defaultFontSize={text}"])
        self.context = self.browser.new_context(viewport=dict(zip(("width", "height"), viewport)), **options)
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("console", lambda message: self.complain(message))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append((request.resource_type, request.url)))
        # Pictures that no case answers never come: a list of failures would move what a case is about to press.
        self.context.route("https://shop.example/**", lambda route: None)
        self.page.goto(url, wait_until="commit")
        if ready:
            self.wait(READY)

    def complain(self, message):
        # The browser itself writes of pictures that do not come, and advises tests that read pixels.
        known = ("Failed to load resource", "Canvas2D: Multiple readback")
        if message.type in ("error", "warning") and not message.text.startswith(known):
            self.complaints.append(f"{message.type}: {message.text}")

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    def wait(self, condition):
        """Waits until a condition holds. Playwright's own way evaluates texts in the page, which its policy forbids."""
        for _ in range(1500):
            try:
                if self.run(condition):
                    return
            except Error:
                # The page is being replaced by another one.
                pass
            self.page.wait_for_timeout(20)
        fault(f"the page never reaches: {condition}")

    def settle(self):
        """Waits until every picture on screen has come or failed."""
        self.wait("[...preview.phone.list.children].every(item => item.dataset.state !== 'waiting')")

    def end(self, name):
        for complaint in self.complaints:
            fault(f"{name}: the browser complains: {complaint}")
        for kind, url in self.requests[1:]:
            if kind not in ("image", "eventsource") and (kind, url) != ("document", self.page.url):
                fault(f"{name}: the page requests {url[:200]} as {kind}")
        self.browser.close()


PLACES = """([device, layout, turned]) => {
    preview.choose(device, layout, turned);
    const { phone, shop } = preview;
    const screen = shop.screen;
    const { scroller, content, list } = phone;
    const places = {};
    const side = screen.isHorizontal ? "scrollWidth" : "scrollHeight";
    const pitch = screen.isHorizontal ? screen.width : screen.height;
    let most = 0;
    for (let offset = 0; offset < scroller[side]; offset += pitch) {
        phone.offset = offset;
        phone.render();
        const base = content.getBoundingClientRect();
        most = Math.max(most, list.children.length);
        for (const item of list.children) {
            // A carousel's scale is looked at by itself.
            const transform = item.style.transform;
            item.style.transform = "";
            const { x, y, width, height } = item.getBoundingClientRect();
            item.style.transform = transform;
            places[item.firstElementChild.dataset.item] = [x - base.x, y - base.y, width, height];
        }
    }
    const scales = {};
    phone.offset = 0;
    phone.render();
    for (const item of list.children) {
        const was = item.getBoundingClientRect().width;
        const transform = item.style.transform;
        item.style.transform = "";
        scales[item.firstElementChild.dataset.item] = was / item.getBoundingClientRect().width;
        item.style.transform = transform;
    }
    const window = phone.view;
    return {
        device: screen.device, layout: screen.layout, width: window.innerWidth, height: window.innerHeight, places, most, scales,
        content: [shop.state.width, shop.state.height],
    };
}"""


def frames(playwright, page, answers):
    """Every element is where `weir layout` says, on every screen. `answers` has what weir printed, by layout."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri())
    for layout, screens in json.loads(pathlib.Path(answers).read_text()).items():
        for screen in screens:
            device, viewport = screen["device"]["name"], screen["viewport"]
            turned = viewport["width"] > viewport["height"]
            name = f"{layout} on {device}{' turned' if turned else ''}"
            shown = browser.run(PLACES, [device, layout, turned])
            expect(f"{name}: the screen", (shown["device"], shown["layout"]), (device, layout))
            # A viewport of a browser has whole pixels.
            expect(f"{name}: its size", [shown["width"], shown["height"]], [int(viewport["width"]), int(viewport["height"])])
            expect(f"{name}: items", sorted(map(int, shown["places"])), list(range(len(screen["frames"]))))
            expect(f"{name}: content", shown["content"], [screen["contentSize"]["width"], screen["contentSize"]["height"]])
            for frame in screen["frames"]:
                wanted = [frame[key] for key in "xywh"]
                found = shown["places"].get(str(frame["index"]), [-1e9] * 4)
                if max(abs(a - b) for a, b in zip(found, wanted)) > 0.01:
                    fault(f"{name}: item {frame['index']} is at {found}, not at {wanted}")
                scale = shown["scales"].get(str(frame["index"]))
                if scale is not None and abs(scale - max(0, frame.get("scale", 1))) > 0.001:
                    fault(f"{name}: item {frame['index']} has the scale {scale}, not {frame.get('scale', 1)}")
    browser.end("frames")


def queries(playwright, page, answers):
    """The rect query of the page has the items of weir's."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri())
    for query in json.loads(pathlib.Path(answers).read_text()):
        browser.run("([d, l]) => preview.choose(d, l, false)", [query["device"], query["layout"]])
        found = browser.run("rect => preview.itemsMeeting(...rect)", query["rect"])
        expect(f"{query['layout']}: items that meet {query['rect']}", found, query["items"])
    browser.end("queries")


def placeholders(playwright, page, colors):
    """A picture that waits shows its ThumbHash, else its color, else its size."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri())
    shown = browser.run("""Promise.all([...preview.phone.list.children].map(async item => {
        const { style } = item.querySelector(".placeholder");
        const url = /url\\("(.*)"\\)/.exec(style.backgroundImage)?.[1];
        if (!url) return style.backgroundColor || item.querySelector(".note").textContent;
        const image = Object.assign(new Image(), { src: url });
        await image.decode();
        const { width, height } = image;
        const context = Object.assign(document.createElement("canvas"), { width, height }).getContext("2d");
        context.drawImage(image, 0, 0);
        const pixel = x => [...context.getImageData(Math.floor(width * x), height >> 1, 1, 1).data];
        return [pixel(0.2), pixel(0.8)];
    }))""")
    for number, (found, wanted) in enumerate(zip(shown, json.loads(pathlib.Path(colors).read_text()), strict=True)):
        if isinstance(wanted, list):
            # A ThumbHash is blurred, and has few bits for a color.
            near = isinstance(found, list) and all(abs(a - b) <= 50 for one, other in zip(found, wanted) for a, b in zip(one, other))
            if not near:
                fault(f"the ThumbHash of picture {number} has {found} at its left and right, not about {wanted}")
        else:
            expect(f"the placeholder of picture {number}", found, wanted)
    browser.end("placeholders")


def states(playwright, page, difference, appended):
    """Refresh moves what `weir diff` says, and load more moves nothing."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri())
    places = """() => {
        const { shop } = preview;
        return Object.fromEntries([...shop.entries].map((entry, item) => [entry, [shop.frames.frame(item).x, shop.frames.frame(item).y]]));
    }"""
    for name, button, wanted in [("refresh", "refresh", difference), ("load more", "more", appended)]:
        for screen in json.loads(pathlib.Path(wanted).read_text())["screens"]:
            device, way = screen["screen"].rsplit(" ", 1)
            browser.run("""([d, l, t]) => {
                Object.assign(preview.shop, { refreshes: 0, step: 0 });
                preview.choose(d, l, t);
            }""", [device, screen["layout"], way == "landscape"])
            before = browser.run(places)
            browser.page.click(f"#{button}")
            after = browser.run(places)
            moved = [
                (after[entry][0] - before[entry][0], after[entry][1] - before[entry][1]) for entry in before
                if max(abs(after[entry][axis] - before[entry][axis]) for axis in (0, 1)) >= 3]
            where = f"{name}, {screen['layout']} on {screen['screen']}"
            expect(f"{where}: moved", len(moved), screen["moved"])
            for move in screen["onScreen"]:
                if not any(max(abs(move["x"] - x), abs(move["y"] - y)) < 1e-6 for x, y in moved):
                    fault(f"{where}: nothing moves by {move['x']}, {move['y']}")
            expect(f"{where}: content", browser.run("[preview.shop.state.width, preview.shop.state.height]"),
                   [screen["contentSize"]["to"][side] for side in ("width", "height")])
    browser.end("states")


def scrolling(playwright, page, answers):
    """Carousels come to rest, and headers pin, where `weir layout` says. `answers` has what weir printed, by layout."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), reduced_motion="reduce")
    browser.page.click("#more")
    for layout, cases in json.loads(pathlib.Path(answers).read_text()).items():
        browser.run("layout => preview.choose('iphone-se-3', layout, false)", layout)
        if not layout.startswith("carousel"):
            browser.page.check("#pin-footers")
        for case in cases:
            start, answer = case["from"], case["answer"]
            where = f"{layout}, scrolled by {start}"
            if layout.startswith("carousel"):
                browser.run("offset => { preview.phone.offset = offset; }", start)
                rest = max(0, min(answer["offset"], answer["contentSize"]["width"] - answer["viewport"]["width"]))
                browser.wait(f"Math.abs(preview.phone.offset - {rest}) < 1")
                expect(f"{where}: rests", round(browser.run("preview.phone.restingOffset - preview.phone.offset")), 0)
                continue
            found = browser.run("""offset => {
                const { phone } = preview;
                phone.offset = offset;
                phone.render();
                const top = phone.content.getBoundingClientRect().top;
                return [...phone.bandRoom.children].map(band => {
                    const place = band.firstElementChild.getBoundingClientRect();
                    return [band.className, place.top - top, place.height];
                });
            }""", start)
            end = start + answer["viewport"]["height"]
            wanted = [
                (f"band {part['kind']}", part["y"], part["h"]) for part in answer["supplementary"]
                if part["y"] < end and part["y"] + part["h"] > start]
            for kind, top, height in wanted:
                if not any(kind == other[0] and abs(top - other[1]) < 0.6 and abs(height - other[2]) < 0.1 for other in found):
                    fault(f"{where}: there is no {kind} at {top}, {height} high, but {found}")
    browser.end("scrolling")


def turning(playwright, page):
    """After a turn, a list keeps its offset, and what the published code keeps of the other orientation."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), reduced_motion="reduce")
    state = "[preview.shop.chain, preview.phone.offset]"
    upright = browser.run("preview.shop.frames.frame(4)")
    browser.run("preview.phone.offset = 1000")
    expect("before a turn", browser.run(state), ["0", 1000])
    browser.page.click("#turn")
    expect("turned", browser.run(state), ["0", 1000])
    browser.page.click("#turn")
    expect("turned back", browser.run(state), ["0-turned", 1000])
    # Five columns of an upright screen: the last two are off screen.
    kept = browser.run("preview.shop.frames.frame(4)")
    if kept["x"] < 375 or upright["x"] >= 375:
        fault(f"picture 4 was at {upright}, and after two turns is at {kept}")
    browser.page.click("#again")
    expect("after a new start", browser.run("preview.shop.chain"), "0")
    browser.end("turning")


def repeating(playwright, page, answers):
    """Refresh and load more come again, by button, by wheel and by finger, with the frames of `weir layout`."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), reduced_motion="reduce", has_touch=True)
    answers = json.loads(pathlib.Path(answers).read_text())
    state = "`${preview.shop.refreshes}-${preview.shop.step}`"

    def see(where, wanted):
        browser.wait(f"{state} === '{wanted}'")
        frames = browser.run("() => Array.from({ length: preview.shop.frames.count }, (_, item) => preview.shop.frames.frame(item))")
        expect(f"{where}: the frames of {wanted}", [[frame[side] for side in ("x", "y", "width", "height")] for frame in frames],
               [[frame[key] for key in "xywh"] for frame in answers[wanted]["frames"]])
        expect(f"{where}: elements on screen", browser.run("preview.phone.onScreen.every(item => preview.phone.tileOf(item))"), True)

    presses = [("refresh", f"{count}-0") for count in range(1, 6)] + [("more", f"5-{count}") for count in range(1, 6)]
    for button, wanted in presses:
        browser.page.click(f"#{button}")
        see(button, wanted)
    expect("buttons at the end", [browser.page.is_disabled(f"#{button}") for button in ("refresh", "more")], [True, True])
    expect("the number of pictures", browser.page.inner_text("#count").split(" · ")[0], "12 pictures")
    browser.page.click("#again")
    see("a new start", "0-0")
    browser.run("entry => preview.jump(entry)", 11)
    see("a jump to the last entry, which the refresh has", "1-0")
    browser.page.click("#again")

    # A pull beyond an end counts once, however far it goes.
    def wheel(offset, way):
        browser.run("""([offset, way]) => {
            const { phone } = preview;
            phone.offset = offset;
            // They are of one time, however long each is handled.
            const events = Array.from({ length: 8 }, () => new phone.view.WheelEvent("wheel", { deltaY: way }));
            for (const event of events) phone.scroller.dispatchEvent(event);
        }""", [offset, way])
        # Longer than the pause between two gestures.
        browser.page.wait_for_timeout(300)

    for offset, way, wanted in ((0, -100, "1-0"), (0, -100, "2-0"), (1e9, 100, "2-1"), (1e9, 100, "2-2")):
        wheel(offset, way)
        see("a wheel", wanted)
    box = browser.page.locator("#new-stand .device").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    browser.page.mouse.move(x, y)
    browser.run("preview.phone.offset = 0")
    browser.page.mouse.wheel(0, -300)
    see("a wheel of the browser", "3-2")
    touch = browser.context.new_cdp_session(browser.page)
    for offset, way, wanted in ((0, 200, "4-2"), (1e9, -200, "4-3"), (1e9, -200, "4-4")):
        browser.run("offset => { preview.phone.offset = offset; }", offset)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        for part in range(1, 11):
            touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y + way * part / 10}]})
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        see("a finger", wanted)
    browser.end("repeating")


def findings(playwright, page):
    """Findings are marks on their pictures, and a list that brings them on screen, whatever must be loaded for it."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), reduced_motion="reduce")
    rows = browser.run("[...document.getElementById('findings').children].map(row => row.innerText.replaceAll('\\n', ' '))")
    expect("the list", rows, [
        "1.png ¥1 error: rule-error near", "73.png ¥73 warning: rule-warning <b>far</b>", "info: rule-info of the manifest",
        "1.png ¥1 info: rule-info near too", "39.png ¥39 info: rule-info elsewhere (waterflow on iphone-se-3 portrait (375x667))"])
    expect("what stands between backticks", browser.run("[...document.querySelectorAll('#findings code')].map(code => code.textContent)"),
           ["rule-error", "rule-warning", "rule-info", "rule-info", "rule-info"])
    expect("the heading", browser.page.inner_text("#findings-heading"), "5 findings")
    expect("findings without a picture", browser.run("[...document.querySelectorAll('#findings li')].map(row => !row.querySelector('button'))"),
           [False, False, True, False, False])
    mark = "item => ['error', 'warning', 'info'].filter(kind => preview.phone.tileOf(item)?.element.classList.contains(kind))"
    expect("the mark of the worst finding", browser.run(mark, 1), ["error"])
    expect("no mark", browser.run(mark, 0), [])
    label = browser.run("preview.phone.tileOf(1).button.getAttribute('aria-label')")
    if "error: near" not in label:
        fault(f"the picture with an error is called {label!r}")
    for row, item, layout, kind in ((1, 73, "lf-waterflow", "warning"), (4, 39, "waterflow", "info"), (0, 1, "waterflow", "error")):
        browser.page.click(f"#findings li:nth-child({row + 1}) button")
        expect("the picture of the finding", browser.page.inner_text("#picture-heading"), f"Picture {item}: {item}.png")
        browser.wait(f"preview.phone.onScreen.includes({item}) && Boolean(preview.phone.tileOf({item}))")
        expect(f"the layout for finding {row}", browser.run("preview.shop.screen.layout"), layout)
        expect(f"the mark of picture {item}", browser.run(mark, item), [kind])
        expect("the outlined pictures", browser.run("[...preview.phone.list.querySelectorAll('.chosen button')].map(tile => tile.dataset.item)"), [str(item)])
    # Arrow keys lead from finding to finding; one without a picture is passed by.
    browser.page.focus("#findings li:nth-child(1) button")
    for key, item in (("ArrowDown", 73), ("ArrowDown", 1), ("ArrowUp", 73), ("End", 39), ("Home", 1)):
        browser.page.keyboard.press(key)
        expect(f"the picture after {key}", browser.page.inner_text("#picture-heading"), f"Picture {item}: {item}.png")
        browser.wait(f"preview.phone.onScreen.includes({item})")
    current = "[...document.querySelectorAll('#findings [aria-current]')].map(row => row.querySelector('b').textContent)"
    expect("the current row", browser.run(current), ["1.png"])
    browser.run("preview.select(0)")
    expect("the current row while another picture is shown", browser.run(current), [])
    for width, height in ((390, 844), (640, 400)):
        browser.page.set_viewport_size({"width": width, "height": height})
        browser.page.click("#findings li:nth-child(2) button")
        for what in (".device", "#facts dt", "#findings li:nth-child(2)"):
            box = browser.page.locator(f"#new-stand {what}" if what == ".device" else what).first.bounding_box()
            if box["y"] < -1 or box["y"] + min(box["height"], 20) > height + 1:
                fault(f"{width}x{height}: {what} is not in sight: {box}")
    browser.page.set_viewport_size({"width": 1280, "height": 900})
    for text, wanted in (("73.PNG", ["73.png"]), ("¥39 39", ["39.png"]), ("nothing", []), ("", [])):
        browser.page.fill("#search", text)
        expect(f"pictures with {text!r}", browser.run("[...document.querySelectorAll('#found b')].map(name => name.textContent)"), wanted)
        expect(f"whether {text!r} finds nothing", browser.page.is_visible("#found-none"), text == "nothing")
    browser.page.fill("#search", "¥5")
    browser.page.keyboard.press("Enter")
    expect("the picture that is found", browser.page.inner_text("#picture-heading"), "Picture 5: 5.png")
    browser.page.uncheck("#mark")
    expect("a mark that is not wanted", browser.run(mark, 1), [])
    browser.end("findings")


def sized(browser, manifest, faults):
    """Answers the pictures of shop.example with the sizes that the manifest states. `faults` has other sizes, or None for no picture."""
    sizes = {entry["img"]: (entry["w"], entry["h"]) for entry in json.loads(pathlib.Path(manifest).read_text())}

    def answer(route):
        number = int(route.request.url.rsplit("/", 1)[1].split(".")[0])
        size = faults.get(number, sizes[route.request.url])
        if size is None:
            return route.fulfill(status=404)
        width, height = size
        route.fulfill(body=png(width, height, zlib.compress((b"\0" + bytes((0, 128, 128)) * width) * height, 1)), content_type="image/png")

    browser.context.route("https://shop.example/**", answer)
    return sizes


def sizes(playwright, page, manifest):
    """The page itself finds the pictures whose sizes are not those of their entries, wherever they are, and shows what is wrong."""
    browser = Browser(playwright, "about:blank", ready=False, reduced_motion="reduce")
    stated = [(entry["w"], entry["h"]) for entry in json.loads(pathlib.Path(manifest).read_text())]
    width, height = zip(*stated)
    # Swapped, doubled, one pixel too high, of a smaller resolution, not there; 1 is on the first screen, and 1990 at the end.
    wrong = {
        1: (height[1], width[1]), 500: (width[500], 2 * height[500]), 1200: (width[1200], height[1200] + 1),
        1600: (2 * width[1600], 2 * height[1600]), 1990: None,
    }
    sized(browser, manifest, wrong)
    browser.requests.clear()
    browser.page.goto(pathlib.Path(page).resolve().as_uri())
    browser.wait(READY)
    browser.settle()
    heading = "document.getElementById('sizes-heading').textContent"
    browser.wait(f"{heading} === '1 picture has other proportions than the manifest says'")
    expect("the mark of a picture on screen", browser.run("preview.phone.tileOf(1).element.classList.contains('wrong')"), True)
    browser.page.click("#compare")
    browser.wait("document.getElementById('compare').textContent === 'All pictures are compared'")
    browser.wait(f"{heading} === '3 pictures have other proportions than the manifest says'")
    browser.wait("!document.getElementById('failures-section').hidden")
    expect("the first line", browser.page.inner_text("#count"),
           "2,000 pictures · 3 pictures have other proportions than the manifest says · 1 picture is not there")
    rows = browser.run("[...document.querySelectorAll('#sizes .words')].map(row => row.innerText.replaceAll('\\n', ' '))")
    real = lambda number: " × ".join(map(str, wrong[number]))
    told = lambda number: f"{number}.png ¥{number} {width[number]} × {height[number]} in the manifest, {real(number)} in fact"
    expect("the list", rows, [told(1), told(500), told(1200), f"{told(1600)}, which is the same to a layout"])
    drawn = browser.run("[...document.querySelectorAll('#sizes svg')].map(svg => ['stated', 'natural'].map(name => "
                        "['width', 'height'].map(side => Number(svg.querySelector(`.${name}`).getAttribute(side)))))")
    for number, (told_box, real_box) in zip((1, 500, 1200, 1600), drawn, strict=True):
        scale = 44 / max(*stated[number], *wrong[number])
        for box, size in ((told_box, stated[number]), (real_box, wrong[number])):
            if max(abs(a - b * scale) for a, b in zip(box, size)) > 1e-6:
                fault(f"picture {number} is drawn as {box} and not to scale")
    browser.page.click("#sizes li:nth-child(2) button")
    browser.wait("preview.phone.onScreen.includes(500)")
    browser.wait("preview.phone.tileOf(500).element.matches('.chosen.wrong')")
    browser.page.click("#failures button")
    expect("the picture that is not there", browser.page.inner_text("#picture-heading"), "Picture 1990: 1990.png")
    browser.wait("preview.phone.onScreen.includes(1990)")
    # Tiles are there soon after a jump.
    time = browser.run("""async () => {
        preview.phone.offset = 0;
        await new Promise(done => requestAnimationFrame(done));
        const start = performance.now();
        preview.phone.offset = preview.phone.scroller.scrollHeight;
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        return preview.phone.onScreen.every(item => preview.phone.tileOf(item)) ? performance.now() - start : -1;
    }""")
    if time < 0:
        fault("two frames after a jump to the end, tiles are missing")
    browser.end("sizes")


def failures(playwright, page):
    """Pictures that are not there are listed with weir's words, or with the browser's."""
    browser = Browser(playwright, "about:blank", ready=False)
    browser.context.route("https://shop.example/**", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    browser.requests.clear()
    browser.page.goto(pathlib.Path(page).resolve().as_uri())
    browser.wait(READY)
    browser.settle()
    browser.wait("document.querySelectorAll('#failures li').length === 5")
    rows = browser.run("[...document.querySelectorAll('#failures .words')].map(row => row.innerText.replaceAll('\\n', ' '))")
    for number, (row, wanted) in enumerate(zip(rows, [
        "0.png ¥0 not-found: there is no such file", "1.png ¥1 stale: weir could not reach the picture",
        "2.png ¥2 placeholder: weir could not measure the picture", "3.png ¥3 The address has the scheme ftp", "4.png ¥4 The address has the scheme gs",
    ], strict=True)):
        if not row.startswith(wanted):
            fault(f"row {number} is {row!r}, not {wanted!r}")
    note = browser.run("""() => {
        const { note, button } = preview.phone.tileOf(3);
        const [text, place] = [note, button].map(element => element.getBoundingClientRect());
        return [note.textContent, note.scrollHeight <= note.clientHeight + 1, getComputedStyle(note).visibility, place.height < 40];
    }""")
    expect("the label of a low tile: its text, whether it fits, is visible, and the tile is low", note, ["not loaded", True, "visible", True])
    browser.end("failures")


def answering(browser, *, failing, order):
    """Answers the pictures of shop.example in another order than they are asked for: three at a time, or all that wait."""
    held = []

    def release():
        waiting = sorted(held, key=lambda each: order(each[0]))
        held.clear()
        for number, route in waiting:
            if failing(number):
                route.fulfill(status=404)
            else:
                route.fulfill(body=PICTURE, content_type="image/svg+xml")

    def answer(route):
        held.append((int(route.request.url.rsplit("/", 1)[1].split(".")[0]), route))
        if len(held) >= 3:
            release()

    browser.context.route("https://shop.example/**", answer)
    return release


def painting(playwright, page):
    """While pictures come, each has its color or its ThumbHash until the browser paints it, and keeps it if the picture fails."""
    browser = Browser(playwright, "about:blank", ready=False)
    # So large that decoding takes several frames of the screen.
    row = b"\0" + bytes((0, 128, 128)) * 5000
    picture = png(5000, 5000, zlib.compress(row * 5000, 1))

    def answer(route):
        number = int(route.request.url.rsplit("/", 1)[1].split(".")[0])
        route.fulfill(status=404) if number % 4 == 3 else route.fulfill(body=picture, content_type="image/png")

    browser.context.route("https://shop.example/**", answer)
    browser.page.goto(pathlib.Path(page).resolve().as_uri(), wait_until="commit")
    browser.wait(READY)
    places = browser.run("""[...preview.phone.list.children].map(item => {
        const [tile, frame] = [item, preview.phone.frame].map(element => element.getBoundingClientRect());
        return [frame.x + tile.x + tile.width * 0.3, frame.y + tile.y + tile.height * 0.2];
    }).filter(([, y]) => y < 880)""")
    shots = []
    done = "[...preview.phone.list.children].every(item => item.dataset.state === 'failed' || item.dataset.painted === '')"
    while len(shots) < 200:
        is_done = browser.run(done)
        shots.append(base64.b64encode(browser.page.screenshot()).decode())
        if is_done:
            break
    expect("all pictures are painted in the end", is_done, True)
    judge = browser.context.new_page()
    for number, shot in enumerate(shots):
        pixels = judge.evaluate("""async ([shot, places]) => {
            const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${shot}`)).blob());
            const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
            const context = canvas.getContext("2d");
            context.drawImage(image, 0, 0);
            return places.map(([x, y]) => [...context.getImageData(Math.round(x), Math.round(y), 1, 1).data]);
        }""", [shot, places])
        for tile, pixel in enumerate(pixels):
            # Between the color of the entry, #336699, which a ThumbHash has nearly, and that of the picture, #008080.
            if pixel[0] > 60 or not 95 <= pixel[1] <= 135:
                fault(f"shot {number} of {len(shots)}: picture {tile} has the color {pixel}")
    judge.close()
    browser.end("painting")


def png(width, height, pixels):
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes((8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="30"><path fill="teal" d="M0 0H20V30H0z"/></svg>'


def shifts(playwright, page):
    """Nothing moves while pictures come in any order, late, and a third of them fail."""
    browser = Browser(playwright, "about:blank", ready=False)
    release = answering(browser, failing=lambda number: number % 3 == 0, order=lambda number: number * 7919 % 13)
    browser.requests.clear()
    # The page is complete long before its pictures are.
    browser.page.goto(pathlib.Path(page).resolve().as_uri(), wait_until="commit")
    browser.wait(READY)
    for layout in browser.run("[...document.getElementById('layout').options].map(option => option.value)"):
        browser.run("layout => preview.choose('iphone-se-3', layout, false)", layout)
        for control, value in (("delay", 200), ("share", 30), ("seed", 7)):
            browser.run("""([id, value]) => {
                const control = document.getElementById(id);
                control.value = value;
                control.dispatchEvent(new Event("input"));
                control.dispatchEvent(new Event("change"));
            }""", [control, value])
        for _ in range(1500):
            if browser.run("[...preview.phone.list.children].every(item => item.dataset.state !== 'waiting')"):
                break
            release()
            browser.page.wait_for_timeout(20)
        kinds = browser.run("[...preview.phone.list.children].map(item => item.dataset.state)")
        # Of a picture or two, all may fail.
        if len(kinds) > 3 and ("failed" not in kinds or "loaded" not in kinds):
            fault(f"{layout}: the pictures are {kinds}")
        browser.run("new Promise(done => preview.phone.view.requestAnimationFrame(() => setTimeout(done, 50)))")
        expect(f"{layout}: the shift that the browser measures", browser.run("(preview.meter.flush(), preview.meter.sum)"), 0)
    # The same draw makes the same pictures fail, and one that is tried again is drawn anew.
    failed = "[...preview.phone.list.children].filter(item => item.dataset.state === 'failed').map(item => item.firstElementChild.dataset.item)"
    item = browser.run(failed)[0]
    # In the shop, since a browser that is driven scrolls to what it clicks.
    frame = """item => {
        const { content } = preview.phone;
        const [place, origin] = [preview.phone.tileOf(Number(item)).element, content].map(element => element.getBoundingClientRect());
        return [place.x - origin.x, place.y - origin.y, place.width, place.height];
    }"""
    before = browser.run(frame, item)
    screen = browser.page.frame_locator("#new-stand iframe")
    screen.locator(f"button[data-item='{item}']").click()
    reason = browser.page.inner_text("#reason")
    if "lost it" not in reason and "could not load" not in reason:
        fault(f"a picture that has failed says {reason!r}")
    if reason not in screen.locator("#notice").inner_text():
        fault("the phone does not say why a picture has failed")
    browser.run("preview.pictures.network.failingShare = 0; preview.pictures.network.delay = 0")
    browser.context.unroute_all()
    browser.context.route("https://shop.example/**", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    screen.locator("#notice button").click()
    browser.wait(f"preview.phone.tileOf({item}).element.dataset.state === 'loaded'")
    expect("a picture that is tried again: its frame", browser.run(frame, item), before)
    browser.end("shifts")


def comparison(playwright, page, difference):
    """The phone with the other manifest jumps by the score that weir predicts, and the moves are those of `weir diff`."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri())
    captions = [browser.page.inner_text(f"#{stand}-caption").split(" ")[:2] for stand in ("old", "new")]
    expect("the names of the phones", captions, [["Old:", "old.json"], ["New:", "new.json"]])
    found = json.loads(pathlib.Path(difference).read_text())
    resized = [change["entry"] for change in found["resized"]]
    for screen in found["screens"]:
        device, way = screen["screen"].rsplit(" ", 1)
        where = f"{screen['layout']} on {screen['screen']}"
        browser.run("([d, l, t]) => preview.choose(d, l, t)", [device, screen["layout"], way == "landscape"])
        moved = browser.page.inner_text("#moves-heading").split(" ")[0]
        expect(f"{where}: moves", int(moved), screen["moved"])
        cause = browser.page.inner_text("#cause")
        effect = f": {screen['moved']} pictures move, {len(screen['onScreen']) or 'none'} of them on the first screen"
        if not re.fullmatch(r"\d+\.png went from \d+x\d+ to \d+x\d+, \d+ others have new sizes", cause.removesuffix(effect)):
            fault(f"{where}: the sentence is {cause!r}, and does not end with {effect!r}")
        marked = browser.run("[...preview.phone.list.querySelectorAll('.cause button')].map(tile => Number(tile.dataset.item))")
        if not marked or any(number not in resized for number in marked):
            fault(f"{where}: marked as causes are {marked}, and resized {resized}")
        predicted = browser.run("preview.shop.screen.predicted")
        if abs(predicted - screen["shiftScore"]["sum"]) > 1e-9:
            fault(f"{where}: predicts {predicted}, not {screen['shiftScore']['sum']}")
        browser.page.click("#arrive")
        browser.wait("!document.querySelector('#old-stand iframe').contentDocument.getElementById('list').classList.contains('measured')")
        measured = browser.run("(preview.meter.flush(), preview.meter.sum)")
        # Chromium counts in whole pixels.
        if abs(measured - predicted) > max(0.01, 0.02 * predicted):
            fault(f"{where}: the browser measures {measured}, and weir predicts {predicted}")
    browser.end("comparison")


def hostile(playwright, page, texts):
    """Texts of a manifest stay texts: nothing runs, and no address of another scheme is asked for."""
    browser = Browser(playwright, "about:blank", ready=False)
    browser.context.route("http*://**", lambda route: route.abort())
    browser.requests.clear()
    browser.page.goto(pathlib.Path(page).resolve().as_uri())
    browser.wait(READY)
    browser.page.wait_for_timeout(300)
    count = browser.run("preview.shop.frames.count")
    for item in range(count):
        browser.run("item => { preview.phone.reveal(item, false); preview.jump(preview.shop.entries[item]); }", item)
    browser.run("dispatchEvent(new Event('beforeprint'))")
    browser.wait("[...document.querySelectorAll('#sheet figure')].every(({ firstElementChild: picture }) => picture.className === 'lost' || picture.naturalWidth > 0)")
    shown = browser.run("[...preview.shop.entries].map((entry, item) => (preview.phone.reveal(item, false), preview.phone.tileOf(item).price.textContent))")
    expect("prices", shown, json.loads(pathlib.Path(texts).read_text()))
    expect("what has run", browser.run("globalThis.hacked ?? null"), None)
    expect("what has run in the phone", browser.run("preview.phone.view.hacked ?? null"), None)
    expect("scripts in the page", browser.run("document.querySelectorAll('script:not([type])').length"), 0)
    for kind, url in browser.requests[1:]:
        scheme = urllib.parse.urlsplit(url).scheme
        if kind != "image" or scheme not in ("http", "https", "file", "data"):
            fault(f"the page requests {url[:200]} as {kind}")
    browser.end("hostile")


def accessibility(playwright, page):
    """Axe finds no fault, in light and in dark, wide and narrow; the keyboard reaches every picture; no word is cut off."""
    from axe_playwright_python.sync_playwright import Axe
    # Colors do not depend on the width, so each scheme is judged in one.
    for scheme, widths in (("light", (360, 810, 1280)), ("dark", (1280, 810, 390))):
        browser = Browser(playwright, "about:blank", ready=False, color_scheme=scheme, reduced_motion="reduce", bypass_csp=True)
        # Axe does not look into the frames of a file.
        text = pathlib.Path(page).read_text()
        browser.context.route("http://preview.example/**", lambda route: route.fulfill(status=404))
        browser.context.route("https://shop.example/**", lambda route: route.abort())
        browser.context.route("http://preview.example/", lambda route: route.fulfill(body=text, content_type="text/html"))
        browser.requests.clear()
        browser.page.goto("http://preview.example/")
        browser.wait(READY)
        browser.settle()
        for width in widths:
            browser.page.set_viewport_size({"width": width, "height": 800})
            spare = browser.run("document.documentElement.scrollWidth - innerWidth")
            if spare > 0:
                fault(f"{width} wide: the page is {spare} wider than the window")
        for violation in Axe().run(browser.page).response["violations"]:
            nodes = [node["target"] for node in violation["nodes"][:3]]
            fault(f"{scheme}, {width} wide: {violation['id']}: {violation['help']}: {nodes}")
        browser.end("accessibility")
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), reduced_motion="reduce")
    keyboard = browser.page.keyboard
    keyboard.press("Tab")
    expect("the first stop", browser.run("document.activeElement.textContent"), "To the panel")
    keyboard.press("Tab")
    focused = "preview.phone.document.activeElement.dataset.item"
    expect("the second stop", browser.run(focused), "0")
    ring = browser.run("""() => {
        const { borderTopWidth, borderTopStyle, zIndex } = preview.phone.view.getComputedStyle(preview.phone.tileOf(0).element, "::after");
        return [borderTopWidth, borderTopStyle, zIndex];
    }""")
    expect("the ring of the focus above the picture", ring, ["4px", "solid", "2"])
    for item in range(1, 30):
        keyboard.press("ArrowRight")
        expect("the picture that the keyboard is at", browser.run(focused), str(item))
    expect("whether it is on screen", browser.run("preview.phone.onScreen.includes(29)"), True)
    before = browser.run("preview.shop.frames.frame(29)")
    keyboard.press("ArrowUp")
    after = browser.run(f"preview.shop.frames.frame(Number({focused}))")
    if after["y"] + after["height"] > before["y"] or not after["x"] <= before["x"] + before["width"] / 2 <= after["x"] + after["width"]:
        fault(f"above {before} is {after}")
    keyboard.press("ArrowDown")
    expect("the picture below", browser.run(focused), "29")
    stops = "preview.phone.list.querySelectorAll('[tabindex=\"0\"]').length"
    expect("stops of Tab among the pictures", browser.run(stops), 1)
    keyboard.press("Enter")
    name = browser.run("preview.phone.pictures.entries.img[preview.shop.entries[29]].split('/').at(-1)")
    expect("the picture that is described", browser.page.inner_text("#picture-heading"), f"Picture 29: {name}")
    label = browser.run("preview.phone.document.activeElement.getAttribute('aria-label')")
    if not label.startswith(f"Picture 29, {name}"):
        fault(f"a picture is called {label!r}")
    # Behind each phone, and its notice, the panel follows.
    for _ in range(6):
        keyboard.press("Tab")
        if browser.run("document.activeElement.id") == "search":
            break
    expect("the stop behind the pictures", browser.run("document.activeElement.id"), "search")
    browser.end("keyboard")
    # No word is cut off: of large letters, and in a small window.
    for viewport, text in (((1280, 900), 32), ((810, 1080), 32), ((390, 844), 32), ((640, 400), 16), ((320, 640), 16)):
        browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), viewport=viewport, text=text)
        browser.run("preview.select(0)")
        expect(f"the size of letters at {text}", browser.run("parseFloat(getComputedStyle(document.getElementById('count')).fontSize)") >= 0.8 * text, True)
        cut = browser.run("""[...document.querySelectorAll('.panel :is(h1, h2, p, dt, dd, button, label, output, b, .text, .muted)'), document.documentElement]
            .filter(each => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== "inline" && each.checkVisibility())
            .map(each => `${each.tagName} ${each.id} ${each.textContent.slice(0, 30)}`)""")
        expect(f"{viewport}, letters of {text}: words that are cut off", cut, [])
        browser.end("letters")


def platforms(playwright, page, answers):
    """A phone of each platform stands beside the others, with the frames of its own layout; what one shows, all show."""
    browser = Browser(playwright, pathlib.Path(page).resolve().as_uri(), reduced_motion="reduce")
    shown = """() => [preview.phone, ...preview.neighbours].map(phone => ({
        device: phone.screen.device, layout: phone.screen.layout, isShown: phone.frame.checkVisibility(),
        caption: phone.frame.closest("section").querySelector(".caption").textContent, count: phone.frames.count,
        places: [...phone.list.children].map(item => {
            const { x, y, width, height } = item.getBoundingClientRect();
            return [Number(item.firstElementChild.dataset.item), x, y, width, height];
        }),
    }))"""
    for phone, answer in zip(browser.run(shown), json.loads(pathlib.Path(answers).read_text()), strict=True):
        device = answer["device"]["name"]
        expect("the device", (phone["device"], phone["isShown"]), (device, True))
        if not phone["caption"].startswith(f"{device} {phone['layout']} · "):
            fault(f"{device} is called {phone['caption']!r}")
        if not phone["places"]:
            fault(f"{device}: nothing is shown")
        for item, *place in phone["places"]:
            wanted = [answer["frames"][item][key] for key in "xywh"]
            if max(abs(a - b) for a, b in zip(place, wanted)) > 0.02:
                fault(f"{device}: picture {item} is at {place}, not at {wanted}")
    for width in (1000, 1280, 2000):
        browser.page.set_viewport_size({"width": width, "height": 900})
        # The page fits its screens in a frame after that of the resize.
        browser.wait("""(() => {
            const desk = document.getElementById("desk").getBoundingClientRect();
            return [preview.phone, ...preview.neighbours].map(phone => phone.frame.getBoundingClientRect())
                .every(({ left, right }) => left >= desk.left && right <= desk.right);
        })()""")
    browser.page.click("#more")
    expect("pictures after more were loaded", [phone["count"] for phone in browser.run(shown)], [80] * 3)
    # A picture that is pressed on one platform comes on screen on all.
    browser.run("preview.neighbours[1].focus(70)")
    browser.page.keyboard.press("Enter")
    expect("the picture that is described", browser.page.inner_text("#picture-heading"), "Picture 70: 70.png")
    browser.wait("[preview.phone, ...preview.neighbours].every(phone => phone.onScreen.includes(70))")
    browser.page.select_option("#device", "pixel-9")
    browser.page.select_option("#layout", "staggered-grid")
    expect("the platforms beside Android", [phone["device"] for phone in browser.run(shown)], ["pixel-9", "iphone-17", "desktop-1280"])
    browser.page.uncheck("#beside")
    expect("phones that are shown", [phone["isShown"] for phone in browser.run(shown)], [True, False, False])
    browser.end("platforms")


def large(playwright, page, count):
    """However many entries there are, the document has only what is on screen."""
    browser = Browser(playwright, "about:blank", ready=False)
    browser.context.route("https://shop.example/**", lambda route: route.fulfill(body=PICTURE, content_type="image/svg+xml"))
    browser.requests.clear()
    browser.page.goto(pathlib.Path(page).resolve().as_uri())
    browser.wait(READY)
    expect("entries", browser.run("preview.shop.frames.count"), int(count))
    found = browser.run("""async () => {
        const { phone, shop } = preview;
        const most = { items: 0, elements: 0 };
        const end = phone.scroller.scrollHeight;
        for (let round = 0; round <= 15; round++) {
            phone.offset = end * round / 15;
            await new Promise(done => requestAnimationFrame(done));
            phone.render();
            most.items = Math.max(most.items, phone.list.children.length);
            most.elements = Math.max(most.elements, phone.document.getElementsByTagName("*").length);
        }
        let lowest = 0;
        const reach = item => shop.frames.frame(item).y + shop.frames.frame(item).height;
        for (let item = 0; item < shop.frames.count; item++) if (reach(item) > reach(lowest)) lowest = item;
        return { ...most, isAtTheEnd: phone.onScreen.includes(lowest) };
    }""")
    if found["items"] > 120 or found["elements"] > 900:
        fault(f"the document has {found['items']} items and {found['elements']} elements")
    expect("whether the lowest item is on screen at the end", found["isAtTheEnd"], True)
    browser.end("large")


def served(playwright, address, manifest, changed):
    """A page follows the manifest as it changes, and shows the pictures of the root."""
    browser = Browser(playwright, address)
    browser.settle()
    expect("pictures", browser.run("[...preview.phone.list.children].map(item => item.dataset.state)"), ["loaded", "loaded", "failed"])
    browser.run("globalThis.isOld = true")
    pathlib.Path(changed).rename(manifest)
    browser.wait("!globalThis.isOld && Boolean(globalThis.preview)")
    expect("entries after a change", browser.run("preview.shop.frames.count"), 2)
    browser.requests = [request for request in browser.requests if request[0] != "document"]
    browser.end("served")


if __name__ == "__main__":
    with sync_playwright() as playwright:
        globals()[sys.argv[1]](playwright, *sys.argv[2:])
    print("\n".join(faults[:30]))
    sys.exit(1 if faults else 0)
