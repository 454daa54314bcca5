import { useEffect, useRef } from 'react'
import type { Call } from '#shared/contract/calls.ts'
import { addressOf, bodyOf, CallError, headersFor, needsToken, processFailure } from './call.ts'
import { isTokenExpired } from './session.ts'
import { sessionSignal } from './session-problem.ts'

/** Reconnection delay, up to doubled at random so that pages do not reconnect at once. */
const firstWaitMs = 3_000
const longestWaitMs = 60_000
/** Over HTTP/1.1 a browser opens six connections to a server; all tabs' streams use at most three. */
const streamsOfBrowser = ['stream.1', 'stream.2', 'stream.3']

/**
 * Calls `onEvent` for each event while the page is visible and until sign-out; null `inputs` disable it. A stream that
 * ends or fails reconnects with growing delays, unless refused or complete. Each stream starts with the current state,
 * so nothing is missed.
 */
export function useEvents(
  endpoint: Call,
  inputs: { params?: unknown; query?: unknown } | null,
  onEvent: (data: string) => void,
): void {
  const address = inputs && addressOf(endpoint, inputs)
  const listener = useRef(onEvent)
  useEffect(() => {
    listener.current = onEvent
  })
  useEffect(() => {
    if (address === null) return
    let listening: AbortController | null = null
    const stop = () => {
      listening?.abort()
      listening = null
    }
    const follow = () => {
      if (document.visibilityState !== 'visible' || sessionSignal.aborted) return stop()
      if (listening) return
      listening = new AbortController()
      void listen(endpoint, address, (data) => listener.current(data), listening.signal)
    }
    document.addEventListener('visibilitychange', follow)
    sessionSignal.addEventListener('abort', follow)
    follow()
    return () => {
      sessionSignal.removeEventListener('abort', follow)
      document.removeEventListener('visibilitychange', follow)
      stop()
    }
  }, [endpoint, address])
}

type OnEvent = (data: string) => void

async function listen(endpoint: Call, address: string, onEvent: OnEvent, signal: AbortSignal): Promise<void> {
  let waitMs = firstWaitMs
  const onEventReset = (data: string) => {
    waitMs = firstWaitMs
    onEvent(data)
  }
  while (!signal.aborted) {
    try {
      const isDone = await withConnection(signal, () => readStream(endpoint, address, onEventReset, signal))
      if (isDone) return
    } catch (error) {
      const isRefused = error instanceof CallError && error.status < 500 && error.status !== 429
      // Without a usable token, stop.
      if (isRefused || isTokenExpired(error)) return
    }
    await pause(waitMs * (1 + Math.random()), signal)
    waitMs = Math.min(waitMs * 2, longestWaitMs)
  }
}

/**
 * Runs `work` while holding a stream lock, which may wait for other tabs. Locks need https or localhost; elsewhere
 * `work` runs at once.
 */
async function withConnection<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  if (!('locks' in navigator)) return work()
  const { held = [] } = await navigator.locks.query()
  const taken = new Set(held.map(({ name }) => name))
  const any = streamsOfBrowser[Math.floor(Math.random() * streamsOfBrowser.length)] ?? 'stream.1'
  const name = streamsOfBrowser.find((one) => !taken.has(one)) ?? any
  return navigator.locks.request(name, { signal }, work)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Returns whether the server declared the stream complete. EventSource cannot send a token. */
async function readStream(endpoint: Call, address: string, onEvent: OnEvent, signal: AbortSignal): Promise<boolean> {
  const headers = await headersFor(needsToken(endpoint), endpoint)
  const answer = await fetch(address, { headers, signal, cache: 'no-store' })
  if (!answer.ok || !answer.body) {
    const message = 'An error occurred while fetching the data.'
    throw await processFailure(
      new CallError(endpoint.name, message, answer.status, bodyOf(await answer.text())),
      headers,
    )
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value = '' } = await reader.read()
    if (done) return false
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === 'event: end') return true
      if (line.startsWith('data: ')) onEvent(line.slice('data: '.length))
    }
  }
}
