import type { ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ErrorState, type Loadable, SlowNotice } from './states.tsx'

/** Shows its parts when none of them is on its way any more, so that none pushes another aside; a grey field until then. */
export function Together({ children }: { children: ReactNode }) {
  return (
    <div className="has-[.due]:*:hidden has-[.due]:before:block has-[.due]:before:h-96 has-[.due]:before:animate-pulse has-[.due]:before:rounded-md has-[.due]:before:bg-raised">
      {children}
    </div>
  )
}

/**
 * Stands where parts of a page are left out as long as they have not been read: says that one of them could not be, with "Try again", or
 * that it takes long; otherwise it only tells `Together` that they are on their way.
 */
export function Unread({ from }: { from: readonly Loadable<unknown>[] }) {
  const { t } = useTranslation()
  const unread = from.filter(({ data }) => data === undefined)
  const failed = unread.filter(({ error }) => error)
  if (!failed[0]) {
    if (unread.some(({ slow }) => slow)) return <SlowNotice />
    return unread.some(({ fetching }) => fetching) && <div className="due animate-pulse" />
  }
  return (
    <div className="mt-6">
      <ErrorState
        text={t('ui.readFailed')}
        retry={() => {
          for (const read of failed) read.retry()
        }}
      />
    </div>
  )
}
