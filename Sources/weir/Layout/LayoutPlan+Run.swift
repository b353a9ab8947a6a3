import Base
import Checks
import Drawings
import Ingest
import Layouts
import Manifests
import System

extension LayoutPlan {
    func run() throws(MachineFailure) -> ExitStatus {
        let screens = try screens.read()
        let writesFolder = format == .svg && self.screens.areSeveral
        if writesFolder, let output { _ = try OutputFolder.make(output) }
        // Opens the output first, so that an unwritable one is found before the work begins.
        let file = writesFolder || format == .none ? nil : try OutputFile(output)
        var recipe = recipe
        if let sections { try recipe.setSections(file: sections, areNamed: columns.sectionBy != nil) }
        let manifest = try StoredManifest(manifest, keeping: format == .svg ? .status : .sizes, and: columns.names)
        let name = Argument(self.manifest).shown
        let pages = try manifest.pages(for: recipe.kind, sectionSize: sectionSize, columns, name: name)
        tellReturningSection(of: pages, columns, name: name)
        do throws(LayoutError) { try LayoutChoice(recipe, recipe.kind.name, columns).checkSections(of: pages) } catch {
            throw .input("\(Argument(sections ?? []).shown): \(error.message)")
        }
        if format == .json, self.screens.areSeveral { try file?.write("[\n") }
        for (index, screen) in screens.enumerated() {
            let view = try view(of: pages, recipe, on: screen)
            if format == .json, index > 0 { try file?.write(",\n") }
            if writesFolder, let output, let device = screen.device?.device {
                let drawing = try OutputFile(output + Array("/\(device.name).svg".utf8), isNamed: false)
                try write(view, manifest.entries, to: drawing)
                try drawing.commit()
            } else if let file {
                try write(view, manifest.entries, to: file)
            }
        }
        if format == .json { try file?.write(self.screens.areSeveral ? "\n]\n" : "\n") }
        try file?.commit()
        return .ok
    }

    private func view(
        of pages: [PicturePage], _ recipe: LayoutRecipe, on screen: LayoutScreen
    ) throws(MachineFailure) -> LayoutView {
        let device = screen.device.map { "\($0.device.name): " } ?? ""
        var layout: any Layout
        do throws(LayoutError) {
            let viewport = try insets.viewport(of: screen, isHorizontal: recipe.scrollsHorizontally)
            layout = try turns ? recipe.turnedLayout(in: viewport) : recipe.layout(in: viewport)
        } catch {
            guard let sections, error.parameter == "sections" else {
                throw .input("\(device)--\(error.parameter): \(error.message)")
            }
            throw .input("\(Argument(sections).shown): \(device)\(error.message)")
        }
        for page in pages { layout.append(page) }
        // This is a warning and no failure, since the frames follow the specification.
        for fit in layout.lineShapes.compactMap(\.tightFit) { StandardStream.error.tell("weir: warning: \(device)\(fit)") }
        var view = LayoutView(recipe.kind.name, layout)
        view.device = screen.device
        view.rect = rect
        if format == .svg { view.extraHeights = pages.flatMap(\.extraHeights) }
        view.pinsHeaders = pinsHeaders
        view.pinsFooters = pinsFooters
        view.contentInset = insets.total(on: screen)
        switch scroll {
        case .by(let offset): view.offset = offset
        case .to(let item, let position):
            guard item < layout.count else {
                throw .input("--scroll-to: there is no picture \(item); the manifest has \(layout.count), counted from 0")
            }
            view.scroll(to: item, at: position)
        }
        if snaps, !view.snap(), (layout as? Carousel)?.isAsWritten == true {
            StandardStream.error.tell(
                """
                weir: warning: \(device)nothing is on screen at offset \(LayoutValue.length(view.offset).text), so the published \
                code adds MAXFLOAT to it and jumps to the end; the offset is left as it is, choose one that --snap can use
                """)
        }
        return view
    }

    private func write(_ view: LayoutView, _ entries: EntryList, to file: OutputFile) throws(MachineFailure) {
        switch format {
        case .json: try write(view, entries, JSONFrames(), to: file)
        case .jsonl: try write(view, entries, JSONLinesFrames(namesDevice: screens.areSeveral), to: file)
        case .svg: try write(view, entries, SVGDrawing(), to: file)
        case .none: break
        }
    }

    private func write(
        _ view: LayoutView, _ entries: EntryList, _ writer: some FrameWriter, to file: OutputFile
    ) throws(MachineFailure) {
        var writer = writer
        var buffer = ByteBuffer()
        writer.begin(view, to: &buffer)
        for item in view.items {
            if format == .svg {
                entries.withTexts(of: item) { img, price in
                    let caption = Caption(img: img, price: price, isPlaceholder: entries.isPlaceholder(item))
                    writer.append(item, caption, of: view, to: &buffer)
                }
            } else {
                writer.append(item, nil, of: view, to: &buffer)
            }
            if buffer.count >= Self.blockSize {
                try file.write(buffer)
                buffer.removeAll()
            }
        }
        writer.end(view, to: &buffer)
        try file.write(buffer)
    }

    private static let blockSize = 1 << 16
}
