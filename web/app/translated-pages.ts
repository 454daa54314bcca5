/**
 * Browser translation wraps text nodes, so React does not find them and throws
 * (https://github.com/facebook/react/issues/11538). The patch uses the wrapper.
 */
export function surviveTranslation(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.insertBefore = function <Added extends Node>(this: Node, added: Added, before: Node | null): Added {
    insertBefore.call(this, added, before && childAround(this, before))
    return added
  }
  Node.prototype.removeChild = function <Removed extends Node>(this: Node, removed: Removed): Removed {
    const child = childAround(this, removed)
    if (child) removeChild.call(this, child)
    return removed
  }
}

/** The child of `parent` that contains `node`, or null. */
function childAround(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
