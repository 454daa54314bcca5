import { useEffect } from 'react'
import type { Call } from '#shared/contract/calls.ts'
import { addressOf, bodyOf, CallError, headersFor, heeded } from './call.ts'
import { isTokenExpired } from './session.ts'

/** How long after its end a stream is asked for again, at random, so that not all pages ask at once. */
const againAfterMs = () => 3_000 + Math.random() * 3_000

/**
 * Calls `heard` with each event of a call while the page is visible: a browser has few connections to one server, and a hidden
 * page reads again when somebody looks at it. A stream that ends is asked for again, but not one that is refused.
 */
export function useEvents(endpoint: Call, heard: (data: string) => void): void {
  useEffect(() => {
    let listening: AbortController | null = null
    const follow = () => {
      const isVisible = document.visibilityState === 'visible'
      if (isVisible && !listening) {
        listening = new AbortController()
        listen(endpoint, heard, listening.signal)
      } else if (!isVisible) stop()
    }
    const stop = () => {
      listening?.abort()
      listening = null
    }
    document.addEventListener('visibilitychange', follow)
    follow()
    return () => {
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [endpoint, heard])
}

function listen(endpoint: Call, heard: (data: string) => void, signal: AbortSignal): void {
  const again = () => {
    if (signal.aborted) return
    const timer = setTimeout(() => listen(endpoint, heard, signal), againAfterMs())
    signal.addEventListener('abort', () => clearTimeout(timer))
  }
  const failed = (error: unknown) => {
    const isRefused = error instanceof CallError && error.status < 500 && error.status !== 429
    // Without a usable token there is nobody to ask for.
    if (!isRefused && !isTokenExpired(error)) again()
  }
  hear(endpoint, heard, signal).then(again, failed)
}

/** Reads a stream to its end. The browser's own EventSource sends no token. */
async function hear(endpoint: Call, heard: (data: string) => void, signal: AbortSignal): Promise<void> {
  const headers = headersFor(true)
  const answer = await fetch(addressOf(endpoint, {}), { headers, signal, cache: 'no-store' })
  if (!answer.ok || !answer.body) {
    const said = 'An error occurred while fetching the data.'
    throw heeded(new CallError(endpoint.name, said, answer.status, bodyOf(await answer.text())), headers)
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) heard(line.slice('data: '.length))
  }
}
