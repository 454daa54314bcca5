import type { Middleware } from 'swr'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { auditorHeader } from '#shared/rules/auditor-link.ts'
import { addressOf, bodyOf, CallError, processFailure } from './call.ts'
import { tabStorage } from './site-storage.ts'
import { readSettings } from './use-read.ts'

/** The pages that links with a token open. */
export const linkedViews = ['auditor', 'stop'] as const
type LinkedView = (typeof linkedViews)[number]

const storedAs = (view: LinkedView) => `${view}Link`

/** Takes the token of a link out of the page's address, and keeps it for this tab alone. */
export function takeLink(view: LinkedView): void {
  const { hash, pathname, search } = window.location
  if (hash.length <= 1) return
  tabStorage.setItem(storedAs(view), hash.slice(1))
  window.history.replaceState(window.history.state, '', pathname + search)
}

export const heldLink = (view: LinkedView): string | null => tabStorage.getItem(storedAs(view))

export function forgetLink(view: LinkedView): void {
  tabStorage.removeItem(storedAs(view))
}

/** Whether the registry refuses the link: it is over, or there is none. */
export function isLinkRefused(error: unknown): error is CallError {
  return error instanceof CallError && [403, 404].includes(error.status)
}

async function answerTo(name: string, address: string): Promise<Response> {
  const headers = { [auditorHeader]: heldLink('auditor') ?? '' }
  const answer = await fetch(address, { headers, cache: 'no-store' })
  if (answer.ok) return answer
  const failure = new CallError(
    name,
    `HTTP error! status: ${answer.status}`,
    answer.status,
    bodyOf(await answer.text()),
    answer.headers.get('retry-after'),
  )
  throw await processFailure(failure, {})
}

export async function fileByLink(endpoint: Endpoint, query: unknown): Promise<Blob> {
  return (await answerTo(endpoint.name, addressOf(endpoint, { query }))).blob()
}

/** Replaces the fetcher, so that the reader's own sign-in and kept answers have no part in it. */
const readByLink: Middleware = (useNext) => (key, _fetcher, config) => {
  type Fetcher = NonNullable<typeof _fetcher>
  const byLink = async (address: string) => bodyOf(await (await answerTo('byLink', address)).text())
  return useNext(key, byLink as Fetcher, config)
}

/** For reads within a page of an auditor's link. */
export const linkSettings = {
  ...readSettings,
  use: [readByLink],
  // The same addresses answer the account's people otherwise.
  provider: () => new Map(),
  shouldRetryOnError: (error: unknown) => !isLinkRefused(error),
}
