import { useState } from 'react'

/**
 * Loads a chunk on demand; `fetch` resolves to whether it loaded. If `retry` fails while the server responds, the chunk
 * is from an earlier release: reload the page.
 */
export function usePart<Part>(load: () => Promise<Part>) {
  const [part, setPart] = useState<Part | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  async function fetchPart(): Promise<boolean> {
    const fetched = await load().catch(() => null)
    if (fetched !== null) setPart(fetched)
    setHasFailed(fetched === null)
    return fetched !== null
  }
  async function retry(): Promise<boolean> {
    if (await fetchPart()) return true
    await reloadIfReachable()
    return false
  }
  return { part, hasFailed: hasFailed && part === null, fetch: fetchPart, retry }
}

/** Without a connection the page stays. */
export async function reloadIfReachable(): Promise<void> {
  const page = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (page?.ok) window.location.reload()
}
