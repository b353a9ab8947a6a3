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
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "min-side", "value": 1500, "severity": "info",
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "max-pixels", "value": 64000000,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "max-bytes", "value": 16000000,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "formats", "value": ["jpeg", "webp", "png", "gif", "bmp", "tiff"],
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "name-fits-format", "value": true,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "animated", "value": false, "primary": false,
              "source": "https://emberfeed.com/specs/google-merchant-image-requirements-2026", "read": "2026-11-29"},
            {"limit": "max-address", "value": 2000,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "ascii-address", "value": true,
              "source": "https://support.google.com/merchants/answer/6324350", "read": "2026-11-29"},
            {"limit": "max-further", "value": 10, "severity": "warning",
              "source": "https://support.google.com/merchants/answer/6324370", "read": "2026-11-29"}
          ]},
          {"name": "tiktok-shop", "title": "TikTok Shop", "limits": [
            {"limit": "min-side", "value": 600, "primary": false,
              "source": "https://emberfeed.com/specs/tiktok-shop-image-requirements-2026", "read": "2026-11-29"},
            {"limit": "max-side", "value": 6000, "primary": false,
              "source": "https://emberfeed.com/specs/tiktok-shop-image-requirements-2026", "read": "2026-11-29"},
            {"limit": "max-bytes", "value": 5000000, "primary": false,
              "source": "https://emberfeed.com/specs/tiktok-shop-image-requirements-2026", "read": "2026-11-29"},
            {"limit": "formats", "value": ["jpeg", "png"], "primary": false,
              "source": "https://emberfeed.com/specs/tiktok-shop-image-requirements-2026", "read": "2026-11-29"}
          ]},
          {"name": "meta", "title": "Meta catalogs", "limits": [
            {"limit": "min-side", "value": 500,
              "source": "https://developers.facebook.com/documentation/ads-commerce/marketing-api/reference/product-catalog/items_batch",
              "read": "2026-09-12"}
          ]},
          {"name": "pinterest", "title": "Pinterest catalogs", "limits": [
            {"limit": "min-side", "value": 75,
              "source": "https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/ItemAttributesRequest.md",
              "read": "2026-11-29"},
            {"limit": "min-side", "value": 1000, "severity": "info", "primary": false,
              "source": "https://feedy-mcfeed-feed.pages.dev/feeds/pinterest-catalog", "read": "2026-11-26"},
            {"limit": "max-address", "value": 2000,
              "source": "https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/ItemAttributesRequest.md",
              "read": "2026-11-29"},
            {"limit": "max-further", "value": 10, "severity": "warning",
              "source": "https://github.com/pinterest/pinterest-python-generated-api-client/blob/main/docs/ItemAttributesRequest.md",
              "read": "2026-11-29"}
          ]},
          {"name": "openai", "title": "OpenAI product feed", "limits": [
            {"limit": "formats", "value": ["jpeg", "png"], "severity": "warning",
              "source": "https://developers.openai.com/commerce/specs/file-upload/products?version=draft", "read": "2026-11-29"}
          ]},
          {"name": "allegro", "title": "Allegro", "limits": [
            {"limit": "min-longer-side", "value": 400,
              "source": "https://github.com/allegro/allegro-api/issues/8435", "read": "2026-11-29"},
            {"limit": "min-longer-side", "value": 500, "severity": "warning",
              "source": "https://github.com/allegro/allegro-api/issues/8412", "read": "2026-11-29"},
            {"limit": "max-side", "value": 2560, "severity": "info",
              "source": "https://github.com/allegro/allegro-api/issues/8412", "read": "2026-11-29"},
            {"limit": "max-pixels", "value": 26000000,
              "source": "https://github.com/allegro/allegro-api/issues/8412", "read": "2026-11-29"},
            {"limit": "max-bytes", "value": 26200000, "severity": "warning",
              "source": "https://github.com/allegro/allegro-api/issues/5813", "read": "2026-11-29"}
          ]}
        ]
        """#
}
