import Fetching
import Ingest

// The counts of a run, with their names in JSON and in metrics.

extension IngestSummary {
    package var counts: [(name: StaticString, count: Int)] {
        var counts: [(StaticString, Int)] = [
            ("rows", rows), ("ok", ok), ("stale", stale), ("placeholder", placeholder), ("omitted", omitted),
            ("broken", broken), ("cancelled", cancelled), ("pictures", pictures),
        ]
        counts += network.counts
        counts += mirror?.counts ?? []
        counts += decoding?.counts ?? []
        counts += journal?.counts ?? []
        return counts
    }
}

extension FetchStatistics {
    var counts: [(StaticString, Int)] {
        [
            ("requests", requests), ("connections", connections), ("tlsHandshakes", handshakes),
            ("bytesReceived", bytesReceived), ("bytesAsked", bytesAsked), ("bytesNeeded", bytesNeeded),
            ("bytesWasted", bytesWasted), ("bytesSaved", bytesSaved),
        ]
    }
}

extension MirrorCounts {
    fileprivate var counts: [(StaticString, Int)] {
        [("mirrored", pictures), ("mirroredNew", added), ("mirroredBytes", addedBytes)]
    }
}

extension DecodingCounts {
    fileprivate var counts: [(StaticString, Int)] {
        [("decodedPictures", decoded), ("undecodedPictures", undecoded), ("headersAlone", headersAlone)]
    }
}

extension JournalCounts {
    fileprivate var counts: [(StaticString, Int)] {
        [
            ("remembered", remembered), ("unchanged", unchanged), ("resizedPictures", resized),
            ("newFailedPictures", newFailures), ("recoveredPictures", recovered),
        ]
    }
}
