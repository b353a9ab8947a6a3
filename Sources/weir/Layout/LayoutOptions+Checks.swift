import Base
import Layouts
import Drawings

// Checks of the options before the work begins.

extension LayoutOptions {
    /// The layout that `text` names, with its parameters. Errors begin with `option`; it is nil if the caller
    /// adds the option's name itself.
    static func recipe(_ text: String, _ option: String? = nil) throws(UsageError) -> LayoutRecipe {
        let name = String(text.prefix { $0 != ":" })
        guard LayoutKind.all.contains(where: { $0.name == name }) else {
            let nearest = nearestName(to: name, among: LayoutKind.all.map(\.name))
            guard nearest == nil else { throw .unknown("layout", Argument(name).shown, nearest: nearest) }
            throw UsageError("unknown layout \(Argument(name).shown); there are \(names(of: LayoutKind.all))")
        }
        do throws(LayoutError) { return try LayoutRecipe(text) } catch {
            let names = LayoutKind.all.first { $0.name == name }?.parameters.map(\.name) ?? []
            let nearest = names.contains(error.parameter) ? nil : nearestName(to: error.parameter, among: names)
            let message = nearest.map { "\(error.parameter): \(name) has no such parameter; did you mean \($0)?" }
            throw UsageError((option.map { "\($0): " } ?? "") + (message ?? "\(error)"))
        }
    }

    func set(_ parameters: [String: String], of recipe: inout LayoutRecipe) throws(UsageError) {
        // In the order of the table, so that the message about several mistakes does not vary.
        for name in Self.parameterFlags.map(\.spec.name) {
            guard let text = parameters[name] else { continue }
            guard recipe.kind.parameters.contains(where: { $0.name == name }) else {
                throw Self.missing("--\(name)", in: recipe.kind, Self.kinds(having: name))
            }
            do throws(LayoutError) { try recipe.settings.set(name, to: text) } catch {
                throw UsageError("--\(error.parameter): \(error.message)")
            }
        }
    }

    /// Refuses options that the layout does not use.
    func checkTraits(of kind: LayoutKind) throws(UsageError) {
        let options: [(name: String, isSet: Bool, trait: LayoutKind.Trait)] = [
            ("--section-size", sectionSize != nil, .sections), ("--section-by", sectionBy != nil, .sections),
            ("--pin-headers", pinsHeaders, .headers), ("--pin-footers", pinsFooters, .headers),
            ("--snap", snaps, .snapping),
        ]
        for option in options where option.isSet && !kind.traits.contains(option.trait) {
            throw Self.missing(option.name, in: kind, LayoutKind.all.filter { $0.traits.contains(option.trait) })
        }
        if sections != nil, kind.sectionParameters.isEmpty {
            throw Self.missing("--sections", in: kind, LayoutKind.all.filter { !$0.sectionParameters.isEmpty })
        }
        if extraHeightBy != nil, !kind.parameters.contains(where: { $0.name == "extra-height" }) {
            throw Self.missing("--extra-height-by", in: kind, Self.kinds(having: "extra-height"))
        }
        guard sectionSize == nil || sectionBy == nil else {
            throw UsageError("--section-size and --section-by exclude each other: one of them cuts the sections")
        }
        guard offset == nil || scrollTo == nil else {
            throw UsageError("--offset and --scroll-to exclude each other: one of them scrolls")
        }
        guard scrollTo != nil || scrollPosition == nil else {
            throw UsageError("--at says where --scroll-to shows a picture, and none is named")
        }
        guard offset != nil, !pinsHeaders, !pinsFooters, former == nil, estimate == nil, !kind.traits.contains(.snapping) else {
            return
        }
        throw UsageError("--offset is for carousel, for flows with --pin-headers or --pin-footers, and for a shift score")
    }

    /// Refuses options that show only in what JSON Lines leave out. In a carousel the offset decides the scale of each frame.
    func checkLines(_ format: LayoutFormat, _ kind: LayoutKind) throws(UsageError) {
        guard format == .jsonl else { return }
        let idle = [
            "--pin-headers": pinsHeaders, "--pin-footers": pinsFooters,
            "--scroll-to": scrollTo != nil && !kind.traits.contains(.snapping),
        ]
        if let other = Self.firstSet(of: idle) {
            throw UsageError("\(other) has no say in JSON Lines, which have the frames alone; --format json shows what it does")
        }
    }

    /// The first of the options that are set, by their names; nil if none is.
    static func firstSet(of options: [String: Bool]) -> String? { options.filter(\.value).keys.min() }

    private static func missing(_ option: String, in kind: LayoutKind, _ others: [LayoutKind]) -> UsageError {
        let have = others.count == 1 ? "has" : "have"
        return UsageError("\(option): \(kind.name) has no such option; \(names(of: others)) \(have) it")
    }

    func screens() throws(UsageError) -> LayoutScreens {
        let ways = [(width ?? height) != nil, device != nil, devices != .unnamed].count { $0 }
        guard ways <= 1 else { throw UsageError("--width and --height, --device and --devices exclude each other") }
        guard !isLandscape || device != nil || devices != .unnamed else {
            throw UsageError("--landscape turns devices; without one, --width and --height say it all")
        }
        if let device {
            guard let known = Device.all.first(where: { $0.name == device }) else {
                let nearest = nearestName(to: device, among: Device.all.map(\.name))
                throw .unknown("device", Argument(device).shown, nearest: nearest)
            }
            return .known([LayoutScreen(OrientedDevice(known, isLandscape: isLandscape))], isList: false)
        }
        switch devices {
        case .unnamed: return .known([LayoutScreen(Size(width: width ?? 375, height: height ?? 667))], isList: false)
        case .known(let devices):
            return .known(devices.map { LayoutScreen(OrientedDevice($0, isLandscape: isLandscape)) }, isList: true)
        case .file(let path): return .file(path, isLandscape: isLandscape)
        }
    }

    /// Refuses parameters with which the layout cannot be made on one of the screens.
    static func check(
        _ recipe: LayoutRecipe, _ screens: LayoutScreens, _ insets: ScreenInsets, turns: Bool = false
    ) throws(UsageError) {
        guard case .known(let known, _) = screens else { return }
        for screen in known {
            do throws(LayoutError) {
                _ = try insets.layout(recipe, on: screen, turns: turns)
            } catch {
                let device = screen.device.map { " (\($0.device.name)\($0.isLandscape ? " landscape" : ""))" } ?? ""
                throw UsageError("--\(error.parameter): \(error.message)\(device)")
            }
        }
    }
}
