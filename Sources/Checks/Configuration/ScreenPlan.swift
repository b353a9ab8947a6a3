import Layouts

/// The layouts that are looked at, each on the screens that it is meant for.
public struct ScreenPlan: Equatable, Sendable {
    public struct Row: Equatable, Sendable {
        public let recipe: LayoutRecipe
        public let screen: LayoutCase.Screen
    }

    public let rows: [Row]

    /// The phone that is looked at where none is named.
    public static let phone = Device(name: "phone", portrait: Size(width: 375, height: 667), scale: 2, safeArea: nil)

    /// Each layout on each device, upright and turned. Without layouts, `lf-waterflow` with 3 columns
    /// upright and 5 turned; without devices, one phone. Refuses a layout that a screen has no room for.
    public init(layouts: [CheckConfiguration.LayoutChoice], devices: [Device]) throws(ScreenPlanFailure) {
        let layouts = layouts.isEmpty ? [.init(LayoutRecipe(LFWaterflow.kind))] : layouts
        var rows: [Row] = []
        for choice in layouts {
            for device in devices.isEmpty ? [Self.phone] : devices {
                for orientation in CheckConfiguration.LayoutChoice.Orientation.allCases {
                    guard choice.orientation == nil || choice.orientation == orientation else { continue }
                    let name = devices.isEmpty ? orientation.rawValue : "\(device.name) \(orientation.rawValue)"
                    let viewport = orientation == .portrait ? device.portrait : device.landscape
                    do throws(LayoutError) { _ = try choice.recipe.layout(in: viewport) } catch {
                        throw ScreenPlanFailure(message: "\(choice.recipe.kind.name) on \(name): \(error.parameter): \(error.message)")
                    }
                    rows.append(Row(recipe: choice.recipe, screen: .init(name: name, viewport: viewport)))
                }
            }
        }
        self.rows = rows
    }
}

/// Why a layout cannot be looked at on a screen.
public struct ScreenPlanFailure: Error, Equatable, Sendable {
    /// One sentence without a full stop.
    public let message: String
}
