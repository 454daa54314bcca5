/**
 * Lets screens change while the browser translates the page. The translator moves each text into an element of its own, so that
 * React looks for the text where it no longer stands, which throws and loses the screen
 * (https://github.com/facebook/react/issues/11538).
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

/** The child of a parent that is the node or has the node in it; null if the node stands elsewhere. */
function childAround(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}
