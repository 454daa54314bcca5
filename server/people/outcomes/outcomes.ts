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
  const result = await storedResultOf(sql, { tenantId: actor.tenantId, caller: userIdOf(actor), key })
  if (!result) return { isDone: false, call: null, answer: null }
  if ('movement' in result) {
    const { movement, ...answer } = result
    return { isDone: true, call: movedBy[movement] ?? movement, answer }
  }
  return { isDone: true, call: result.call, answer: JSON.parse(result.answer) }
}
