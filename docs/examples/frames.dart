// The sliver of a MasonryGridView, in a view of that size with that padding, scrolled to its top
String frameDump(RenderSliverMultiBoxAdaptor sliver, Size view, EdgeInsets padding, String layout) {
  final lines = [jsonEncode({'width': view.width, 'height': view.height, 'layout': layout, 'rect': [0, 0, view.width, view.height]})];
  for (var child = sliver.firstChild; child != null; child = sliver.childAfter(child)) {
    final x = padding.left + sliver.childCrossAxisPosition(child), y = padding.top + sliver.childScrollOffset(child)!;
    lines.add(jsonEncode({'index': sliver.indexOf(child), 'x': x, 'y': y, 'w': child.size.width, 'h': child.size.height}));
  }
  return '${lines.join('\n')}\n';
}
