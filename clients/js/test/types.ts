// What an app in TypeScript writes. It is compiled and never run.
import { type Entry, type Manifest, type Placeholder, ManifestError, failedPlaceholder, openManifest, placeholder } from "weir-manifest";
import { type Frame, type Layout, LayoutError, flow, justified, layoutOf, staggeredGrid, waterflow } from "weir-manifest/layouts";

export async function app(): Promise<void> {
    const manifest: Manifest = await openManifest("https://shop.example/pages/", { fetch, changed: from => from.toFixed() });
    await openManifest(new URL("https://shop.example/m.json"));
    const layout: Layout = waterflow({ width: 390, height: 844 }, { columns: 2, inset: { top: 8 }, extraHeightBy: "title" });
    for (let entries = await manifest.more(); entries.length > 0; entries = await manifest.more()) layout.append(entries);
    const visible: Frame[] = layout.itemsIn({ x: 0, y: 0, width: 390, height: 844 }).map(item => layout.frame(item));
    const entry: Entry = manifest.entries[0];
    const shown: Placeholder = placeholder(entry) ?? failedPlaceholder(entry);
    const style: { aspectRatio: string } | undefined = manifest.attributes(entry.img)?.style;
    const others: Layout[] = [
        flow(layout, { columns: 2, direction: "horizontal", sections: { "*": { header: 20 } } }),
        justified(layout, { rowHeight: 200 }), staggeredGrid(layout, { heights: "rounded", density: 2.625 }),
        layoutOf("mk-masonry:columns=2", layout),
    ];
    // @ts-expect-error There is no such parameter.
    waterflow({ width: 390, height: 844 }, { colums: 2 });
    // @ts-expect-error There is no such direction.
    flow({ width: 390, height: 844 }, { direction: "up" });
    // @ts-expect-error An entry is not written.
    entry.w = 3;
    console.log(visible.length, shown.css, style, others.length, manifest.find("a.jpg")?.w, manifest.size("a.jpg")?.width);
}

export function explain(error: unknown): string {
    if (error instanceof ManifestError) return `${error.url} ${error.reason} ${error.status ?? ""}`;
    return error instanceof LayoutError ? error.parameter : String(error);
}
