import { useCallback, useRef } from 'react'
import { listDocuments } from '#shared/contract/documents.ts'
import {
  listFindings,
  listVerificationFiles,
  readVerification,
  readVerificationHistory,
  watchFindings,
} from '#shared/contract/verifications.ts'
import { useEvents } from '#web/lib/use-events.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'

const reads = [listFindings, listVerificationFiles, readVerification, readVerificationHistory, listDocuments]

/** Reads the findings of a verification again when somebody opens, answers or closes one. */
export function useFindingChanges(verificationId: string): void {
  const readAgain = useReadAgain()
  const known = useRef<string | null>(null)
  const onEvent = useCallback(
    (word: string) => {
      // The first event describes the findings just loaded.
      if (known.current !== null && known.current !== word) void readAgain(reads)
      known.current = word
    },
    [readAgain],
  )
  useEvents(watchFindings, { params: { verificationId } }, onEvent)
}
