import Layouts
import WeirBase

extension PreviewScreen {
    /// Appends the screen as two kinds of elements: a JSON object that describes it, and the frames of each state as
    /// base64 of Doubles. A state has only the frames from the first one that differs from the state before.
    func append(number: Int, to output: inout ByteBuffer) throws(LayoutError) {
        let empty = try layout.recipe.layout(on: screen)
        var description = ByteBuffer()
        append(head: empty, to: &description)
        for chain in chains {
            let starts = [(chain.name, empty)] + (turned(empty, chain).map { [("\(chain.name)-turned", $0)] } ?? [])
            for (name, start) in starts {
                description.member(named: name) { description in
                    description.append("[")
                    append(chain, name, of: number, from: start, describing: &description, to: &output)
                    description.append("]")
                }
            }
        }
        description.append("}}")
        output.append("<script type=\"application/json\" id=\"screen-")
        output.append(number)
        output.append("\">")
        description.withBytes { output.append($0) }
        output.append("</script>\n")
    }

    /// The empty layout with what the published code keeps of the other orientation; nil if that moves nothing.
    private func turned(_ empty: any Layout, _ chain: Chain) -> (any Layout)? {
        guard layout.recipe.kind.traits.contains(.inheriting),
            var other = try? layout.recipe.atDensity(of: screen.scale ?? 1).layout(in: screen.viewport.turned)
        else { return nil }
        var (own, turned) = (empty, empty)
        for page in chain.state.pages { other.append(page) }
        turned.inherit(from: other)
        let start = turned
        for page in chain.state.pages {
            own.append(page)
            turned.append(page)
        }
        return own.frames(of: 0..<own.count) == turned.frames(of: 0..<turned.count) ? nil : start
    }

    private func append(head empty: any Layout, to output: inout ByteBuffer) {
        output.append("{")
        output.member("layout") { $0.append(scriptText: layout.text) }
        output.member("device") { $0.append(scriptText: device) }
        output.member("width", shortest: screen.viewport.width)
        output.member("height", shortest: screen.viewport.height)
        output.member("scale", shortest: screen.scale)
        if let platform = layout.platform(on: screen) { output.member("platform", json: platform.rawValue) }
        if screen.device?.isWindow ?? false { output.member("isWindow", true) }
        if let area = screen.safeArea {
            output.member("safeArea") { $0.append(scriptNumbers: [area.top, area.left, area.bottom, area.right]) }
        }
        output.member("strip", shortest: empty.guarantees.extraHeight)
        if empty.guarantees.scrollsHorizontally { output.member("isHorizontal", true) }
        if empty.carousel != nil { output.member("isCarousel", true) }
        output.member("predicted", shortest: predicted?.sum)
        output.member("chains") { $0.append("{") }
    }

    private func append(
        _ chain: Chain, _ name: String, of number: Int, from empty: any Layout, describing description: inout ByteBuffer,
        to output: inout ByteBuffer
    ) {
        var layout = empty
        var known: [Rect] = []
        for count in 1...max(1, chain.state.pages.count) where count <= chain.state.pages.count {
            layout.append(chain.state.pages[count - 1])
            guard count >= chain.begins else { continue }
            let frames = layout.frames(of: 0..<layout.count)
            var first = 0
            while first < known.count, known[first] == frames[first] { first += 1 }
            known = frames
            if count > chain.begins { description.append(",") }
            append(layout, of: chain, lists: count, from: first, to: &description)
            output.append("<script type=\"text/plain\" id=\"frames-")
            output.append(number)
            output.append("-")
            output.append(name)
            output.append("-")
            output.append(count - chain.begins)
            output.append("\">")
            output.append(base64: frames[first...].flatMap { [$0.x, $0.y, $0.width, $0.height] })
            output.append("</script>\n")
        }
    }

    /// A state without its frames.
    private func append(_ layout: any Layout, of chain: Chain, lists: Int, from first: Int, to output: inout ByteBuffer) {
        output.object { output in
            output.array("lists", chain.state.lists.prefix(lists)) { $0.append($1) }
            output.member("from", first)
            output.member("width", shortest: layout.contentSize.width)
            output.member("height", shortest: layout.contentSize.height)
            let added = chain.state.pages.prefix(lists)
            if added.contains(where: { !$0.extraHeights.isEmpty }) {
                output.member("strips") { $0.append(scriptNumbers: PicturePage(joining: Array(added)).extraHeights) }
            }
            let names = layout.sections.names
            if !names.isEmpty { output.array("sections", names) { $0.append(scriptText: $1) } }
            let parts = layout.supplementary
            guard !parts.isEmpty else { return }
            // Scrolled far enough, a header that pins is where the next section holds it back, and a footer where its own begins.
            var headers = layout.pinnedHeaders(at: 1e12)[...]
            var footers = layout.pinnedFooters(endingAt: -1e12)[...]
            output.array("supplementary", parts) { output, part in
                output.object { output in
                    output.member("kind", json: part.kind.rawValue)
                    output.member("section", part.section)
                    output.member("frame") {
                        $0.append(scriptNumbers: [part.frame.x, part.frame.y, part.frame.width, part.frame.height])
                    }
                    guard let last = (part.kind == .header ? headers.popFirst() : footers.popFirst())?.frame else { return }
                    output.member("until", shortest: layout.guarantees.scrollsHorizontally ? last.x : last.y)
                }
            }
        }
    }
}
