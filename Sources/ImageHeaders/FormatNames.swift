// The names of formats and colours in reports, as texts that cost no allocation.

extension ImageFormat {
    /// The name of the format in reports, as its raw value.
    public var word: StaticString {
        switch self {
        case .png: "png"
        case .jpeg: "jpeg"
        case .webp: "webp"
        case .gif: "gif"
        case .bmp: "bmp"
        case .tiff: "tiff"
        case .avif: "avif"
        case .heic: "heic"
        case .svg: "svg"
        case .ico: "ico"
        case .qoi: "qoi"
        case .pnm: "pnm"
        case .psd: "psd"
        case .tga: "tga"
        case .jxl: "jxl"
        case .jp2: "jp2"
        case .dds: "dds"
        case .ktx: "ktx"
        case .vtf: "vtf"
        case .icns: "icns"
        case .exr: "exr"
        case .hdr: "hdr"
        case .farbfeld: "farbfeld"
        case .aseprite: "aseprite"
        case .ilbm: "ilbm"
        }
    }

    /// The media type that servers send (IANA), or the usual one.
    public var mime: StaticString {
        switch self {
        case .png: "image/png"
        case .jpeg: "image/jpeg"
        case .webp: "image/webp"
        case .gif: "image/gif"
        case .bmp: "image/bmp"
        case .tiff: "image/tiff"
        case .avif: "image/avif"
        case .heic: "image/heic"
        case .svg: "image/svg+xml"
        case .ico: "image/vnd.microsoft.icon"
        case .qoi: "image/qoi"
        case .pnm: "image/x-portable-anymap"
        case .psd: "image/vnd.adobe.photoshop"
        case .tga: "image/x-tga"
        case .jxl: "image/jxl"
        case .jp2: "image/jp2"
        case .dds: "image/vnd-ms.dds"
        case .ktx: "image/ktx"
        case .vtf: "image/x-vtf"
        case .icns: "image/icns"
        case .exr: "image/x-exr"
        case .hdr: "image/vnd.radiance"
        case .farbfeld: "image/x-farbfeld"
        case .aseprite: "image/x-aseprite"
        case .ilbm: "image/x-ilbm"
        }
    }
}

extension ColourModel {
    /// The name of the colour model in manifests and reports.
    public var word: StaticString {
        switch self {
        case .gray: "gray"
        case .rgb: "rgb"
        case .cmyk: "cmyk"
        case .palette: "palette"
        }
    }
}
