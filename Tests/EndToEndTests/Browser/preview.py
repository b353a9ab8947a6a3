"""Looks at previews in a real browser, and prints what is wrong with them, a line for each fault.

    preview.py CASE ARGUMENT...

A case is a function below; its arguments are those of the command line.
"""
import json
import pathlib
import sys
import urllib.parse

from playwright.sync_api import sync_playwright

faults = []


def fault(text):
    faults.append(text)


def expect(what, found, wanted):
    if found != wanted:
        fault(f"{what}: {found!r}, not {wanted!r}")


class Browser:
    """A page with a preview, and all that it asked for and complained about."""

    def __init__(self, playwright, url, *, allowed=("file:",), ready=True, **options):
        self.browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        self.context = self.browser.new_context(viewport={"width": 1280, "height": 900}, **options)
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("console", lambda message: self.complain(message))
        self.page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        self.page.on("request", lambda request: self.requests.append((request.resource_type, request.url)))
        self.page.goto(url)
        if ready:
            self.page.wait_for_function("globalThis.preview")

    def complain(self, message):
        # The browser itself writes of pictures that do not come.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.complaints.append(f"{message.type}: {message.text}")

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    def settle(self):
        """Waits until every picture on screen has come or failed."""
        self.page.wait_for_function(
            "[...preview.phone.list.children].every(item => item.dataset.state !== 'waiting')")

    def end(self, name):
        for complaint in self.complaints:
            fault(f"{name}: the browser complains: {complaint}")
        for kind, url in self.requests[1:]:
            if kind not in ("image", "eventsource"):
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
    browser = Browser(playwright, pathlib.Path(page).as_uri())
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
    browser = Browser(playwright, pathlib.Path(page).as_uri())
    for query in json.loads(pathlib.Path(answers).read_text()):
        browser.run("([d, l]) => preview.choose(d, l, false)", [query["device"], query["layout"]])
        found = browser.run("rect => preview.itemsMeeting(...rect)", query["rect"])
        expect(f"{query['layout']}: items that meet {query['rect']}", found, query["items"])
    browser.end("queries")


if __name__ == "__main__":
    with sync_playwright() as playwright:
        globals()[sys.argv[1]](playwright, *sys.argv[2:])
    print("\n".join(faults[:30]))
    sys.exit(1 if faults else 0)
