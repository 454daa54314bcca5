type Address = Pick<Location, 'search' | 'hash'>

/** Whether query or hash contain a sign-in response: `state` plus `code` or `error`. */
export function isCallback({ search, hash }: Address): boolean {
  return isAnswer(search) || isAnswer(hash.replace(/^#/, ''))
}

function isAnswer(text: string): boolean {
  const params = new URLSearchParams(text)
  return (params.has('code') || params.has('error')) && params.has('state')
}

/** The OpenID client reads only the query. */
export function moveCallbackToQuery(): void {
  const { pathname, search, hash } = window.location
  if (!isAnswer(search) && isAnswer(hash.replace(/^#/, ''))) {
    window.history.replaceState(window.history.state, '', `${pathname}?${hash.slice(1)}`)
  }
}

/** Whether this is the hidden frame of a silent renewal. */
export function isSilentFrame(): boolean {
  return window.self !== window.top && isCallback(window.location)
}

/** Returns the local path to open after sign-in; `/` for anything else, to prevent open redirects. */
export function returnPathOf(state: unknown): string {
  const path = typeof state === 'object' && state !== null ? Reflect.get(state, 'returnTo') : undefined
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}
