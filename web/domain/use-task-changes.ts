import { useCallback, useRef } from 'react'
import { first } from '#web/lib/first-calls.ts'
import { useEvents } from '#web/lib/use-events.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'

const everything = {}

/** Refreshes the task list when the server reports a change. */
export function useTaskChanges(): void {
  const readAgain = useReadAgain()
  const known = useRef<string | null>(null)
  const onEvent = useCallback(
    (version: string) => {
      // The first event describes the list just loaded.
      if (known.current !== null && known.current !== version) void readAgain([first.listTasks])
      known.current = version
    },
    [readAgain],
  )
  useEvents(first.watchTasks, everything, onEvent)
}
