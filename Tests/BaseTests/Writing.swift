import WeirBase

/// The bytes that `body` appends to an empty buffer, which has to grow.
func written(_ body: (inout ByteBuffer) throws -> Void) rethrows -> [UInt8] {
    var output = ByteBuffer(capacity: 0)
    try body(&output)
    return output.bytes
}

func text(_ body: (inout ByteBuffer) throws -> Void) rethrows -> String {
    String(decoding: try written(body), as: UTF8.self)
}
