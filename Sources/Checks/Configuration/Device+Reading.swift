import Layouts
import WeirBase

extension Device {
    private static let keys = ["name", "width", "height", "scale", "insets", "platform"]

    /// Reads an object with `name`, `width` and `height` in points in portrait, and optionally `scale`
    /// (default 1), `insets`, which are [top, left, bottom, right], and `platform`.
    init(_ object: ConfigurationObject) throws(ConfigurationFailure) {
        try object.allow(Self.keys)
        guard let name = object["name"]?.string, Self.isPlain(name) else {
            throw ConfigurationFailure(object.path, "name must be text that can be the name of a file")
        }
        func side(_ key: String) throws(ConfigurationFailure) -> Double {
            if let number = object[key]?.number, number > 0 { return number }
            throw ConfigurationFailure(object.path, "\(key) must be a number above 0")
        }
        self.init(
            name: name, portrait: Size(width: try side("width"), height: try side("height")),
            scale: object["scale"] == nil ? 1 : try side("scale"), safeArea: try Self.safeArea(object),
            platform: try object.choice("platform", of: Platform.self))
    }

    private static func safeArea(_ object: ConfigurationObject) throws(ConfigurationFailure) -> SafeArea? {
        guard let insets = object["insets"] else { return nil }
        let numbers = (insets.array ?? []).compactMap(\.number).filter { $0 >= 0 }
        guard numbers.count == 4, insets.array?.count == 4 else {
            throw ConfigurationFailure(object.path, "insets must be [top, left, bottom, right], numbers from 0")
        }
        return SafeArea(turning: Insets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3]))
    }

    /// The name must not lead to another folder, since a device's drawing is a file of that name.
    private static func isPlain(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
    }

    /// Reads a list of devices: objects, names of devices that weir knows, or `all` of these.
    static func list(_ elements: [JSONValue], named name: (Int) -> String) throws(ConfigurationFailure) -> [Device] {
        var devices: [Device] = []
        for (index, element) in elements.enumerated() {
            let path = name(index)
            let more: [Device]
            switch element {
            case .string("all"): more = all
            case .string(let name):
                guard let device = all.first(where: { $0.name == name }) else {
                    throw ConfigurationFailure(path, unknownName("device", name, among: all.map(\.name)))
                }
                more = [device]
            default: more = [try Device(ConfigurationObject(element, at: path))]
            }
            for device in more {
                guard !devices.contains(where: { $0.name == device.name }) else {
                    throw ConfigurationFailure(path, "there is one named \(device.name) already")
                }
                devices.append(device)
            }
        }
        return devices
    }

    /// Reads a file of devices, an array.
    public static func list(_ document: JSONValue) throws(ConfigurationFailure) -> [Device] {
        guard let elements = document.array, !elements.isEmpty else {
            throw ConfigurationFailure("", "devices are an array with at least one object")
        }
        return try list(elements) { "device \($0 + 1)" }
    }
}

/// A day of the Gregorian calendar, written as `2027-01-31`.
struct CalendarDay {
    /// The Unix time at which the day begins in UTC.
    let start: Int64

    /// nil if there is no such day.
    init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.allSatisfy { isDigit($0) } ? Int64($0) : nil }
        guard parts.map(\.utf8.count) == [4, 2, 2], numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    init?(year: Int64, month: Int64, day: Int64) {
        let isLeap = CalendarDate.isLeap(year)
        guard (1...12).contains(month), (1...CalendarDate.days(in: month, isLeap: isLeap)).contains(day) else { return nil }
        start = CalendarDate.days(to: year, month, day) * Self.seconds
    }

    static let seconds: Int64 = 86_400
}
