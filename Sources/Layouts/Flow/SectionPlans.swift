/// The plans of a flow's sections. Sections that have no parameters of their own share the first one.
struct SectionPlans: Sendable {
    let all: [FlowPlan]
    /// The place in `all` of each plan that belongs to one section, by the section's number or name.
    private let numbers: [String: Int32]
    // Whether at least one section needs these figures of items and lines stored.
    let storePlaces: Bool
    let storeDepths: Bool
    let storeExtents: Bool

    /// The key of the parameters of all sections that are not named.
    static let others = "*"

    /// `check` refuses a plan that the layout cannot have.
    init(
        _ parameters: FlowParameters, sections: [String: FlowParameters], check: (FlowPlan) throws(LayoutError) -> Void = { _ in }
    ) throws(LayoutError) {
        let common = sections[Self.others] == nil ? nil : Self.others
        var all = [try Self.plan(sections[Self.others] ?? parameters, of: common, check)]
        var numbers: [String: Int32] = [:]
        // Sorted, so that the message about several mistakes does not vary.
        for (key, own) in sections.sorted(by: { $0.key < $1.key }) where key != Self.others {
            guard own.viewport == parameters.viewport, own.direction == parameters.direction else {
                throw LayoutError("sections", "\"\(key)\": viewport and direction belong to the whole layout")
            }
            numbers[key] = Int32(all.count)
            all.append(try Self.plan(own, of: key, check))
        }
        self.init(all, numbers)
    }

    init(_ plan: FlowPlan) { self.init([plan], [:]) }

    private init(_ all: [FlowPlan], _ numbers: [String: Int32]) {
        self.all = all
        self.numbers = numbers
        storePlaces = all.contains { $0.capacity == 0 }
        storeDepths = all.contains(where: \.mixesDepths)
        storeExtents = all.contains { if case .fixed = $0.measure { false } else { true } }
    }

    private static func plan(
        _ parameters: FlowParameters, of key: String?, _ check: (FlowPlan) throws(LayoutError) -> Void
    ) throws(LayoutError) -> FlowPlan {
        do throws(LayoutError) {
            let plan = try FlowPlan(parameters)
            try check(plan)
            return plan
        } catch {
            guard let key else { throw error }
            throw LayoutError("sections", "\"\(key)\": \(error)")
        }
    }

    /// The place in `all` of a section's plan.
    func number(of section: Int, in table: SectionTable) -> Int32 {
        numbers[table.names.isEmpty ? String(section) : table.names[section]] ?? 0
    }
}
