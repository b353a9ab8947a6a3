import Drawings
import Layouts
import TestSupport
import Testing
import WeirBase

/// An entry of a test.
struct Entry {
    var width: Int32 = 200
    var height: Int32 = 300
    var img = "a.jpg"
    var price = "1"
    var isPlaceholder = false
    var picture: String?
}

/// A view of entries in a layout, which is written as on the command line.
func view(
    _ recipe: String, of entries: [Entry], on viewport: Size = Size(width: 375, height: 667), sections: Int? = nil
) throws -> LayoutView {
    let recipe = try LayoutRecipe(recipe)
    let (widths, heights) = (entries.map(\.width), entries.map(\.height))
    let page =
        try sections.map { try PicturePage(widths: widths, heights: heights, sectionSize: $0) }
        ?? PicturePage(widths: widths, heights: heights)
    return LayoutView(recipe.kind.name, try recipe.layout(of: page, in: viewport))
}

/// The output of a writer for a view.
func written(_ view: LayoutView, by writer: some FrameWriter, of entries: [Entry]? = nil) -> String {
    var writer = writer
    var output = ByteBuffer()
    writer.begin(view, to: &output)
    for item in view.items {
        guard let entry = entries?[item] else {
            writer.append(item, nil, of: view, to: &output)
            continue
        }
        Array(entry.img.utf8).withUnsafeBufferPointer { img in
            Array(entry.price.utf8).withUnsafeBufferPointer { price in
                let caption = Caption(img: img, price: price, isPlaceholder: entry.isPlaceholder, picture: entry.picture)
                writer.append(item, caption, of: view, to: &output)
            }
        }
    }
    writer.end(view, to: &output)
    return String(decoding: output.bytes, as: UTF8.self)
}
