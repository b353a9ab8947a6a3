/// A flat, light color instead of a picture. The same picture has the same color in every drawing.
struct Color: Equatable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    init(standingFor img: UnsafeBufferPointer<UInt8>) {
        // FNV-1a also spreads names that differ only in their last letter.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in img { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash ^= hash >> 29
        self.init(
            hue: Double(hash % 360) / 60, saturation: 0.34 + Double(hash >> 16 & 3) * 0.06,
            lightness: 0.68 + Double(hash >> 24 & 3) * 0.03)
    }

    /// `hue` is the position on the color circle, from 0 to 6.
    init(hue: Double, saturation: Double, lightness: Double) {
        let amplitude = saturation * min(lightness, 1 - lightness)
        func channel(_ offset: Double) -> UInt8 {
            let position = (offset + hue * 2).truncatingRemainder(dividingBy: 12)
            let value = lightness - amplitude * max(-1, min(position - 3, 9 - position, 1))
            return UInt8((value * 255).rounded())
        }
        red = channel(0)
        green = channel(8)
        blue = channel(4)
    }
}
