import Checks
import Layouts
import WeirBase

/// Reads the input as a configuration, a baseline and a list of devices. Traps if a refusal has no reason, or if a
/// result cannot be used.
func checkConfiguration(_ bytes: UnsafeRawBufferPointer) {
    guard let document = try? JSONValue(bytes) else { return }
    do throws(ConfigurationFailure) {
        let configuration = try CheckConfiguration(document, rules: Rule.all)
        _ = RuleChoices(configuration)
        _ = try? ScreenPlan(layouts: configuration.layouts, devices: configuration.devices)
        let finding = FindingIdentity(rule: "size-plausible", img: "a/b.png", field: "h")
        for ignore in configuration.ignores { _ = ignore.covers(finding, in: "m.json", on: "2026-01-31") }
    } catch {
        guard !error.message.isEmpty else { fatalError("refused without a reason") }
    }
    checkBaseline(document)
    _ = try? Device.list(document)
}

/// Writes a baseline and reads it again. Both must be the same.
private func checkBaseline(_ document: JSONValue) {
    guard var baseline = try? Baseline(document) else { return }
    let stale = baseline.staleCount
    let finding = FindingIdentity(rule: "new", img: nil, field: nil)
    baseline.learn(finding, in: "m.json")
    var text = ByteBuffer()
    baseline.write(to: &text)
    let again = text.withBytes { bytes in try? Baseline(JSONValue(UnsafeRawBufferPointer(bytes))) }
    guard let again, again.staleCount == 1, baseline.staleCount == stale || baseline.staleCount == stale - 1 else {
        fatalError("a baseline is not what was written")
    }
}
