// A manifest of weir in Kotlin, with nothing but its standard library: entries, pages of an index, and the frames of a
// StaggeredGridLayoutManager. Copy the file into an app.

/** A picture. `others` has the keys of `--with` and `--keep`. */
data class Entry(val w: Int, val h: Int, val img: String, val price: String, val others: Map<String, Any?>) {
    init { require(w > 0 && h > 0) { "$img is $w x $h pixels" } }
}

/** A page of a folder: fetch it again only if its hash has changed. */
data class Page(val file: String, val count: Int, val sha256: String)

/** In points, from the upper left corner of the content. */
data class Frame(val x: Double, val y: Double, val width: Double, val height: Double)

data class Insets(val top: Double, val left: Double, val bottom: Double, val right: Double) {
    constructor(all: Double) : this(all, all, all, all)
}

/** The entries of a manifest, or of one page. */
fun entriesOf(text: String): List<Entry> = (JSON(text).read() as List<*>).map {
    @Suppress("UNCHECKED_CAST") val one = it as Map<String, Any?>
    Entry(whole(one["w"]), whole(one["h"]), one["img"] as String, one["price"] as String, one - listOf("w", "h", "img", "price"))
}

/** The pages that an index.json lists. */
fun pagesOf(text: String): List<Page> = ((JSON(text).read() as Map<*, *>)["pages"] as List<*>).map {
    val one = it as Map<*, *>
    Page(one["file"] as String, whole(one["count"]), one["sha256"] as String)
}

private fun whole(value: Any?) = (value as Double).toInt()

/** The layout `staggered-grid`. Lengths are dp, and `density` is pixels to a dp. */
class StaggeredGrid(
    width: Double, columns: Int = 3, private val inset: Insets = Insets(5.0), itemInset: Insets = Insets(5.0),
    private val heights: Heights = Heights.IMAGE_VIEW, private val extraHeight: Double = 0.0, private val density: Double = 1.0
) {
    /** How the app sizes a picture: an ImageView with adjustViewBounds, width * h / w rounded, or in integers. */
    enum class Heights { IMAGE_VIEW, ROUNDED, INTEGER }

    private val span = Math.floor((Math.floor(width * density + 0.5) - pixels(inset.left) - pixels(inset.right)) / columns).toLong()
    private val left = pixels(itemInset.left)
    private val above = pixels(itemInset.top)
    private val below = pixels(itemInset.bottom)
    private val pictureWidth = span - left - pixels(itemInset.right)
    private val ends = LongArray(columns) { pixels(inset.top) }
    private val placed = ArrayList<Frame>()

    init { require(pictureWidth > 0) { "$columns columns do not fit" } }

    val frames: List<Frame> get() = placed
    val contentHeight: Double get() = (ends.fold(0L) { one, other -> maxOf(one, other) } + pixels(inset.bottom)) / density

    /** Adds pictures behind the others: the next page. */
    fun append(entries: List<Entry>) {
        for (entry in entries) {
            var column = 0
            for (other in 1 until ends.size) if (ends[other] < ends[column]) column = other
            val height = pictureHeight(entry) + pixels(extraHeight)
            val top = ends[column] + above
            placed += Frame((pixels(inset.left) + column * span + left) / density, top / density, pictureWidth / density, height / density)
            ends[column] = top + height + below
        }
    }

    private fun pictureHeight(entry: Entry): Long = when (heights) {
        Heights.IMAGE_VIEW ->
            if (entry.w.toLong() == pictureWidth) entry.h.toLong() else (pictureWidth.toFloat() / (entry.w.toFloat() / entry.h.toFloat())).toLong()
        Heights.ROUNDED -> ((pictureWidth.toFloat() * entry.h.toFloat() / entry.w.toFloat()).toDouble() + 0.5).toLong()
        Heights.INTEGER -> pictureWidth * entry.h / entry.w
    }

    /** As getDimensionPixelSize: rounded half up, and at least 1 for a length that is not 0. */
    private fun pixels(dp: Double): Long = if (dp > 0) maxOf(1L, (dp.toFloat() * density.toFloat() + 0.5f).toLong()) else 0L
}

/** JSON as maps, lists, texts, Doubles, Booleans and nulls. */
class JSON(private val text: String) {
    private var at = 0

    fun read(): Any? {
        val value = value()
        skip()
        check(at == text.length) { "text behind the JSON, at $at" }
        return value
    }

    private fun value(): Any? {
        skip()
        return when (text.getOrNull(at)) {
            '{' -> list('}') { skip(); string().also { expect(':') } to value() }.toMap()
            '[' -> list(']') { value() }
            '"' -> string()
            else -> word()
        }
    }

    private fun <Item> list(end: Char, item: () -> Item): List<Item> {
        val items = ArrayList<Item>()
        at += 1
        skip()
        if (text.getOrNull(at) == end) { at += 1; return items }
        while (true) {
            items += item()
            skip()
            if (text.getOrNull(at) == end) { at += 1; return items }
            expect(',')
        }
    }

    private fun string(): String {
        expect('"')
        val found = StringBuilder()
        while (text[at] != '"') {
            var letter = text[at++]
            if (letter == '\\') {
                letter = text[at++]
                if (letter == 'u') { letter = text.substring(at, at + 4).toInt(16).toChar(); at += 4 }
                else letter = "\b\u000c\n\r\t".getOrNull("bfnrt".indexOf(letter)) ?: letter
            }
            found.append(letter)
        }
        at += 1
        return found.toString()
    }

    private fun word(): Any? {
        val start = at
        while (at < text.length && text[at] !in ",]} \n\r\t") at += 1
        return when (val word = text.substring(start, at)) {
            "true" -> true
            "false" -> false
            "null" -> null
            else -> checkNotNull(word.toDoubleOrNull()) { "no JSON at $start" }
        }
    }

    private fun expect(letter: Char) {
        skip()
        check(text.getOrNull(at) == letter) { "no $letter at $at" }
        at += 1
    }

    private fun skip() { while (at < text.length && text[at] in " \n\r\t") at += 1 }
}
