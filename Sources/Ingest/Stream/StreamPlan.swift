import Base
import Fetching
import Measuring
import Records

/// The settings of a stream of rows.
package struct StreamPlan: Sendable {
    /// The key that names the picture, or a pointer to it.
    package var img = "img"
    /// The root folder of local pictures.
    package var root = Array(".".utf8)
    package var facts: [HeaderFact] = []
    /// The number of seconds for which a known size is trusted without a request.
    package var maxAge: Int64 = 0
    package var measuring: MeasuringPlan

    package init(fetching: FetchSettings) { measuring = MeasuringPlan(fetching: fetching) }

    /// The names of the members that a row gets. Its own members of these names are dropped.
    package static let names = ["w", "h", "status", "code", "message", "etag", "lastModified", "askedAt"]
    /// The member that a broken row has besides: the number of its line.
    package static let lineName = "line"
    /// The member of a row that shows what an earlier run has answered.
    package static let knownName = "known"

    /// The names of all members that the rows of this plan get.
    package var allNames: [String] { StreamPlan.names + facts.map(\.rawValue) }

    var form: RowLineForm {
        RowLineForm(
            img: img, known: StreamPlan.knownName, knownNames: KnownAnswer.names + facts.map(\.rawValue), replaced: allNames,
            ofBroken: [StreamPlan.lineName])
    }
}
