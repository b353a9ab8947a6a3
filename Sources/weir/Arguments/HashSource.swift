/// Where the pixels of pictures of the network come from.
enum HashSource: String, WordChoice {
    case network

    static let withoutFacts = UsageError("--hash-from is for thumbhash, blurhash, color and blur-data-url, and --with names none of them")
}
