interface Node<N> {
  readonly children: readonly N[]
}

/** The nodes that match, all above them, and all below a match. */
export function keepMatching<N extends Node<N>>(nodes: readonly N[], matches: (node: N) => boolean): N[] {
  return nodes.flatMap((node) => {
    if (matches(node)) return [node]
    const children = keepMatching(node.children, matches)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** Every node of a tree, parents first, with its depth. */
export function flatten<N extends Node<N>>(
  nodes: readonly N[],
  depth = 0,
): readonly { readonly node: N; readonly depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...flatten(node.children, depth + 1)])
}
