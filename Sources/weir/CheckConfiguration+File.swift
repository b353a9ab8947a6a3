import Checks
import Layouts
import Manifests
import Pipeline

extension CheckConfiguration {
    /// Reads a file such as weir.json.
    init(file path: [UInt8], rules: [Rule]) throws(MachineFailure) {
        let document = try jsonDocument(path)
        do throws(ConfigurationFailure) { try self.init(document, rules: rules) } catch {
            throw .input("\(Argument(path).shown): \(error.message)")
        }
    }
}

extension ScreenPlan {
    /// What the command line and the configuration ask for together.
    init(_ choice: ScreenChoice, _ configuration: CheckConfiguration) throws(MachineFailure) {
        let layouts = choice.layouts.isEmpty ? configuration.layouts : choice.layouts.map { OrientedLayout($0) }
        let devices = try choice.devices.read() ?? configuration.devices
        do throws(ScreenPlanFailure) { try self.init(layouts: layouts, devices: devices) } catch {
            throw .input(error.message)
        }
    }
}

extension StoredManifest {
    /// The pictures as a layout gets them: each page is a section, and where a layout knows no
    /// sections, a page goes on where the last one ended.
    func pages(for kind: LayoutKind) throws(MachineFailure) -> [Page] {
        let hasSections = kind.traits.contains(.sections)
        var pages: [Page] = []
        do throws(LayoutError) {
            for part in self.pages {
                pages.append(
                    try Page(widths: part.widths, heights: part.heights, continuesSection: !hasSections && !pages.isEmpty))
            }
        } catch {
            throw .input(error.message)
        }
        return pages
    }
}
