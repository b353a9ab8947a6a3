extension Program {
    /// The Python that Debian's packages bring modules to; another may come first on the PATH.
    public static let systemPython = Program("/usr/bin/python3")

    /// Holds documents against a JSON schema: prints the names of those that do not fit, a line each. Fails where the
    /// schema is none.
    public static func jsonSchemaJudge(_ schema: String) -> Program {
        let script: Bytes = """
            import json, sys
            from jsonschema.validators import validator_for
            def read(name):
                with open(name, encoding="utf-8") as file:
                    return json.load(file)
            schema = read(sys.argv[1])
            kind = validator_for(schema, default=None)
            kind.check_schema(schema)
            for name in sys.argv[2:]:
                errors = [f"{error.json_path}: {error.message}" for error in kind(schema).iter_errors(read(name))]
                if errors:
                    print(name)
                    print(name, *errors, sep="\\n  ", file=sys.stderr)
            """
        return Program(systemPython.name, prefix: ["-c", script, Bytes(schema)])
    }
}
