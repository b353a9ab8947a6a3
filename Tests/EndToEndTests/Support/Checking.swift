import Foundation
import TestSupport
import Testing

/// Runs `weir check` in the folder, without the variables of a CI system.
func check(
    _ arguments: [Bytes], input: Bytes = [], environment: [String: String] = [:], in folder: TemporaryFolder,
    output: RunningProgram.Output = .collected
) throws -> Outcome {
    let variables = ["GITHUB_ACTIONS": "", "GITHUB_WORKSPACE": ""].merging(environment) { $1 }
    return try Program.weir.run(["check"] + arguments, input: input, environment: variables, in: folder, output: output)
}

func check(_ arguments: Bytes..., input: Bytes = [], in folder: TemporaryFolder) throws -> Outcome {
    try check(arguments, input: input, in: folder)
}

/// The output of `--format json`.
struct CheckAnswer: Decodable {
    struct File: Decodable {
        let file: String
        let entries: Int
        let more: [Surplus]
        let unchecked: [Unchecked]
    }

    struct Unchecked: Decodable {
        let rule: String
        let reason: String
    }

    struct Surplus: Decodable {
        let rule: String
        let count: Int
    }

    struct Finding: Decodable {
        let rule: String
        let severity: String
        let message: String
        let file: String
        let line: Int?
        let column: Int?
        let pointer: String
        let entry: Int?
        let img: String?
        let field: String?
        let screen: String?
        let screens: Screens?

        struct Screens: Decodable, Equatable {
            let found: Int
            let checked: Int
        }

        /// `missing-key m.json /1`
        var text: String { "\(rule) \(file) \(pointer)" }
    }

    let counts: [String: Int]
    let files: [File]
    let findings: [Finding]

    /// The rule and the picture of each finding: `picture-size a.jpg`.
    var pictures: [String] { findings.map { "\($0.rule) \($0.img ?? "")" } }
}

extension Outcome {
    /// The decoded output of a run with `--format json`.
    func checked() throws -> CheckAnswer { try JSONDecoder().decode(CheckAnswer.self, from: Data(output)) }
}

/// Manifests for the tests of `weir check`.
enum CheckSample {
    static let clean: Bytes = Bytes(manifest(entry(200, 300, "a.jpg", "¥1"), entry(200, 200, "b.jpg", "¥2")))
    /// One error and two warnings.
    static let broken: Bytes = Bytes(
        manifest(entry(200, 300, "a.jpg", "¥1"), #"{"w":200,"hegith":200,"img":"b.jpg","price":"¥2"}"#, entry(1, 1, "c.jpg", "¥3")))
    /// One warning: the manifest has a picture twice.
    static let doubtful: Bytes = Bytes(manifest(entry(200, 300, "a.jpg", "¥1"), entry(200, 300, "a.jpg", "¥1")))
    /// `clean` after more was loaded, after a refresh, and after a refresh that changed the order.
    static let longer: Bytes = Bytes(
        manifest(entry(200, 300, "a.jpg", "¥1"), entry(200, 200, "b.jpg", "¥2"), entry(200, 250, "c.jpg", "¥3")))
    static let refreshed: Bytes = Bytes(
        manifest(entry(200, 250, "c.jpg", "¥3"), entry(200, 300, "a.jpg", "¥1"), entry(200, 200, "b.jpg", "¥2")))
    static let shuffled: Bytes = Bytes(
        manifest(entry(200, 200, "b.jpg", "¥2"), entry(200, 250, "c.jpg", "¥3"), entry(200, 300, "a.jpg", "¥1")))

    /// A folder with all these manifests.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let samples: [(Bytes, Bytes)] = [
            ("clean.json", clean), ("broken.json", broken), ("doubtful.json", doubtful), ("longer.json", longer),
            ("refreshed.json", refreshed), ("shuffled.json", shuffled),
        ]
        for (name, content) in samples { try folder.add(name, content) }
        return folder
    }
}
