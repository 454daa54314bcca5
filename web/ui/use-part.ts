import { useState } from 'react'

/**
 * A part of the app that is a file of its own, fetched by who reaches for it; `fetch` says whether it came. `retry` fetches it again
 * after it failed. Where the page itself is there and the file still does not come, it is of an earlier release: the page is loaded anew.
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
    const page = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
    if (page?.ok) window.location.reload()
    return false
  }
  return { part, hasFailed: hasFailed && part === null, fetch: fetchPart, retry }
}
