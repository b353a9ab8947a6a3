// LazyVerticalStaggeredGrid, scrolled to its top; its offsets do not count the content padding, start and top in pixels
fun LazyStaggeredGridState.frameDump(layout: String, density: Density, start: Int, top: Int) = buildString {
    val scale = density.density.toDouble()
    fun dp(pixels: Int) = pixels / scale
    val seen = layoutInfo.viewportSize
    appendLine("{\"width\":${dp(seen.width)},\"height\":${dp(seen.height)},\"scale\":$scale,\"layout\":\"$layout\",\"rect\":[0,0,${dp(seen.width)},${dp(seen.height)}]}")
    for (item in layoutInfo.visibleItemsInfo)
        appendLine("{\"index\":${item.index},\"x\":${dp(start + item.offset.x)},\"y\":${dp(top + item.offset.y)},\"w\":${dp(item.size.width)},\"h\":${dp(item.size.height)}}")
}
