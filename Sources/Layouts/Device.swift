/// A phone or a tablet, by the figures its maker publishes, or the window of a browser.
public struct Device: Equatable, Sendable {
    /// As `--device` takes it, such as `iphone-15`.
    public let name: String
    /// The screen in portrait, in points (on Android, dp, at the density it is sold with); a window as it is, in CSS pixels.
    public let portrait: Size
    /// Pixels to a point.
    public let scale: Double
    /// The edges that bars and cameras cover; nil if the maker publishes no figures.
    public let safeArea: SafeArea?

    /// The edges that bars and cameras cover, in each orientation.
    public struct SafeArea: Equatable, Sendable {
        /// Held upright.
        public let portrait: Insets
        /// After a quarter turn to the left.
        public let landscape: Insets

        /// The landscape insets are those of portrait after a quarter turn to the left.
        public init(turning portrait: Insets) { self.init(portrait: portrait, landscape: portrait.transposed) }

        init(portrait: Insets, landscape: Insets) {
            self.portrait = portrait
            self.landscape = landscape
        }
    }

    /// The system that it runs; nil if it is unknown.
    package let platform: Platform?

    /// A device that weir does not know; its size and its insets are in points.
    public init(name: String, portrait: Size, scale: Double, safeArea: SafeArea?) {
        self.init(name: name, portrait: portrait, scale: scale, safeArea: safeArea, platform: nil)
    }

    package init(name: String, portrait: Size, scale: Double, safeArea: SafeArea?, platform: Platform?) {
        self.name = name
        self.portrait = portrait
        self.scale = scale
        self.safeArea = safeArea
        self.platform = platform
    }

    /// Whether it is a window, which nobody turns.
    public var isWindow: Bool { platform == .web }

    /// The screen turned to landscape, in points; a window as it is.
    public var landscape: Size { isWindow ? portrait : portrait.turned }

    /// The device of this name, or a sentence with all names.
    public static func named(_ name: String) throws(LayoutError) -> Device {
        if let device = all.first(where: { $0.name == name }) { return device }
        let names = all.map(\.name).joined(separator: ", ")
        throw LayoutError("device", "there is none named \"\(name)\"; there are \(names)")
    }

    /// The devices that weir knows.
    public static let all: [Device] = [
        apple("iphone-se-3", 375, 667, 2, statusBar),
        apple("iphone-13-mini", 375, 812, 3, notch(50)),
        apple("iphone-13", 390, 844, 3, notch(47)),
        apple("iphone-13-pro", 390, 844, 3, notch(47)),
        apple("iphone-13-pro-max", 428, 926, 3, notch(47)),
        apple("iphone-14", 390, 844, 3, notch(47)),
        apple("iphone-14-plus", 428, 926, 3, notch(47)),
        apple("iphone-14-pro", 393, 852, 3, notch(59)),
        apple("iphone-14-pro-max", 430, 932, 3, notch(59)),
        apple("iphone-15", 393, 852, 3, notch(59)),
        apple("iphone-15-plus", 430, 932, 3, notch(59)),
        apple("iphone-15-pro", 393, 852, 3, notch(59)),
        apple("iphone-15-pro-max", 430, 932, 3, notch(59)),
        apple("iphone-16e", 390, 844, 3, notch(47)),
        apple("iphone-16", 393, 852, 3, notch(59)),
        apple("iphone-16-plus", 430, 932, 3, notch(59)),
        apple("iphone-16-pro", 402, 874, 3, notch(62)),
        apple("iphone-16-pro-max", 440, 956, 3, notch(62)),
        apple("iphone-17", 402, 874, 3, notch(62)),
        apple("iphone-air", 420, 912, 3, notch(68)),
        apple("iphone-17-pro", 402, 874, 3, notch(62)),
        apple("iphone-17-pro-max", 440, 956, 3, notch(62)),
        apple("ipad-9", 810, 1080, 2, homeButton),
        apple("ipad-10", 820, 1180, 2, tablet),
        apple("ipad-mini-6", 744, 1133, 2, tablet),
        apple("ipad-air-11", 820, 1180, 2, tablet),
        apple("ipad-air-13", 1024, 1366, 2, tablet),
        apple("ipad-pro-11", 834, 1194, 2, tablet),
        apple("ipad-pro-12-9", 1024, 1366, 2, tablet),
        apple("ipad-pro-11-m4", 834, 1210, 2, tablet),
        apple("ipad-pro-13-m4", 1032, 1376, 2, tablet),
        android("pixel-7", 1080, 2400, 2.625),
        android("pixel-8", 1080, 2400, 2.625),
        android("pixel-9", 1080, 2424, 2.625),
        android("galaxy-s23", 1080, 2340, 3),
        android("galaxy-s24", 1080, 2340, 3),
        android("galaxy-s25", 1080, 2340, 3),
        android("galaxy-a55", 1080, 2340, 2.25),
        android("galaxy-tab-s4", 1600, 2560, 2.25),
        android("galaxy-tab-s9", 1600, 2560, 2.5),
        window("desktop-1280", 1280, 720, 1),
        window("desktop-1280-hidpi", 1280, 720, 2),
        window("desktop-1536", 1536, 864, 1.25),
        window("desktop-1920", 1920, 1080, 1),
    ]

    private static func apple(
        _ name: String, _ width: Double, _ height: Double, _ scale: Double, _ safeArea: SafeArea
    ) -> Device {
        Device(
            name: name, portrait: Size(width: width, height: height), scale: scale, safeArea: safeArea, platform: .ios)
    }

    /// Android's bars are set by system and app, not by the device.
    private static func android(
        _ name: String, _ pixelsWide: Double, _ pixelsHigh: Double, _ density: Double
    ) -> Device {
        let size = Size(width: pixelsWide / density, height: pixelsHigh / density)
        return Device(name: name, portrait: size, scale: density, safeArea: nil, platform: .android)
    }

    /// A browser's window in CSS pixels, without the browser's own bars.
    private static func window(_ name: String, _ width: Double, _ height: Double, _ scale: Double) -> Device {
        Device(name: name, portrait: Size(width: width, height: height), scale: scale, safeArea: nil, platform: .web)
    }

    /// A camera in the upper edge, and the home indicator at the lower one.
    private static func notch(_ depth: Double) -> SafeArea {
        SafeArea(
            portrait: Insets(top: depth, left: 0, bottom: 34, right: 0),
            landscape: Insets(top: 0, left: depth, bottom: 21, right: depth))
    }

    private static let tablet: SafeArea = {
        let insets = Insets(top: 24, left: 0, bottom: 20, right: 0)
        return SafeArea(portrait: insets, landscape: insets)
    }()

    private static let homeButton: SafeArea = {
        let insets = Insets(top: 20, left: 0, bottom: 0, right: 0)
        return SafeArea(portrait: insets, landscape: insets)
    }()

    /// Phones hide the status bar in landscape.
    private static let statusBar = SafeArea(portrait: homeButton.portrait, landscape: Insets(0))
}

/// Where an app runs, or what it is made with.
package enum Platform: String, CaseIterable, Sendable {
    case ios = "iOS"
    case android = "Android"
    case flutter = "Flutter"
    case reactNative = "React Native"
    case web = "web"

    /// Whether apps of this platform run on such a device. Flutter, React Native and the web run on all, and nobody knows of a device
    /// without a platform.
    package func runs(on device: Device?) -> Bool {
        switch self {
        case .flutter, .reactNative, .web: true
        case .ios, .android: device?.platform.map { $0 == self } ?? true
        }
    }
}
