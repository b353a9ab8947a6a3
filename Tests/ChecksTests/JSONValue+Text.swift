import WeirBase

extension JSONValue {
    init(_ text: String) throws(JSONFailure) {
        var buffer = ByteBuffer()
        buffer.append(text)
        self = try buffer.withBytes { bytes throws(JSONFailure) in try JSONValue(UnsafeRawBufferPointer(bytes)) }
    }
}
