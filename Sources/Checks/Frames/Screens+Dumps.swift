import Layouts

extension Screens {
    /// The layout and the screen that a dump names. A dump without a layout is of the only one that is planned for
    /// the screen. A planned layout is named as findings name it, since only the configuration knows its keys and sections.
    func planned(_ name: DumpedScreenName) throws(ScreensFailure) -> PlannedLayout {
        let screen = try screen(name)
        return try PlannedLayout(layout(name.layout, on: screen), on: screen)
    }

    private func screen(_ name: DumpedScreenName) throws(ScreensFailure) -> Screen {
        if name.device != nil, name.scale != nil { throw ScreensFailure(message: "a device has its own scale") }
        switch (name.device, name.width, name.height) {
        case (let text?, nil, nil):
            let known = devices + Device.all
            guard let device = known.first(where: { $0.name == text }) else {
                throw ScreensFailure(message: unknownName("device", text, among: known.map(\.name)))
            }
            let screens = Screen.all(of: device)
            return screens[name.orientation == .landscape ? screens.count - 1 : 0]
        case (nil, let width?, let height?):
            guard name.orientation == nil else {
                throw ScreensFailure(message: "orientation turns a device; width and height are those of the view as it is")
            }
            let size = Size(width: width, height: height)
            let orientation: ScreenOrientation = size.isLandscape ? .landscape : .portrait
            return Screen(name: orientation.rawValue, viewport: size, scale: name.scale)
        case (_?, _, _): throw ScreensFailure(message: "device, and width and height, exclude each other")
        case (nil, _, _):
            throw ScreensFailure(message: "the line names no screen; it needs a device, or width and height")
        }
    }

    private func layout(_ text: String?, on screen: Screen) throws(ScreensFailure) -> LayoutChoice {
        let suitable = namedLayouts.filter { $0.suits(screen) && $0.choice.text == text ?? $0.choice.text }
        if let first = suitable.first?.choice, suitable.allSatisfy({ $0.choice == first }) { return first }
        guard let text else {
            let count = suitable.isEmpty ? "none" : "\(suitable.count)"
            throw ScreensFailure(
                message: "the line names no layout, and the command line and the configuration name \(count) for \(screen.name); "
                    + "write it into the line")
        }
        guard suitable.isEmpty else {
            throw ScreensFailure(
                message: "the configuration has \(suitable.count) layouts \(text) for \(screen.name); "
                    + "check each with a configuration of its own")
        }
        do throws(LayoutError) { return try LayoutChoice(text) } catch {
            throw ScreensFailure(message: "\(error.parameter): \(error.message)")
        }
    }
}
