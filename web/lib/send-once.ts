import { takesKey } from '#shared/contract/calls.ts'
import type { CallOf, Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import type { readOutcome } from '#shared/contract/outcomes.ts'
import { addressOf, CallError, fieldOf, read } from './call.ts'
import { first } from './first-calls.ts'
import { type Sent, send } from './send.ts'

/** No answer came. `became` says whether the registry could be asked, and has done nothing under the key. */
export class LostAnswer extends Error {
  readonly became: 'nothing' | 'unknown'

  constructor(became: 'nothing' | 'unknown', options: ErrorOptions) {
    super('The answer was lost.', options)
    this.name = 'LostAnswer'
    this.became = became
  }
}

/** Asks what became of the call under a key; throws where the registry cannot be asked. */
export function whatBecameOf(key: string): Promise<ReplyOf<typeof readOutcome>> {
  return read(first.readOutcome, addressOf(first.readOutcome, { query: { key } }), true)
}

/**
 * Sends a change under its key. Where no answer comes, the registry is asked what became of it: what was done is returned as if its
 * answer had come, and of anything else a {@link LostAnswer} is thrown. Refusals are thrown as by `send`.
 */
export async function sendOnce<E extends Endpoint>(
  endpoint: E | CallOf<E>,
  sent: Sent<E> & { idempotencyKey: string },
): Promise<ReplyOf<E>> {
  try {
    return await send(endpoint, sent)
  } catch (failed) {
    if (!takesKey(endpoint) || !isLost(failed)) throw failed
    const became = await whatBecameOf(sent.idempotencyKey).catch(() => null)
    if (became === null) throw new LostAnswer('unknown', { cause: failed })
    if (!became.isDone) throw hasReason(failed) ? failed : new LostAnswer('nothing', { cause: failed })
    // The door from the wire: the answer is that of this call. A movement, of which the registry keeps no answer, is answered again.
    if (endpoint.repeats !== 'movement') return became.answer as ReplyOf<E>
    return send(endpoint, sent).catch((cause: unknown) => {
      throw new LostAnswer('unknown', { cause })
    })
  }
}

/** Nothing of ours came back, or nothing that says what was done. */
function isLost(failed: unknown): boolean {
  return failed instanceof CallError ? failed.status >= 502 : failed instanceof TypeError
}

/** Whether the registry itself said why it did nothing. */
function hasReason(failed: unknown): boolean {
  return failed instanceof CallError && fieldOf(failed.body, 'code') !== undefined
}
