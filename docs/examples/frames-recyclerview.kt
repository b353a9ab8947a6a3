// RecyclerView with a StaggeredGridLayoutManager, scrolled to its top
fun RecyclerView.frameDump(layout: String) = buildString {
    val density = resources.displayMetrics.density.toDouble()
    fun dp(pixels: Int) = pixels / density
    appendLine("{\"width\":${dp(width)},\"height\":${dp(height)},\"scale\":$density,\"layout\":\"$layout\",\"rect\":[0,0,${dp(width)},${dp(height)}]}")
    for (view in children)
        appendLine("{\"index\":${getChildAdapterPosition(view)},\"x\":${dp(view.left)},\"y\":${dp(view.top)},\"w\":${dp(view.width)},\"h\":${dp(view.height)}}")
}
