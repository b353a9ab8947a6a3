import Layouts
import TestSupport
import Testing

/// `grid-lanes` beside Chromium, which lays the same boxes out with CSS.
@Suite(.needs(.time), .needs(.chromium), .serialized) struct GridLanesChromiumTests {
    @Test(arguments: [1, 2, 2.625, 3]) func everyFrameIsChromiums(_ density: Double) throws {
        var seed = Seed.announced(for: "everyFrameIsChromiums")
        let cases = (0..<EngineCase.count).map { EngineCase.drawn(density: density, number: $0, &seed) }
        // Lengths end at 2^25 device pixels.
        let tall = try PicturePage(widths: [1, 1, 1, 1, 3, 2], heights: [30_000, 60_000, 1, 90_000, 4, 1])
        let answers = try Self.compare(cases + [EngineCase(columns: 1, page: tall), EngineCase(columns: 2, page: tall)], density)
        #expect(answers.count == cases.count + 2)
        for answer in answers { #expect(answer.hasSuffix(":equal"), "\(answer) \(seed)") }
    }

    /// One line for each case, with the first frame that differs.
    private static func compare(_ cases: [EngineCase], _ density: Double) throws -> [String] {
        let json = try cases.map { one in
            var one = one
            one.density = density
            let layout = try one.recipe("grid-lanes", ",fit-tolerance=\(one.fitTolerance),font-size=\(one.fontSize),density=\(density)")
                .layout(of: one.page, in: one.viewport)
            let units = EngineCase.units(layout, density)
            let pictures = (0..<one.page.count).map { "[\(one.page.widths[$0]),\(one.page.heights[$0])]" }
            return """
                {"width":\(one.viewport.width),"columns":\(one.columns),"gap":"\(one.rowSpacing)px \(one.columnSpacing)px",\
                "inset":"\(one.inset.top)px \(one.inset.right)px \(one.inset.bottom)px \(one.inset.left)px",\
                "tolerance":"\(one.fitTolerance)\(Double(one.fitTolerance) == nil ? "" : "px")","em":\(one.fontSize),\
                "strip":\(one.extraHeight),"pictures":[\(pictures.joined(separator: ","))],\
                "frames":\(units.frames),"height":\(units.height)}
                """
        }
        let server = try ScriptedServer([
            "/": [Exchange(.header("Content-Type", "text/html"), .body(Bytes(page("[\(json.joined(separator: ",\n"))]"))))],
            "/result": [Exchange(.body(""))], "/end": [Exchange(.body(""))],
        ])
        let browser = try Chromium(
            showing: server.url(), scale: density, flags: ["--enable-blink-features=CSSGridLanesLayout"])
        try waitUntil("Chromium has laid out all cases") { !server.requests(of: "/end").isEmpty || browser.hasEnded }
        browser.end()
        server.stop()
        #expect(server.requests(of: "/end").map(\.target) == ["/end"])
        return server.requests(of: "/result").map { String($0.target.dropFirst("/result?".count)) }
    }

    /// Lays each case out and compares it. The browser reports Floats: an edge, a height between edges and its scaling are each rounded,
    /// by half a step of a Float.
    private static func page(_ cases: String) -> String {
        """
        <!doctype html><html><head><style>body { margin: 0 } .c { display: grid-lanes; box-sizing: border-box }</style></head>
        <body><script>
        const cases = \(cases);
        \(script)
        </script></body></html>
        """
    }

    private static let script = #"""
        function box(c, [w, h]) {
            const picture = document.createElement('div');
            picture.style.aspectRatio = `${w} / ${h}`;
            if (!c.strip) return picture;
            const item = document.createElement('div'), strip = document.createElement('div');
            strip.style.height = `${c.strip}px`;
            item.append(picture, strip);
            return item;
        }

        function difference(c) {
            const view = document.createElement('div');
            view.className = 'c';
            Object.assign(view.style, {
                width: `${c.width}px`, gridTemplateColumns: `repeat(${c.columns}, 1fr)`, gap: c.gap, padding: c.inset,
                flowTolerance: c.tolerance, fitTolerance: c.tolerance, fontSize: `${c.em}px` });
            view.append(...c.pictures.map(size => box(c, size)));
            document.body.replaceChildren(view);
            const units = devicePixelRatio * 64;
            const isEqual = (found, wanted, end) => Math.abs(found * units - wanted) <= 0.5 + 1.5 * end * 2 ** -23;
            for (const [i, item] of [...view.children].entries()) {
                const { x, y, width, height } = item.getBoundingClientRect(), found = [x, y, width, height];
                if (!found.every((length, side) => isEqual(length, c.frames[i][side], c.frames[i][1] + c.frames[i][3])))
                    return `picture ${i} at ${found.map(length => length * units)}, and here at ${c.frames[i]}`;
            }
            // Where lengths end, the height of the container is any.
            if (c.height >= 2 ** 31 - 1) return 'equal';
            const height = view.getBoundingClientRect().height;
            return isEqual(height, c.height, c.height) ? 'equal' : `height ${height * units}, and here ${c.height}`;
        }

        (async () => {
            try {
                if (!CSS.supports('display', 'grid-lanes')) throw 'this Chromium has no grid-lanes';
                for (const [i, c] of cases.entries()) await fetch(`/result?${i}:${encodeURI(difference(c))}`);
                await fetch('/end');
            } catch (error) {
                await fetch(`/end?${encodeURIComponent(error)}`);
            }
        })();
        """#
}
