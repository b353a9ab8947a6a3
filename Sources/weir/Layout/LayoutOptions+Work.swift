import Base
import Checks
import Drawings
import Layouts

/// The work that the options ask for.
enum LayoutWork: Sendable {
    case list(isJSON: Bool)
    case prove(FitProof, isJSON: Bool)
    case score(ShiftForecast)
    case layOut(LayoutPlan)
}

/// A manifest to lay out, and the output.
struct LayoutPlan: Sendable {
    let manifest: [UInt8]
    let recipe: LayoutRecipe
    let screens: LayoutScreens
    let sectionSize: Int?
    let keys: LayoutKeys
    /// The file with the parameters of single sections.
    let sections: [UInt8]?
    let insets: ScreenInsets
    let scroll: Scroll
    let pinsHeaders: Bool
    let pinsFooters: Bool
    let snaps: Bool
    let turns: Bool
    let rect: Rect?
    let format: LayoutFormat
    /// How many pixels a point of a PNG has.
    let scale: Int
    let pictures: DrawnPictures
    /// The folder of the pictures that a drawing shows.
    let root: [UInt8]
    let output: [UInt8]?
}

/// How far the content is scrolled.
enum Scroll: Sendable {
    case by(Double)
    case to(item: Int, at: ScrollPosition)
}

extension LayoutOptions {
    /// The work that the options ask for. Throws if they contradict each other.
    func work() throws(UsageError) -> LayoutWork {
        let isDrawing = layout != Self.list && proveColumns == nil && former == nil && estimate == nil
        let named = format ?? output.flatMap(LayoutFormat.init(endingOf:))
        guard pictures == nil || isDrawing && named?.isDrawing == true else {
            throw UsageError("--pictures is for drawings, --format svg or png")
        }
        guard scale == nil || isDrawing && named == .png else { throw UsageError("--scale is for --format png, whose points have pixels") }
        let pictures = pictures ?? (isDrawing && named == .png ? .embed : .none)
        guard root == nil || pictures == .embed else { throw UsageError("--root is the folder of the pictures that --pictures embed shows") }
        if layout == Self.list { return try listWork() }
        guard arrival == nil || former != nil else { throw UsageError("--arrival is for the pictures of --shift-against") }
        if let proveColumns { return try proof(of: proveColumns) }
        guard let layout else { throw UsageError("--layout says which layout; --layout list prints them all") }
        var recipe = try Self.recipe(layout, "--layout")
        try checkTraits(of: recipe.kind)
        try set(parameters, of: &recipe)
        guard let operand else { throw UsageError("no manifest is named") }
        let screens = try screens()
        let insets = ScreenInsets(usesSafeArea: usesSafeArea, own: contentInset ?? Insets(0))
        // The insets of a turned screen are others.
        guard !turns || (!usesSafeArea && contentInset == nil) else {
            throw UsageError("--turn is for screens without insets; leave out --safe-area and --content-inset")
        }
        guard !usesSafeArea || device != nil || devices != .unnamed else {
            throw UsageError("--safe-area is that of a device; --device or --devices names one")
        }
        try Self.check(recipe, screens, insets, turns: turns)
        if former != nil || estimate != nil { return .score(try forecast(recipe, screens, operand)) }
        let format = named ?? .json
        if format.isDrawing, screens.areSeveral, output == nil || output == Array("-".utf8) {
            throw UsageError("drawings of several devices need a folder: -o FOLDER")
        }
        try checkLines(format, recipe.kind)
        guard format != .none || output == nil else {
            throw UsageError("--format none writes nothing, so there is nothing for --output")
        }
        let manifest = try operand.path()
        try output?.checkNotRead(among: [manifest, sections, devices.file].compactMap { $0 }, "output")
        return .layOut(
            LayoutPlan(
                manifest: manifest, recipe: recipe, screens: screens, sectionSize: sectionSize,
                keys: LayoutKeys(sectionBy: sectionBy, extraHeightBy: extraHeightBy), sections: sections, insets: insets,
                scroll: scrollTo.map { .to(item: $0, at: scrollPosition ?? .top) } ?? .by(offset ?? 0),
                pinsHeaders: pinsHeaders, pinsFooters: pinsFooters, snaps: snaps, turns: turns, rect: rect, format: format,
                scale: scale ?? Self.usualScale, pictures: pictures, root: root ?? folder(of: withoutEndSlashes(manifest)), output: output))
    }

    /// The screens of phones have two or three pixels for a point.
    private static let usualScale = 2

    private func forecast(
        _ recipe: LayoutRecipe, _ screens: LayoutScreens, _ operand: Argument
    ) throws(UsageError) -> ShiftForecast {
        let cause: ShiftForecast.Cause
        switch (former, estimate) {
        case (let former?, nil):
            guard former != Array("-".utf8) || operand.text != "-" else {
                throw UsageError("standard input can be one of the manifests, not both")
            }
            cause = .former(former, arrival ?? .order)
        case (nil, let estimate?):
            guard recipe.kind.name == ShiftScores.estimatingLayout else {
                throw UsageError(
                    "--estimated-item-size: \(recipe.kind.name) has no estimated items; \(ShiftScores.estimatingLayout) has")
            }
            cause = .estimate(estimate)
        default: throw UsageError("--shift-against and --estimated-item-size exclude each other")
        }
        let idle = [
            "--snap": snaps, "--turn": turns, "--pin-headers": pinsHeaders, "--pin-footers": pinsFooters, "--rect": rect != nil,
            "--scroll-to": scrollTo != nil, "--safe-area": usesSafeArea, "--content-inset": contentInset != nil,
        ]
        if let other = Self.firstSet(of: idle) { throw UsageError("\(other) has no say in a shift score") }
        let own = ["--sections": sections != nil, "--section-by": sectionBy != nil, "--extra-height-by": extraHeightBy != nil]
        if let other = Self.firstSet(of: own) {
            throw UsageError(
                "\(other) cannot be combined with a shift score; weir diff --config reads it from the layouts of weir.json")
        }
        guard format == nil || format == .json else {
            throw UsageError("a shift score is printed as text or with --format json")
        }
        let manifest = try operand.path()
        try output?.checkNotRead(among: [manifest, former, devices.file].compactMap { $0 }, "score")
        return ShiftForecast(
            manifest: manifest, cause: cause, recipe: recipe, screens: screens, sectionSize: sectionSize, offset: offset ?? 0,
            isJSON: format == .json || output.flatMap(LayoutFormat.init(endingOf:)) == .json, output: output)
    }

    private func listWork() throws(UsageError) -> LayoutWork {
        if let operand { throw UsageError("--layout list reads no manifest, and \(operand.shown) is named") }
        guard format == nil || format == .json else {
            throw UsageError("--layout list is printed as text or with --format json")
        }
        return .list(isJSON: format == .json)
    }

    private func proof(of columns: Int) throws(UsageError) -> LayoutWork {
        guard let name = operand?.text ?? layout else {
            throw UsageError("--prove-columns needs the name of a layout, such as flow")
        }
        var recipe = try Self.recipe(name, "--prove-columns")
        guard kindsOfLines.contains(where: { $0.name == recipe.kind.name }) else {
            throw UsageError(
                "--prove-columns: \(recipe.kind.name) has no lines that wrap; \(names(of: kindsOfLines)) have")
        }
        guard format == nil || format == .json else {
            throw UsageError("--prove-columns is printed as text or with --format json")
        }
        guard !usesSafeArea, contentInset == nil else {
            throw UsageError("--prove-columns knows no safe area and no content inset; --width names the width between them")
        }
        let idle = [
            "--turn": turns, "--sections": sections != nil, "--section-by": sectionBy != nil,
            "--section-size": sectionSize != nil, "--extra-height-by": extraHeightBy != nil, "--shift-against": former != nil,
            "--estimated-item-size": estimate != nil, "--arrival": arrival != nil, "--scroll-to": scrollTo != nil,
            "--at": scrollPosition != nil, "--offset": offset != nil, "--snap": snaps, "--pin-headers": pinsHeaders,
            "--pin-footers": pinsFooters, "--rect": rect != nil,
        ]
        if let other = Self.firstSet(of: idle) { throw UsageError("\(other) has no say in what --prove-columns proves") }
        var parameters = parameters
        // `--spacing` is a short name for the only gap that matters here.
        if let spacing = parameters.removeValue(forKey: "spacing") { parameters["interitem-spacing"] = spacing }
        if let other = parameters.keys.sorted().first(where: { !["inset", "interitem-spacing"].contains($0) }) {
            throw UsageError("--\(other) has no say in what --prove-columns proves")
        }
        try set(parameters, of: &recipe)
        let settings = recipe.settings
        let isScreenNamed = width != nil || device != nil || devices != .unnamed
        let screens = isScreenNamed ? try screens() : nil
        do throws(LayoutError) {
            let spacing = settings.length("interitem-spacing")
            let fit = try ExactFit(columns: columns, inset: settings.inset, spacing: spacing)
            let proof = FitProof(layout: recipe.kind.name, fit: fit, screens: screens)
            // Throws if a width leaves no room for the columns.
            for width in proof.knownWidths { _ = try fit.verdict(at: width) }
            return .prove(proof, isJSON: format == .json)
        } catch {
            throw UsageError("--\(error.parameter): \(error.message)")
        }
    }

    /// The layouts that fill a line until no item fits any more.
    private var kindsOfLines: [LayoutKind] { Self.kinds(having: "direction") }
}
