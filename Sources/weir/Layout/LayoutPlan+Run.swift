import Base
import Checks
import Drawings
import Ingest
import Layouts
import Manifests
import Measuring
import System

extension LayoutPlan {
    func run() throws(MachineFailure) -> ExitStatus {
        let screens = try screens.read()
        let writesFolder = format.isDrawing && self.screens.areSeveral
        if writesFolder, let output { _ = try OutputFolder.make(output) }
        // Opens the output first, so that an unwritable one is found before the work begins.
        let file = writesFolder || format == .none ? nil : try OutputFile(output)
        if format == .png, file?.isTerminal == true { throw .input("a PNG is not printed on a terminal; -o names a file for it") }
        var recipe = recipe
        if let sections { try recipe.setSections(file: sections, areNamed: keys.sectionBy != nil) }
        let manifest = try StoredManifest(
            manifest, keepsTexts: format.isDrawing, keeping: keys.names, facts: format.isDrawing ? DrawnEntries.facts(pictures) : [])
        let name = Argument(self.manifest).shown
        let pages = try manifest.pages(for: recipe.kind, sectionSize: sectionSize, keys, name: name)
        tellReturningSection(of: pages, keys, name: name)
        tellIdlePins(recipe.settings)
        do throws(LayoutFault) { try LayoutChoice(recipe, recipe.kind.name, keys).checkSections(of: pages) } catch {
            throw .input("\(Argument(sections ?? []).shown): \(error.message)")
        }
        var drawn = try DrawnEntries(manifest.entries, pictures, pixelsOfPoint: format == .png ? scale : nil, below: root)
        // Everything that can be refused is refused before the first byte is written.
        let layouts = try screens.map { screen throws(MachineFailure) in try layout(recipe, on: screen) }
        if case .to(let item, _) = scroll, item >= manifest.entries.count {
            throw .input("--scroll-to: there is no picture \(item); the manifest has \(manifest.entries.count), counted from 0")
        }
        try checkSafeAreas(of: screens)
        if format.isDrawing { try checkPlaces(of: screens, manifest.entries) }
        if format == .json, self.screens.areSeveral { try file?.write("[\n") }
        for (index, screen) in screens.enumerated() {
            let view = view(of: pages, recipe, layouts[index], on: screen)
            if format == .json, index > 0 { try file?.write(",\n") }
            if writesFolder, let path = drawing(of: screen) {
                let drawing = try OutputFile(path, isNamed: false)
                try write(view, &drawn, to: drawing)
                try drawing.commit()
            } else if let file {
                try write(view, &drawn, to: file)
            }
        }
        drawn.tellIfNoneIsShown()
        if format == .json { try file?.write(self.screens.areSeveral ? "\n]\n" : "\n") }
        try file?.commit()
        return .ok
    }

    /// The file of a screen's drawing in the folder.
    private func drawing(of screen: LayoutScreen) -> [UInt8]? {
        guard let output, let device = screen.device?.device else { return nil }
        return output + Array("/\(device.name).\(format.rawValue)".utf8)
    }

    /// Refuses a drawing in the place of what is read or shown.
    private func checkPlaces(of screens: [LayoutScreen], _ entries: EntryList) throws(MachineFailure) {
        let drawings = self.screens.areSeveral ? screens.map(drawing) : [output]
        for path in drawings.compactMap({ $0 }) {
            do throws(UsageError) { try path.checkNotRead(among: [manifest, sections].compactMap { $0 }, "drawing") } catch {
                throw .input(error.message)
            }
            try path.checkNoPicture(of: entries, below: root, "drawing")
        }
    }

    /// Tells of an option that pins what no section has.
    private func tellIdlePins(_ settings: LayoutSettings) {
        for (part, isPinned) in [("header", pinsHeaders), ("footer", pinsFooters)] where isPinned {
            guard ([settings] + settings.sections.values).allSatisfy({ $0.length(part) == 0 }) else { continue }
            StandardStream.error.tell("weir: warning: --pin-\(part)s: no section has a \(part); --\(part) gives it a height")
        }
    }

    /// The layout without pictures.
    private func layout(_ recipe: LayoutRecipe, on screen: LayoutScreen) throws(MachineFailure) -> any Layout {
        do throws(LayoutError) { return try insets.layout(recipe, on: screen, turns: turns) } catch {
            guard let sections, error.parameter == "sections" else {
                throw .input("\(screen.prefix)--\(error.parameter): \(error.message)")
            }
            throw .input("\(Argument(sections).shown): \(screen.prefix)\(error.message)")
        }
    }

    /// Tells the devices of which no safe area is known, and refuses them if there are no others.
    private func checkSafeAreas(of screens: [LayoutScreen]) throws(MachineFailure) {
        let names = screens.compactMap(\.device).filter { $0.safeArea == nil }.map(\.device.name)
        guard insets.usesSafeArea, !names.isEmpty else { return }
        let text = "--safe-area: none is known of \(names.joined(separator: ", ")); --content-inset says what bars cover"
        guard names.count < screens.count else { throw .input(text) }
        StandardStream.error.tell("weir: warning: \(text), and without it content has the whole screen")
    }

    private func view(
        of pages: [PicturePage], _ recipe: LayoutRecipe, _ empty: any Layout, on screen: LayoutScreen
    ) -> LayoutView {
        var layout = empty
        for page in pages { layout.append(page) }
        // This is a warning and no failure, since the frames follow the specification.
        for fit in layout.lineShapes.compactMap(\.tightFit) { StandardStream.error.tell("weir: warning: \(screen.prefix)\(fit)") }
        var view = LayoutView(recipe.kind.name, layout)
        view.device = screen.device
        view.rect = rect
        if format.isDrawing { view.extraHeights = pages.flatMap(\.extraHeights) }
        view.pinsHeaders = pinsHeaders
        view.pinsFooters = pinsFooters
        view.contentInset = insets.total(on: screen)
        switch scroll {
        case .by(let offset): view.offset = offset
        case .to(let item, let position): view.scroll(to: item, at: position)
        }
        if snaps, !view.snap(), (layout as? Carousel)?.isAsWritten == true {
            StandardStream.error.tell(
                """
                weir: warning: \(screen.prefix)nothing is on screen at offset \(LayoutValue.length(view.offset).text), so the \
                published code adds MAXFLOAT to it and jumps to the end; the offset is left as it is, choose one that --snap can \
                use
                """)
        }
        return view
    }

    private func write(_ view: LayoutView, _ entries: inout DrawnEntries, to file: OutputFile) throws(MachineFailure) {
        switch format {
        case .json: try write(view, JSONFrames(), to: file)
        case .jsonl: try write(view, JSONLinesFrames(namesDevice: screens.areSeveral), to: file)
        case .svg:
            try write(view, SVGDrawing(), to: file) { item, writer, buffer in
                entries.withCaption(of: item, in: view) { writer.append(item, $0, of: view, to: &buffer) }
            }
        case .png: try writePNG(view, &entries, to: file)
        case .none: break
        }
    }

    private func write<Writer: FrameWriter>(
        _ view: LayoutView, _ writer: Writer, to file: OutputFile,
        append: (_ item: Int, inout Writer, inout ByteBuffer) -> Void
    ) throws(MachineFailure) {
        var writer = writer
        var buffer = ByteBuffer()
        writer.begin(view, to: &buffer)
        for item in view.items {
            append(item, &writer, &buffer)
            if buffer.count >= Self.blockSize {
                try file.write(buffer)
                buffer.removeAll()
            }
        }
        writer.end(view, to: &buffer)
        try file.write(buffer)
    }

    private func write(_ view: LayoutView, _ writer: some FrameWriter, to file: OutputFile) throws(MachineFailure) {
        try write(view, writer, to: file) { $1.append($0, nil, of: view, to: &$2) }
    }

    private func writePNG(_ view: LayoutView, _ entries: inout DrawnEntries, to file: OutputFile) throws(MachineFailure) {
        var drawing: PNGDrawing
        do throws(DrawingFailure) { drawing = try PNGDrawing(view, scale: scale) } catch { throw .input(error.message) }
        var buffer = ByteBuffer()
        while true {
            do throws(DrawingFailure) {
                guard try drawing.draw(to: &buffer, withCaption: { entries.withCaption(of: $0, in: view, $1) }) else { return }
            } catch {
                throw .machine(error.message)
            }
            try file.write(buffer)
            buffer.removeAll()
        }
    }

    private static let blockSize = 1 << 16
}
