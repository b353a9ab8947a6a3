import Fetching
import Measuring
import WeirBase
import WeirRecords
import WeirSystem

/// A run that answers each row as it comes: a line for a line, in their order. One thread reads lines and adds their pictures to the
/// measuring run; this one writes each line as soon as it and those before it have their answers.
package struct StreamRun {
    private let plan: StreamPlan
    private let signals: TerminationSignals

    /// The number of rows that may be ahead of the reader of the answers. What is further ahead is not asked for. A row that
    /// is long counts as several.
    private static let mostHeld = 8192
    private static let usualLength = 1024
    private static let piece = 1 << 16

    package init(_ plan: StreamPlan, _ signals: TerminationSignals) {
        self.plan = plan
        self.signals = signals
    }

    /// Returns when the input has ended and all lines are written.
    package func run(_ input: InputFile, into output: LineOutput) throws(MachineFailure) {
        let root = try PictureRoot(plan.root)
        let cancellation = Cancellation(signals)
        let window = PictureWindow<StreamBatch>(most: StreamRun.mostHeld, cancellation)
        let shared = SharedAnswers(maxAge: plan.maxAge)
        let pictures = try MeasuringRun(plan.measuring, below: root, cancellation) { results in
            window.finish(results.flatMap(shared.finish))
        }
        // The rows before a fault of the input are still answered.
        let fault = Locked<MachineFailure?>(nil)
        let hasReader =
            Thread { [plan] in
                do throws(MachineFailure) { try StreamRun.read(input, plan, into: window, shared, pictures) } catch {
                    fault.change { $0 = error }
                }
                window.close()
            } != nil
        guard hasReader else { throw .machine("the system has no thread to read the rows with") }
        do throws(MachineFailure) {
            try write(window, shared, to: output)
        } catch {
            cancellation.cancel(error)
        }
        // After a signal, pictures on their way may still come, and the lines before the first without an answer are written.
        do throws(MachineFailure) { try pictures.finish() } catch {
            if case .interrupted = error.kind { try write(window, shared, to: output) }
            throw error
        }
        if let fault = fault.value { throw fault }
    }

    private static func read(
        _ input: InputFile, _ plan: StreamPlan, into window: PictureWindow<StreamBatch>, _ shared: SharedAnswers, _ pictures: MeasuringRun
    ) throws(MachineFailure) {
        var reader = RowLineReader(plan.form)
        var (hasBegun, isAtEnd, hasRows) = (false, false, false)
        var lines = 0
        while !isAtEnd {
            let piece = try input.read(upTo: StreamRun.piece)
            let isFirst = !hasBegun
            hasBegun = true
            // A file of columns or UTF-16 begins with zeros, and would be a broken row for each of its line feeds. A zero further on
            // is a fault of its row alone.
            if isFirst, piece.first != UInt8(ascii: "{"), piece.prefix(64).contains(0) {
                throw .input("\(input.name) is no text, and rows are JSON Lines in UTF-8")
            }
            isAtEnd = piece.isEmpty
            let batch = StreamBatch(isAtEnd ? reader.finish() : reader.read(piece))
            guard !batch.input.lines.isEmpty else { continue }
            lines += batch.input.lines.count
            // A broken row keeps the members that could be parsed.
            hasRows = hasRows || !batch.rows.isEmpty || batch.input.lines.contains { !$0.members.isEmpty }
            let size = max(batch.input.lines.count, batch.input.byteCount / StreamRun.usualLength)
            guard let first = window.append(batch, pictures: batch.rows.count, size: size) else { return }
            batch.add(to: pictures, from: first, shared, plan, window)
        }
        if lines > 0, !hasRows {
            throw .input(
                "no line of \(input.name) is a row: a row is an object of JSON on a line of its own, and weir ingest reads other formats")
        }
    }

    private func write(_ window: PictureWindow<StreamBatch>, _ shared: SharedAnswers, to output: LineOutput) throws(MachineFailure) {
        var text = AnswerText(plan.facts)
        while let answers = try window.next({ () throws(MachineFailure) in try output.checkReader() }) {
            text.appendLines(answers)
            shared.forget(answers.batch.names[answers.range])
            try text.takeLines { lines throws(MachineFailure) in try output.write(lines) }
        }
    }
}

/// Lines that one read of the input has brought, so no line waits for others to come.
struct StreamBatch: Sendable {
    let input: RowLines
    /// The lines that are rows, by their indices.
    let rows: [Int]
    /// A hash of each row's picture, and of the answer and the version that the row gives. Only rows with the same hash share an answer.
    let names: [NameHash]

    init(_ input: RowLines) {
        self.input = input
        let rows = input.lines.indices.filter { if case .row = input.lines[$0].content { true } else { false } }
        self.rows = rows
        names = input.withBytes { bytes in
            rows.compactMap { row -> NameHash? in
                guard case .row(let img, let known) = input.lines[row].content else { return nil }
                var text = Array(bytes[img]) + [0]
                if let known = known.map({ input.known[$0] }) {
                    text += bytes[known.object]
                    if let version = known.version { text += bytes[version] }
                }
                return text.withUnsafeBytes { NameHash(of: $0) }
            }
        }
    }

    /// Gives the pictures of the rows to the run, as far as no earlier row has.
    fileprivate func add(
        to pictures: MeasuringRun, from first: Int32, _ shared: SharedAnswers, _ plan: StreamPlan, _ window: PictureWindow<StreamBatch>
    ) {
        let now = unixSeconds()
        input.withBytes { bytes in
            var new = NameBlock()
            var givenOfNew: [Int32: GivenPicture] = [:]
            var done: [PictureResult] = []
            for (index, row) in rows.enumerated() {
                guard case .row(let img, let known) = input.lines[row].content else { continue }
                let number = first + Int32(index)
                let name = UnsafeBufferPointer(rebasing: bytes[img])
                let given = PictureLocation.isURL(name) ? known.flatMap { KnownAnswer(input.known[$0], in: bytes) } : nil
                if let given, given.isSameVersion ?? given.picture.isFresh(at: now, maxAge: plan.maxAge) {
                    done.append(PictureResult(number, given: .memory(isRemote: true)))
                } else {
                    switch shared.take(names[index], for: number) {
                    case .ask:
                        new.append(number, name)
                        givenOfNew[number] = given?.picture
                    case .wait: break
                    case .answer(let result): done.append(result)
                    }
                }
            }
            if !done.isEmpty { window.finish(done) }
            pictures.add(new, given: givenOfNew)
        }
    }
}

/// The plan of a run over a stream of rows.
package struct StreamPlan: Sendable {
    /// The key that names the picture, or a pointer to it.
    package var img = "img"
    /// The root folder of local pictures.
    package var root = Array(".".utf8)
    package var facts: [HeaderFact] = []
    /// The number of seconds for which a known size is trusted without a request.
    package var maxAge: Int64 = 0
    package var measuring: MeasuringPlan

    package init(fetching: FetchOptions) { measuring = MeasuringPlan(fetching: fetching) }

    /// The names of the members that a row gets. Its own members of these names are dropped.
    package static let names = ["w", "h", "status", "code", "message", "etag", "lastModified", "askedAt"]
    /// The member that a broken row has besides: the number of its line.
    package static let lineName = "line"
    /// The member of a row that shows what a previous run has answered.
    package static let knownName = "known"
    /// The member of a row, and of its `known`, that changes when the picture does.
    package static let versionName = "version"

    /// The names of all members that the rows of this plan get.
    package var allNames: [String] { StreamPlan.names + facts.map(\.rawValue) }

    var form: RowLineForm {
        RowLineForm(
            img: img, known: StreamPlan.knownName, knownNames: KnownAnswer.names + facts.map(\.rawValue), version: StreamPlan.versionName,
            replaced: allNames, ofBroken: [StreamPlan.lineName])
    }
}
