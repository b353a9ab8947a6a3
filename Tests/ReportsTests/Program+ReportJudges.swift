import TestSupport

extension Program {
    /// Checks documents with Debian's object model of SARIF. Each object must have only known properties, and all
    /// required ones.
    static let sarifJudge = judge(
        """
        import json, sys
        import sarif_om as om
        kinds = {
            "runs": om.Run, "tool": om.Tool, "driver": om.ToolComponent, "rules": om.ReportingDescriptor, "results": om.Result,
            "shortDescription": om.MultiformatMessageString, "fullDescription": om.MultiformatMessageString,
            "help": om.MultiformatMessageString, "defaultConfiguration": om.ReportingConfiguration, "message": om.Message,
            "locations": om.Location, "physicalLocation": om.PhysicalLocation, "artifactLocation": om.ArtifactLocation,
            "region": om.Region, "logicalLocations": om.LogicalLocation, "invocations": om.Invocation,
            "toolExecutionNotifications": om.Notification,
        }
        free = {"properties", "partialFingerprints"}

        def hold(value, kind):
            known = {field.metadata["schema_property_name"]: field for field in kind.__attrs_attrs__}
            made = {}
            for name, part in value.items():
                made[known[name].name.lstrip("_")] = part
                for inner in part if isinstance(part, list) else [part]:
                    if isinstance(inner, dict) and name not in free:
                        hold(inner, kinds[name])
            kind(**made)

        for name in sys.argv[1:]:
            with open(name, encoding="utf-8") as file:
                hold(json.load(file), om.SarifLog)
        """)

    /// Compares the counts in documents with those that Debian's reader of JUnit finds.
    static let junitJudge = judge(
        """
        import sys
        from junitparser import JUnitXml

        def reported(part):
            return part.tests, part.failures, part.errors, part.skipped

        for name in sys.argv[1:]:
            document = JUnitXml.fromfile(name)
            for part in [*document, document]:
                before = reported(part)
                part.update_statistics()
                assert before == reported(part), f"{name}: {before} is reported, and there are {reported(part)}"
        """)

    private static func judge(_ script: Bytes) -> Program { Program(systemPython.name, prefix: ["-c", script]) }
}
