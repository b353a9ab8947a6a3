// Compares docs/examples/manifest.kt with the golden frames of staggered-grid, and lets it read an index. Tests/Kotlin/run runs it.
import java.io.File

fun main(arguments: Array<String>) {
    val (goldenFrames, index) = arguments.map { File(it).readText() }
    val cases = (JSON(goldenFrames).read() as List<*>).map { it as Map<*, *> }
    // Each case is on a line of its own, and its manifest ends where its frames begin.
    val manifests = goldenFrames.split("\"manifest\":").drop(1).map { it.substringBefore(",\"frames\"") }
    for ((case, manifest) in cases.zip(manifests)) {
        val recipe = case["layout"] as String
        val parameters = Regex("([a-z-]+)=([^=]*)(,|$)(?=[a-z]|$)").findAll(recipe.substringAfter(":")).map { it.groupValues[1] to it.groupValues[2] }.toMap()
        fun insets(name: String) = parameters[name]?.split(",")?.map { it.toDouble() }?.let { if (it.size == 1) Insets(it[0]) else Insets(it[0], it[1], it[2], it[3]) }
        val layout = StaggeredGrid(
            (case["viewport"] as Map<*, *>)["width"] as Double, parameters["columns"]?.toInt() ?: 3, insets("inset") ?: Insets(5.0),
            insets("item-inset") ?: Insets(5.0),
            StaggeredGrid.Heights.valueOf((parameters["heights"] ?: "image-view").toUpperCase().replace('-', '_')),
            parameters["extra-height"]?.toDouble() ?: 0.0, parameters["density"]!!.toDouble()
        )
        entriesOf(manifest).chunked(7).forEach { layout.append(it) }
        val wanted = (case["frames"] as List<*>).map { it as Map<*, *> }.map { Frame(it["x"] as Double, it["y"] as Double, it["w"] as Double, it["h"] as Double) }
        check(layout.frames == wanted) { "$recipe: ${layout.frames.zip(wanted).first { it.first != it.second }}" }
        check(layout.contentHeight == (case["contentSize"] as Map<*, *>)["height"]) { "$recipe: ${layout.contentHeight}" }
    }
    val pages = pagesOf(index)
    check(pages.isNotEmpty() && pages.all { it.count > 0 && it.sha256.length == 64 }) { "$pages" }
    println("${cases.size} cases, ${pages.size} pages")
}
