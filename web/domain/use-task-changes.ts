import { useCallback, useRef } from 'react'
import { first } from '#web/lib/first-calls.ts'
import { useEvents } from '#web/lib/use-events.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'

const everything = {}

/** Reads what waits on the reader again as soon as it has changed, whoever changed it. */
export function useTaskChanges(): void {
  const readAgain = useReadAgain()
  const known = useRef<string | null>(null)
  const heard = useCallback(
    (version: string) => {
      // The first word comes with the list that was just read.
      if (known.current !== null && known.current !== version) void readAgain([first.listTasks])
      known.current = version
    },
    [readAgain],
  )
  useEvents(first.watchTasks, everything, heard)
}
