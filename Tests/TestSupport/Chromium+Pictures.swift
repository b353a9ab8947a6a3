import ImageHeaders

extension Chromium {
    /// `naturalWidth` and `naturalHeight` of pictures by their paths, whose endings tell SVGs from others; 0 if one is not shown.
    public static func naturalSizes(of pictures: [String: Bytes]) throws -> [String: PixelSize] {
        try show(pictures).mapValues(\.size)
    }

    /// The sizes, and whether Chromium draws any pixel: a picture with a size may still be one that it refuses.
    public static func show(_ pictures: [String: Bytes]) throws -> [String: (size: PixelSize, isDrawn: Bool)] {
        let paths = pictures.keys.sorted()
        var scripts: [String: [Exchange]] = [:]
        for (path, picture) in pictures {
            // A browser finds out by itself which picture it got, unless it is an SVG.
            let type = path.hasSuffix(".svg") ? "image/svg+xml" : "application/octet-stream"
            scripts[path] = [Exchange(.header("Content-Type", type), .body(picture))]
        }
        scripts["/"] = [
            Exchange(
                .header("Content-Type", "text/html"),
                .body(
                    Bytes(
                        """
                        <script>
                        const measure = async path => {
                            const image = new Image();
                            image.src = path;
                            await image.decode().catch(() => 0);
                            const canvas = new OffscreenCanvas(16, 16).getContext("2d");
                            if (image.naturalWidth) canvas.drawImage(image, 0, 0, 16, 16);
                            const pixels = canvas.getImageData(0, 0, 16, 16).data.reduce((sum, value) => sum + value, 0);
                            await fetch(`/result?${path}:${image.naturalWidth}:${image.naturalHeight}:${pixels}`);
                        };
                        (async () => { for (const path of \(paths)) await measure(path); await fetch("/end"); })();
                        </script>
                        """)))
        ]
        scripts["/result"] = [Exchange(.body(""))]
        scripts["/end"] = [Exchange(.body(""))]
        let server = try ScriptedServer(scripts, delay: 1)
        let browser = try Chromium(showing: server.url())
        // A picture may end the page of some version.
        do {
            try waitUntil("Chromium has measured all pictures") { !server.requests(of: "/end").isEmpty || browser.hasEnded }
        } catch { throw ServerFailure("Chromium's page stopped at \(server.requests.last?.target ?? "its start")") }
        browser.end()
        server.stop()
        return Dictionary(
            uniqueKeysWithValues: server.requests(of: "/result").compactMap { request in
                let parts = request.target.dropFirst("/result?".count).split(separator: ":")
                guard parts.count == 4, let width = Int(parts[1]), let height = Int(parts[2]) else { return nil }
                return (String(parts[0]), (PixelSize(width: width, height: height), parts[3] != "0"))
            })
    }
}
