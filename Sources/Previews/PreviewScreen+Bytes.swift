import Base
import Layouts

extension PreviewScreen {
    /// Appends the screen as two kinds of elements: a JSON object that describes it, and the frames of each state as
    /// base64 of Doubles. A state has only the frames from the first one that differs from the state before.
    func append(number: Int, to output: inout ByteBuffer) throws(LayoutError) {
        let empty = try layout.recipe.layout(on: screen)
        var description = ByteBuffer()
        append(head: empty, to: &description)
        for (index, chain) in chains.enumerated() {
            description.append(index == 0 ? "\"" : ",\"")
            description.append(chain.name)
            description.append("\":[")
            append(chain, of: number, from: empty, describing: &description, to: &output)
            description.append("]")
        }
        description.append("}}")
        output.append("<script type=\"application/json\" id=\"screen-")
        output.append(number)
        output.append("\">")
        description.withBytes { output.append($0) }
        output.append("</script>\n")
    }

    private func append(head empty: any Layout, to output: inout ByteBuffer) {
        output.append("{\"layout\":")
        output.append(scriptText: layout.text)
        output.append(",\"device\":")
        output.append(scriptText: device)
        output.append(",\"width\":")
        output.append(shortest: screen.viewport.width)
        output.append(",\"height\":")
        output.append(shortest: screen.viewport.height)
        if let scale = screen.scale {
            output.append(",\"scale\":")
            output.append(shortest: scale)
        }
        if let area = screen.safeArea {
            output.append(",\"safeArea\":")
            output.append(scriptNumbers: [area.top, area.left, area.bottom, area.right])
        }
        output.append(",\"strip\":")
        output.append(shortest: empty.guarantees.extraHeight)
        if empty.guarantees.scrollsHorizontally { output.append(",\"isHorizontal\":true") }
        if empty is Carousel { output.append(",\"isCarousel\":true") }
        if let predicted {
            output.append(",\"predicted\":")
            output.append(shortest: predicted.sum)
        }
        output.append(",\"chains\":{")
    }

    private func append(
        _ chain: Chain, of number: Int, from empty: any Layout, describing description: inout ByteBuffer, to output: inout ByteBuffer
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
            output.append(chain.name)
            output.append("-")
            output.append(count - chain.begins)
            output.append("\">")
            output.append(base64: frames[first...].flatMap { [$0.x, $0.y, $0.width, $0.height] })
            output.append("</script>\n")
        }
    }

    /// A state without its frames.
    private func append(_ layout: any Layout, of chain: Chain, lists: Int, from first: Int, to output: inout ByteBuffer) {
        output.append("{\"lists\":[")
        for (index, list) in chain.state.lists.prefix(lists).enumerated() {
            if index > 0 { output.append(",") }
            output.append(list)
        }
        output.append("],\"from\":")
        output.append(first)
        output.append(",\"width\":")
        output.append(shortest: layout.contentSize.width)
        output.append(",\"height\":")
        output.append(shortest: layout.contentSize.height)
        let added = chain.state.pages.prefix(lists)
        if added.contains(where: { !$0.extraHeights.isEmpty }) {
            output.append(",\"strips\":")
            output.append(scriptNumbers: PicturePage(joining: Array(added)).extraHeights)
        }
        if !layout.sections.names.isEmpty {
            output.append(",\"sections\":[")
            for (index, name) in layout.sections.names.enumerated() {
                if index > 0 { output.append(",") }
                output.append(scriptText: name)
            }
            output.append("]")
        }
        let parts = layout.supplementary
        // Scrolled far enough, a header that pins is where the next section holds it back.
        var pinned = layout.pinnedHeaders(at: 1e12)[...]
        if !parts.isEmpty {
            output.append(",\"supplementary\":[")
            for (index, part) in parts.enumerated() {
                output.append(index == 0 ? "{\"kind\":\"" : ",{\"kind\":\"")
                output.append(part.kind.rawValue)
                output.append("\",\"section\":")
                output.append(part.section)
                output.append(",\"frame\":")
                output.append(scriptNumbers: [part.frame.x, part.frame.y, part.frame.width, part.frame.height])
                if part.kind == .header, let last = pinned.popFirst()?.frame {
                    output.append(",\"until\":")
                    output.append(shortest: layout.guarantees.scrollsHorizontally ? last.x : last.y)
                }
                output.append("}")
            }
            output.append("]")
        }
        output.append("}")
    }
}
