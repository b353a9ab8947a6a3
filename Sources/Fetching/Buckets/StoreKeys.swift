import System

/// The keys with which requests are signed. No message, report or journal has them.
package struct SigningKeys: Equatable, Sendable {
    package let name: String
    package let secret: String
    /// Belongs to keys that are lent for some hours.
    package let session: String?
    /// The Unix time after which they are no longer valid.
    package let expiry: Int64?

    package init(name: String, secret: String, session: String? = nil, expiry: Int64? = nil) {
        (self.name, self.secret, self.session, self.expiry) = (name, secret, session, expiry)
    }

    /// Whether the keys are words. The end of a line, as a file from Windows has it, would begin another line of the request.
    package var canBeSent: Bool {
        [name, secret, session ?? ""].allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } }
    }
}

/// The keys of a store during a run. Requests are signed when they are sent, so keys that expire are replaced while pictures wait.
/// No lock is held for longer than a signature takes.
package final class StoreKeys: Sendable {
    private struct State {
        var keys: SigningKeys
        /// Counts the keys of the run.
        var edition = 0
        var refusal = Refusal.none
        var isEnded = false
        /// The last second in which a request was signed.
        var moment: SigningMoment?
    }

    /// Whether the store has said that the keys have expired, and whether that was reported.
    private enum Refusal { case none, new, reported }

    private let state: Locked<State>
    private let region: String
    /// Whether other keys may follow.
    let isRenewed: Bool

    package init(_ keys: SigningKeys, region: String) {
        state = Locked(State(keys: keys))
        self.region = region
        isRenewed = keys.expiry != nil
    }

    package var keys: SigningKeys { state.read { $0.keys } }

    var edition: Int { state.read { $0.edition } }

    /// The lines of the head that prove the right to send a GET request, and the edition of the keys. `lines` are those of the user.
    func sign(_ url: String, at unixSeconds: Int64, besides lines: [String]) -> (lines: [String], edition: Int) {
        // The lock covers the signing, too: the hash of a key serves one thread at a time.
        state.change { state in
            let moment: SigningMoment
            if let last = state.moment, last.unixSeconds == unixSeconds {
                moment = last
            } else {
                moment = SigningMoment(at: unixSeconds, by: state.keys, in: region, after: state.moment)
            }
            state.moment = moment
            return (moment.lines(for: url, besides: lines), state.edition)
        }
    }

    // MARK: Renewal

    /// Called if the store says that the keys of this edition have expired.
    func refuse(_ edition: Int) {
        state.announce { if $0.edition == edition, $0.refusal == .none { $0.refusal = .new } }
    }

    package enum News: Equatable, Sendable { case none, refused, ended }

    /// Waits for news, at most for so many seconds. Each refusal is news once.
    package func wait(atMost seconds: Double) -> News {
        _ = state.wait(atMost: seconds) { $0.isEnded || $0.refusal == .new }
        return state.change { state in
            if state.isEnded { return .ended }
            guard state.refusal == .new else { return .none }
            state.refusal = .reported
            return .refused
        }
    }

    /// Signs later requests with other keys. The same keys again are none.
    package func replace(by keys: SigningKeys) {
        state.change { state in
            guard keys != state.keys else { return }
            (state.keys, state.edition, state.moment, state.refusal) = (keys, state.edition + 1, nil, .none)
        }
    }

    /// Wakes the thread that waits for news, for the last time.
    package func end() { state.announce { $0.isEnded = true } }
}
