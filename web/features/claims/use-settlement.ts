import { useCallback, useState } from 'react'
import { z } from 'zod'
import { settlementState } from '#shared/contract/fields.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import type { SettlementState } from '#web/domain/status.tsx'
import { useEvents } from '#web/lib/use-events.ts'

const event = z.object({ state: settlementState })

/**
 * Returns a movement's settlement state and calls `onChange` at each change. Watches only recorded and submitted
 * movements.
 */
export function useSettlement(
  movement: { transactionId: string; tenantId: string; state: SettlementState } | undefined,
  onChange: () => void,
): SettlementState | undefined {
  const [latest, setLatest] = useState<{ id: string; state: SettlementState } | null>(null)
  const { transactionId, tenantId, state } = movement ?? {}
  const isOpen = state === 'recorded' || state === 'submitted'
  const onEvent = useCallback(
    (data: string) => {
      const read = event.safeParse(JSON.parse(data))
      if (!read.success || !transactionId) return
      setLatest({ id: transactionId, state: read.data.state })
      if (read.data.state !== state) onChange()
    },
    [transactionId, state, onChange],
  )
  useEvents(watchSettlement, isOpen ? { params: { transactionId }, query: { tenantId } } : null, onEvent)
  return latest && latest.id === transactionId && isOpen ? latest.state : state
}
