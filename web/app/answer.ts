type Address = Pick<Location, 'search' | 'hash'>

/**
 * Whether an address is the provider's answer to a sign-in: a code or an error, and a state, in the query or in the
 * hash.
 */
export function isCallback({ search, hash }: Address): boolean {
  return isAnswer(search) || isAnswer(hash.replace(/^#/, ''))
}

function isAnswer(text: string): boolean {
  const params = new URLSearchParams(text)
  return (params.has('code') || params.has('error')) && params.has('state')
}

/** Moves the provider's answer from the hash to the query, where the OpenID client reads it. */
export function moveCallbackToQuery(): void {
  const { pathname, search, hash } = window.location
  if (!isAnswer(search) && isAnswer(hash.replace(/^#/, ''))) {
    window.history.replaceState(window.history.state, '', `${pathname}?${hash.slice(1)}`)
  }
}

/** Whether this page is the hidden frame of a silent renewal, which only passes its address on. */
export function isSilentFrame(): boolean {
  return window.self !== window.top && isCallback(window.location)
}

/** Returns the path of this site where the reader was before signing in; `/` if `state` does not say. */
export function returnPathOf(state: unknown): string {
  const path = typeof state === 'object' && state !== null ? Reflect.get(state, 'returnTo') : undefined
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}
