const works = new Set<() => void>()

/** Runs `work` once when the page is left or the person signs out, unless cancelled by the returned function. */
export function beforeLeaving(work: () => void): () => void {
  if (works.size === 0) window.addEventListener('pagehide', leave)
  works.add(work)
  return () => void works.delete(work)
}

export function leave(): void {
  const due = [...works]
  works.clear()
  for (const work of due) work()
}
