import { takesKey } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ReplyOf, WaitingOf } from '#shared/contract/endpoint.ts'
import type { readOutcome } from '#shared/contract/outcomes.ts'
import { addressOf, CallError, fieldOf, read } from './call.ts'
import { first } from './first-calls.ts'
import { type Sent, send } from './send.ts'

/** No reply came. `nothing`: the registry did nothing under the key; `unknown`: the registry was unreachable. */
export class LostAnswer extends Error {
  readonly outcome: 'nothing' | 'unknown'

  constructor(outcome: 'nothing' | 'unknown', options: ErrorOptions) {
    super('The answer was lost.', options)
    this.name = 'LostAnswer'
    this.outcome = outcome
  }
}

/** There is no connection: the change is stored and waits until the person sends it. */
export class Waits extends LostAnswer {
  constructor(options: ErrorOptions) {
    super('unknown', options)
    this.name = 'Waits'
  }
}

/** Throws if the registry is unreachable. */
export function readOutcomeOf(key: string): Promise<ReplyOf<typeof readOutcome>> {
  return read(first.readOutcome, addressOf(first.readOutcome, { query: { key } }), true)
}

/**
 * Sends a change under its key. Without a reply it queries the outcome, and returns the reply of a completed change or
 * throws a {@link LostAnswer}. Refusals are thrown as by `send`.
 */
export async function sendOnce<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  sent: Sent<E> & { idempotencyKey: string },
): Promise<ReplyOf<E> | WaitingOf<E>> {
  try {
    return await send(endpoint, sent)
  } catch (failed) {
    if (!takesKey(endpoint) || !isLost(failed)) throw failed
    const outcome = await readOutcomeOf(sent.idempotencyKey).catch(() => null)
    if (outcome === null) throw new LostAnswer('unknown', { cause: failed })
    if (!outcome.isDone) throw hasReason(failed) ? failed : new LostAnswer('nothing', { cause: failed })
    // Unchecked: the reply is this call's. The registry stores none for movements: send them again.
    if (endpoint.repeats !== 'movement') return outcome.answer as ReplyOf<E>
    return send(endpoint, sent).catch((cause: unknown) => {
      throw new LostAnswer('unknown', { cause })
    })
  }
}

function isLost(failed: unknown): boolean {
  return failed instanceof CallError ? failed.status >= 502 : failed instanceof TypeError
}

function hasReason(failed: unknown): boolean {
  return failed instanceof CallError && fieldOf(failed.body, 'code') !== undefined
}
