import { useEffect, useState } from 'react'
import { z } from 'zod'
import { settlementState } from '#shared/contract/fields.ts'
import { watchSettlement } from '#shared/contract/transactions.ts'
import type { SettlementState } from '#web/domain/status.tsx'
import { addressOf } from '#web/lib/call.ts'

const event = z.object({ state: settlementState })

/**
 * Returns the settlement state of a movement as the server reports it, and calls `onChange` at each change. A confirmed
 * movement is not watched.
 */
export function useSettlement(
  movement: { transactionId: string; tenantId: string; state: SettlementState } | undefined,
  onChange: () => void,
): SettlementState | undefined {
  const [told, setTold] = useState<{ id: string; state: SettlementState } | null>(null)
  const { transactionId, tenantId, state } = movement ?? {}
  const isOpen = state === 'recorded' || state === 'submitted'

  useEffect(() => {
    if (!transactionId || !isOpen) return
    const source = new EventSource(addressOf(watchSettlement, { params: { transactionId }, query: { tenantId } }))
    source.onmessage = ({ data }) => {
      const read = event.safeParse(JSON.parse(String(data)))
      if (!read.success) return
      setTold({ id: transactionId, state: read.data.state })
      if (read.data.state !== state) onChange()
    }
    source.addEventListener('end', () => source.close())
    return () => source.close()
  }, [transactionId, tenantId, isOpen, state, onChange])

  return told && told.id === transactionId && isOpen ? told.state : state
}
