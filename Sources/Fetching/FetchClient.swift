import Base

/// The run that wants pictures. The loop calls it on the fetching thread alone, and no transfer goes on meanwhile.
package protocol FetchClient: AnyObject, Sendable {
    /// How a picture is asked for. Called when its turn has come, so nothing that it takes waits with the picture. nil puts the
    /// picture off until `Fetcher.makeRoom` is called.
    func terms(of picture: FetchPicture) -> FetchTerms?
    /// Called once for each picture.
    func fetched(_ picture: FetchPicture, _ outcome: FetchOutcome)
}

/// A picture that is to be fetched.
package struct FetchPicture: Sendable {
    /// The caller's number of the picture.
    package let number: Int32
    package let url: [UInt8]

    package init(number: Int32, url: [UInt8]) { (self.number, self.url) = (number, url) }
}

/// How a picture is asked for.
package struct FetchTerms: Sendable {
    /// The validators of an earlier answer. A picture that still has them is not sent.
    package var known: PictureValidators?
    /// The URL to which the picture has moved. If it fails there, it is asked for at its own URL.
    package var movedTo: [UInt8]?
    /// The store of all bytes; nil if only the header is wanted.
    package var store: (any PictureStore)?

    package init(known: PictureValidators? = nil, movedTo: [UInt8]? = nil, store: (any PictureStore)? = nil) {
        (self.known, self.movedTo, self.store) = (known, movedTo, store)
    }
}
