/// Lengths in dp as whole pixels. Android computes in Floats.
struct AndroidPixels: Equatable, Sendable {
    let density: Double

    /// As a view's dimension is read (`getDimensionPixelSize`): rounded half up, and at least 1 for a length that is not 0.
    func size(_ dp: Double) -> Double {
        dp > 0 ? max(1, Double(Int64(Float(dp) * Float(density) + 0.5))) : 0
    }

    /// As Compose rounds (`roundToPx`): half up.
    func rounded(_ dp: Double) -> Double { roundedHalfUp(Float(dp) * Float(density)) }

    func points(_ pixels: Double) -> Double { pixels / density }
}

/// The nearest whole number; the upper one of two. The number must not be negative.
@inline(__always)
func roundedHalfUp(_ number: Float) -> Double { Double(Int64(Double(number) + 0.5)) }
