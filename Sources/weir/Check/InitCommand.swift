import Checks
import WeirBase
import WeirSystem

/// The options of `weir init`.
struct InitOptions: Sendable {
    var folder: [UInt8]?
}

extension InitOptions: CommandOptions {
    static let grammar = Grammar.folder(\.folder, defaults: InitOptions())
}

extension Command {
    static let start = Command(
        name: "init",
        summary: "Write a start of weir.json, the configuration of checks.",
        operands: ValueSpec(placeholder: "[FOLDER]", completion: .files),
        paragraphs: [
            """
            Writes weir.json into FOLDER, or into the working folder, and beside it weir.schema.json, from which an editor explains \
            and completes its keys. Keys that are left out have their defaults, and "$comment" members say what they are for. \
            Files that exist are not replaced.
            """
        ],
        examples: [Example(line: "weir init", meaning: "Begin a configuration in the working folder.")],
        options: InitOptions.self)
}

extension InitOptions {
    func run() throws(MachineFailure) -> ExitStatus {
        let files = ["weir.schema.json", "weir.json"].map { name in folder.map { joined($0, Array(name.utf8)) } ?? Array(name.utf8) }
        for path in files where fileStatus(path) != nil {
            throw .input("\(Argument(path).shown) is there already and stays as it is; move it away, or name another folder")
        }
        var schema = ByteBuffer()
        ConfigurationSchema.ofThisVersion.append(to: &schema)
        let (schemaFile, configuration) = (try OutputFile(files[0]), try OutputFile(files[1]))
        try schemaFile.write(schema)
        try configuration.write(Self.start)
        try schemaFile.commit()
        try configuration.commit()
        StandardStream.error.report("weir: wrote \(Argument(files[1]).shown) and \(Argument(files[0]).shown)")
        return .ok
    }

    private static let start = #"""
        {
          "$schema": "./weir.schema.json",
          "$comment": "What the team has decided about weir check. A key that is left out has its default. Devices are names such as \"iphone-17\", or objects with name, width and height in points in portrait, and scale. Each is checked in both orientations; without one, a screen of 375x667 is.",
          "rules": {
            "$comment": "By the names of weir rules: off, info, warning, error, or an object with severity and parameters."
          },
          "devices": [],
          "layouts": [
            {
              "$comment": "A layout of weir layouts, with its parameters.",
              "layout": "lf-waterflow"
            }
          ],
          "ignore": [],
          "failOn": "error"
        }

        """#
}
