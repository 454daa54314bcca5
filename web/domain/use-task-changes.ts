import { useCallback, useRef } from 'react'
import type { Call } from '#shared/contract/calls.ts'
import { first } from '#web/lib/first-calls.ts'
import { useEvents } from '#web/lib/use-events.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'

const everything = {}
const nothing: readonly Call[] = []

/** Refreshes the task list, and what else is read of it, when the server reports a change. */
export function useTaskChanges(further: readonly Call[] = nothing): void {
  const readAgain = useReadAgain()
  const known = useRef<string | null>(null)
  const onEvent = useCallback(
    (version: string) => {
      // The first event describes the list just loaded.
      if (known.current !== null && known.current !== version) void readAgain([first.listTasks, ...further])
      known.current = version
    },
    [readAgain, further],
  )
  useEvents(first.watchTasks, everything, onEvent)
}
