import Base
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
        let manifest = try StoredManifest(manifest, keeping: format == .svg ? .status : .sizes)
        let pages = try manifest.pages(for: recipe.kind, sectionSize: sectionSize)
        if format == .json, self.screens.areSeveral { try file?.write("[\n") }
        for (index, screen) in screens.enumerated() {
            let view = try view(of: pages, on: screen)
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

    private func view(of pages: [PicturePage], on screen: LayoutScreen) throws(MachineFailure) -> LayoutView {
        let device = screen.device.map { "\($0.device.name): " } ?? ""
        var layout: any Layout
        do throws(LayoutError) {
            layout = try turns ? recipe.turnedLayout(in: screen.size) : recipe.layout(in: screen.size)
        } catch {
            throw .input("\(device)--\(error.parameter): \(error.message)")
        }
        // This is a warning and no failure, since the frames follow the specification.
        if let fit = layout.tightFit { StandardStream.error.tell("weir: warning: \(device)\(fit)") }
        for page in pages { layout.append(page) }
        var view = LayoutView(recipe.kind.name, layout)
        view.device = screen.device
        view.rect = rect
        view.pinsHeaders = pinsHeaders
        view.offset = offset
        if snaps, let carousel = layout as? Carousel {
            if let rest = carousel.snapped(offset) {
                view.offset = rest
            } else if carousel.isAsWritten {
                StandardStream.error.tell(
                    """
                    weir: warning: \(device)nothing is on screen at offset \(LayoutValue.length(offset).text), so the published \
                    code adds MAXFLOAT to it and jumps to the end; the offset is left as it is, choose one that --snap can use
                    """)
            }
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
