import Checks
import Drawings
import Layouts
import Manifests
import Measuring
import WeirBase
import WeirSystem

/// A layout on a screen, and its empty form with the space that insets leave.
private struct DrawnScreen {
    let layout: LayoutChoice
    let screen: Screen
    let inset: Insets
    let empty: any Layout
    /// The beginning of a message: the screen's name and a colon, or nothing for a screen that has no device.
    var prefix: String { device.map { "\($0.device.name): " } ?? "" }
    var device: OrientedDevice? { screen.device.map { OrientedDevice($0, isLandscape: screen.orientation == .landscape) } }
}

extension LayoutOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let found = try FoundConfiguration(self.screens.configuration, besides: [manifest])
        found.report(for: self.screens)
        let screens = try found.screens(self.screens, held: isLandscape ? .landscape : .portrait).layouts.map {
            planned throws(MachineFailure) in try drawn(planned)
        }
        try check(screens, found)
        let areSeveral = screens.count > 1
        let writesFolder = format.isDrawing && areSeveral
        guard !writesFolder || namesFolder else {
            throw .input(
                "there are \(screens.count) screens, and their drawings need a folder: -o FOLDER, or --devices and --layout name one")
        }
        if writesFolder, let output { _ = try OutputFolder.make(output) }
        // Opens the output first, so that an unwritable one is found before the work begins.
        let file = writesFolder || format == .none ? nil : try OutputFile(output)
        if format == .png, file?.isTerminal == true { throw .input("a PNG is not printed on a terminal; -o names a file for it") }
        let keys = Set(screens.flatMap(\.layout.keys.names)).sorted()
        // An output that is a file must be none of the pictures.
        let stored = try ManifestDocument(
            manifest, keepsTexts: format.isDrawing || writesFile, keeping: keys, facts: format.isDrawing ? ["status"] : []
        )
        let name = Argument(manifest).shown
        var reported: Set<LayoutKeys> = []
        let pages = try screens.map { screen throws(MachineFailure) in
            let pages = try stored.pages(for: screen.layout, name: name)
            if reported.insert(screen.layout.keys).inserted { reportReturningSection(of: pages, screen.layout.keys, name: name) }
            try screen.layout.checkSections(of: pages, name: name)
            return pages
        }
        for screen in screens { reportIdlePins(screen.layout.recipe.parameters) }
        var entries = try DrawnEntries(
            stored, pixelsOfPoint: format == .png ? scale : nil, below: showsPictures ? root : nil, baseURL: baseURL)
        // Everything that can be refused is refused before the first byte is written.
        if case .to(let item, _) = scroll, item >= stored.count {
            throw .input("--scroll-to: there is no picture \(item); the manifest has \(stored.count), counted from 0")
        }
        let paths = areSeveral && format.isDrawing ? screens.map { drawing(of: $0, among: screens) } : [output]
        for path in paths.compactMap({ $0 }) { try check(path, found, stored) }
        for (index, path) in paths.enumerated() where writesFolder {
            guard let path else { continue }
            let drawing = try OutputFile(path, isNamed: false)
            try write(view(of: pages[index], screens[index]), &entries, to: drawing, areSeveral: areSeveral)
            try drawing.commit()
        }
        if let file {
            try write(screens, pages, &entries, to: file)
            try file.commit()
        } else if format == .none {
            // Only the warnings are asked for.
            for (screen, pages) in zip(screens, pages) { _ = view(of: pages, screen) }
        }
        entries.reportIfNoneIsShown()
        return .ok
    }

    /// Writes the frames of all screens, or the drawing of the only one.
    private func write(
        _ screens: [DrawnScreen], _ pages: [[PicturePage]], _ entries: inout DrawnEntries, to file: OutputFile
    ) throws(MachineFailure) {
        let isList = format == .json && screens.count > 1
        var list = JSONList()
        var buffer = ByteBuffer()
        if isList { list.begin(&buffer) }
        for (screen, pages) in zip(screens, pages) {
            if isList { list.next(&buffer) }
            try file.write(buffer)
            buffer.removeAll()
            try write(view(of: pages, screen), &entries, to: file, areSeveral: screens.count > 1)
        }
        if isList { list.end(&buffer) }
        if format == .json { buffer.append("\n") }
        try file.write(buffer)
    }

    private var writesFile: Bool { output.map { $0 != Array("-".utf8) } ?? false }

    /// Whether the output can be a folder of drawings.
    private var namesFolder: Bool {
        guard writesFile, let output else { return false }
        return LayoutFormat(endingOf: output) == nil || fileStatus(output)?.isFolder == true
    }

    /// Makes the layout without pictures.
    private func drawn(_ planned: PlannedLayout) throws(MachineFailure) -> DrawnScreen {
        let area = usesSafeArea ? planned.screen.safeArea ?? Insets(0) : Insets(0)
        let own = contentInset
        let inset = Insets(
            top: own.top + area.top, left: own.left + area.left, bottom: own.bottom + area.bottom, right: own.right + area.right)
        do throws(LayoutError) {
            let empty = try planned.layout.recipe.atDensity(of: planned.screen.scale ?? 1).layout(
                in: planned.screen.viewport, insetBy: inset)
            return DrawnScreen(layout: planned.layout, screen: planned.screen, inset: inset, empty: empty)
        } catch {
            throw .input("\(planned.layout.text) on \(planned.screen.name): \(error.parameter): \(error.message)")
        }
    }

    /// Refuses options that none of the layouts uses, and devices of which no safe area is known if there are no others.
    private func check(_ screens: [DrawnScreen], _ found: FoundConfiguration) throws(MachineFailure) {
        let traits = screens.reduce(into: Set<LayoutKind.Trait>()) { $0.formUnion($1.layout.recipe.kind.traits) }
        for (option, isSet, trait) in [
            ("--pin", !pins.isEmpty, .headers), ("--snap", snaps, .snapping),
        ] as [(String, Bool, LayoutKind.Trait)] where isSet && !traits.contains(trait) {
            let others = LayoutKind.all.filter { $0.traits.contains(trait) }.map(\.name)
            throw .input(
                "\(option): \(screens[0].layout.recipe.kind.name) has no such option; \(list(of: others)) \(others.count == 1 ? "has" : "have") it"
            )
        }
        if case .by(let offset) = scroll, offset != 0, pins.isEmpty, !traits.contains(.snapping) {
            throw .input("--offset is for carousel, and for flows with --pin")
        }
        if format == .jsonl, !pins.isEmpty {
            throw .input("--pin has no say in JSON Lines, which have the frames alone; --format json shows what it does")
        }
        if format == .jsonl, case .to = scroll, !traits.contains(.snapping) {
            throw .input("--scroll-to has no say in JSON Lines, which have the frames alone; --format json shows what it does")
        }
        guard usesSafeArea else { return }
        guard screens.contains(where: { $0.device != nil }) else {
            throw .input("--safe-area is that of a device; --devices names one")
        }
        let names = screens.compactMap(\.device).filter { $0.safeArea == nil }.map(\.device.name)
        guard !names.isEmpty else { return }
        let text = "--safe-area: none is known of \(names.joined(separator: ", ")); --content-inset says what bars cover"
        guard names.count < screens.count else { throw .input(text) }
        StandardStream.error.report("weir: warning: \(text), and without it content has the whole screen")
    }

    /// The file of a screen's drawing in the folder.
    private func drawing(of screen: DrawnScreen, among screens: [DrawnScreen]) -> [UInt8]? {
        guard let output else { return nil }
        let layouts = screens.map(\.layout).reduce(into: [LayoutChoice]()) { if !$0.contains($1) { $0.append($1) } }
        let name = screen.device?.device.name ?? screen.screen.viewport.shown
        let number = layouts.firstIndex(of: screen.layout) ?? 0
        let prefix = layouts.count > 1 ? "\(number + 1)-\(screen.layout.recipe.kind.name)-" : ""
        return joined(output, Array("\(prefix)\(name).\(format.rawValue)".utf8))
    }

    /// Refuses an output that would replace a file that is read or shown.
    private func check(_ output: [UInt8], _ found: FoundConfiguration, _ entries: ManifestDocument) throws(MachineFailure) {
        let noun = format.isDrawing ? "drawing" : "output"
        let read = [manifest, found.path, self.screens.devices.file].compactMap { $0 }
        do throws(UsageError) { try output.checkNotRead(among: read, noun) } catch { throw .input(error.message) }
        try output.checkNoPicture(of: entries, below: root, baseURL: baseURL, noun)
    }

    /// Warns of an option that pins what no section has.
    private func reportIdlePins(_ parameters: LayoutParameters) {
        for pin in pins {
            let part = String(pin.rawValue.dropLast())
            guard ([parameters] + parameters.sections.values).allSatisfy({ $0.length(part) == 0 }) else { continue }
            StandardStream.error.report(
                "weir: warning: --pin \(pin.rawValue): no section has a \(part); --layout NAME:\(part)=44 gives it a height")
        }
    }

    private func view(of pages: [PicturePage], _ screen: DrawnScreen) -> LayoutView {
        var layout = screen.empty
        for page in pages { layout.append(page) }
        // This is a warning and no failure, since the frames follow the specification.
        for fit in layout.lineShapes.compactMap(\.tightFit) { StandardStream.error.report("weir: warning: \(screen.prefix)\(fit)") }
        var view = LayoutView(screen.layout.recipe.kind.name, layout)
        view.device = screen.device
        view.rect = rect
        if format.isDrawing { view.extraHeights = pages.flatMap(\.extraHeights) }
        view.pinsHeaders = pins.contains(.headers)
        view.pinsFooters = pins.contains(.footers)
        view.contentInset = screen.inset
        switch scroll {
        case .by(let offset): view.offset = offset
        case .to(let item, let position): view.scroll(to: item, at: position)
        }
        if snaps, !view.snap(), layout.carousel?.isAsWritten == true {
            StandardStream.error.report(
                """
                weir: warning: \(screen.prefix)nothing is on screen at offset \(LayoutValue.length(view.offset).text), so the \
                published code adds MAXFLOAT to it and jumps to the end; the offset is left as it is, choose one that --snap can \
                use
                """)
        }
        return view
    }

    private func write(
        _ view: LayoutView, _ entries: inout DrawnEntries, to file: OutputFile, areSeveral: Bool
    ) throws(MachineFailure) {
        switch format {
        case .json: try write(view, JSONFrames(), to: file)
        case .jsonl: try write(view, JSONLinesFrames(namesDevice: areSeveral), to: file)
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
