import Encodings
import Layouts
import Pipeline

/// Devices of one's own: a JSON array of objects with `name`, `width` and `height` in points as held
/// upright, and optionally `scale` (1) and `insets`, which are [top, left, bottom, right].
enum DevicesFile {
    static func devices(in path: [UInt8]) throws(MachineFailure) -> [Device] {
        let shown = Argument(path).shown
        var text = ByteBuffer()
        text.append(try wholeFile(path))
        let document: JSONValue
        do throws(JSONFailure) {
            document = try text.withBytes { bytes throws(JSONFailure) in try JSONValue(UnsafeRawBufferPointer(bytes)) }
        } catch {
            throw .input("\(shown):\(error.line):\(error.column): \(error.message)")
        }
        guard let elements = document.array, !elements.isEmpty else {
            throw .input("\(shown): devices are an array with at least one object")
        }
        var devices: [Device] = []
        for (index, element) in elements.enumerated() {
            let device: Device
            do { device = try self.device(element) } catch {
                throw .input("\(shown): device \(index + 1): \(error.message)")
            }
            guard !devices.contains(where: { $0.name == device.name }) else {
                throw .input("\(shown): device \(index + 1): there is one named \(device.name) already")
            }
            devices.append(device)
        }
        return devices
    }

    private struct Fault: Error {
        let message: String
    }

    private static let keys = ["name", "width", "height", "scale", "insets"]

    private static func device(_ value: JSONValue) throws(Fault) -> Device {
        guard case .object(let members) = value else { throw Fault(message: "it is no object") }
        if let other = members.first(where: { !keys.contains($0.name) }) {
            throw Fault(message: "there is no key \"\(other.name)\"; there are \(keys.joined(separator: ", "))")
        }
        guard let name = value["name"]?.string, isPlain(name) else {
            throw Fault(message: "name must be text that can be the name of a file")
        }
        return Device(
            name: name, portrait: Size(width: try side("width", of: value), height: try side("height", of: value)),
            scale: value["scale"] == nil ? 1 : try side("scale", of: value), safeArea: try safeArea(of: value))
    }

    private static func side(_ key: String, of value: JSONValue) throws(Fault) -> Double {
        guard let number = value[key]?.number, number > 0 else { throw Fault(message: "\(key) must be a number above 0") }
        return number
    }

    private static func safeArea(of value: JSONValue) throws(Fault) -> Device.SafeArea? {
        guard let insets = value["insets"] else { return nil }
        let numbers = (insets.array ?? []).compactMap(\.number).filter { $0 >= 0 }
        guard numbers.count == 4, insets.array?.count == 4 else {
            throw Fault(message: "insets must be [top, left, bottom, right], numbers from 0")
        }
        return Device.SafeArea(
            turning: Insets(top: numbers[0], left: numbers[1], bottom: numbers[2], right: numbers[3]))
    }

    /// Its drawing is a file of that name, so it must lead nowhere else.
    private static func isPlain(_ name: String) -> Bool {
        !["", ".", ".."].contains(name) && name.utf8.count <= 200
            && name.unicodeScalars.allSatisfy { $0 != "/" && $0.properties.generalCategory != .control }
    }
}

extension JSONValue {
    fileprivate var number: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
        return number
    }
}
