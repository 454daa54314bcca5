import { storedResultOf } from '#server/infra/db/once.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Outcome } from '#shared/contract/outcomes.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'

const movedBy: Readonly<Record<string, string>> = {
  mint: 'mintUnits',
  transfer: 'transferUnits',
  claim: 'createClaim',
  burn: 'burnUnits',
}

/** Other people's keys appear unused. */
export async function outcomeUnder({ sql }: Pick<InfraDeps, 'sql'>, actor: Actor, key: string): Promise<Outcome> {
  const became = await storedResultOf(sql, { tenantId: actor.tenantId, caller: userIdOf(actor), key })
  if (!became) return { isDone: false, call: null, answer: null }
  if ('movement' in became) {
    const { movement, ...answer } = became
    return { isDone: true, call: movedBy[movement] ?? movement, answer }
  }
  return { isDone: true, call: became.call, answer: JSON.parse(became.answer) }
}
