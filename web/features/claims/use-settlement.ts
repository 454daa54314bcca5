import { useCallback, useState } from 'react'
import { settlementStates } from '#shared/rules/lifecycle/settlement.ts'
import type { SettlementState } from '#web/domain/status.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { useEvents } from '#web/lib/use-events.ts'

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
      const now = settlementStates.find((known) => known === Object(JSON.parse(data)).state)
      if (!now || !transactionId) return
      setLatest({ id: transactionId, state: now })
      if (now !== state) onChange()
    },
    [transactionId, state, onChange],
  )
  useEvents(reading.watchSettlement, isOpen ? { params: { transactionId }, query: { tenantId } } : null, onEvent)
  return latest && latest.id === transactionId && isOpen ? latest.state : state
}
