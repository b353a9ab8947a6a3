import WeirBase

extension Profile {
    /// The profiles that weir has, in the order in which they are listed.
    public static let known: [Profile] = {
        let documents = Array(text.utf8).withUnsafeBytes { try? JSONValue($0) }
        return (documents?.array ?? []).compactMap { try? Profile($0) }
    }()

    /// A limit names the channel's own page where that could be read. A limit that only other pages name is not primary.
    private static let text = #"""
        [
          {"name": "google-merchant", "title": "Google Merchant Center", "limits": [
            {"limit": "min-side", "value": 500, "from": "2027-01-31",
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "min-side", "value": 1500, "severity": "info",
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "max-pixels", "value": 64000000,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "max-bytes", "value": 16000000,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "formats", "value": ["jpeg", "webp", "png", "gif", "bmp", "tiff"],
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "name-fits-format", "value": true,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "animated", "value": false, "primary": false,
              "source": "https://emberfeed.com/specs/google-merchant-image-requirements-2026", "read": "2026-11-26"},
            {"limit": "max-address", "value": 2000,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"},
            {"limit": "ascii-address", "value": true,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-26"}
          ]},
          {"name": "tiktok-shop", "title": "TikTok Shop", "limits": [
            {"limit": "min-side", "value": 600, "primary": false,
              "source": "https://knowledgebase.skuiq.com/knowledge/tts-images", "read": "2026-11-26"},
            {"limit": "max-side", "value": 6000, "primary": false,
              "source": "https://knowledgebase.skuiq.com/knowledge/tts-images", "read": "2026-11-26"},
            {"limit": "max-bytes", "value": 5000000, "primary": false,
              "source": "https://knowledgebase.skuiq.com/knowledge/tts-images", "read": "2026-11-26"},
            {"limit": "formats", "value": ["jpeg", "png"], "primary": false,
              "source": "https://knowledgebase.skuiq.com/knowledge/tts-images", "read": "2026-11-26"}
          ]},
          {"name": "meta", "title": "Meta catalogs", "limits": [
            {"limit": "min-side", "value": 500, "primary": false,
              "source": "https://productfeedspec.com/platforms/meta-catalog", "read": "2026-11-26"}
          ]},
          {"name": "pinterest", "title": "Pinterest catalogs", "limits": [
            {"limit": "min-side", "value": 100, "primary": false,
              "source": "https://feedy-mcfeed-feed.pages.dev/feeds/pinterest-catalog", "read": "2026-11-26"},
            {"limit": "min-side", "value": 1000, "severity": "info", "primary": false,
              "source": "https://feedy-mcfeed-feed.pages.dev/feeds/pinterest-catalog", "read": "2026-11-26"}
          ]},
          {"name": "openai", "title": "OpenAI product feed", "limits": [
            {"limit": "formats", "value": ["jpeg", "png"], "primary": false,
              "source": "https://www.agenticcommerce.expert/docs/specifications/feed", "read": "2026-11-26"}
          ]}
        ]
        """#
}
