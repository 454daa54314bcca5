import type { ReactNode } from 'react'
import { ErrorState, type Loadable, SlowNotice } from './states.tsx'

/** Hides its parts until all have loaded, so that the layout does not shift. */
export function LoadTogether({ children }: { children: ReactNode }) {
  return (
    <div className="has-[.due]:*:hidden has-[.due]:before:block has-[.due]:before:h-96 has-[.due]:before:animate-pulse has-[.due]:before:rounded-md has-[.due]:before:bg-raised">
      {children}
    </div>
  )
}

/** Makes `LoadTogether` wait. */
export function Due() {
  return <div className="due animate-pulse" />
}

/**
 * Stands for parts that have not loaded: an error with "Try again", a slow notice, or a signal that makes `LoadTogether`
 * wait.
 */
export function NotLoaded({ from }: { from: readonly Loadable<unknown>[] }) {
  const unread = from.filter(({ data }) => data === undefined)
  const failed = unread.filter(({ error }) => error)
  if (!failed[0]) {
    if (unread.some(({ slow }) => slow)) return <SlowNotice />
    return unread.some(({ fetching }) => fetching) && <Due />
  }
  return (
    <div className="mt-6">
      <ErrorState
        retry={() => {
          for (const read of failed) read.retry()
        }}
      />
    </div>
  )
}
