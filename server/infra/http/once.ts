import { type Database, inTenant } from '#server/infra/db/database.ts'
import { type Became, forgetAnswer, type KeyedCall, underKey, whatBecame } from '#server/infra/db/once.ts'
import type { ReadUpload, Upload } from '#server/infra/files/upload.ts'
import { Written } from '#server/infra/written.ts'
import { because, Failure } from '#shared/rules/failure.ts'

/** Reads the upload of a call under a key, whose request is known only then. */
type KeyedUpload = (read: ReadUpload, hashOf: (call: KeyedCall, upload: Upload) => Uint8Array) => ReadUpload

/** Makes a call under a key: once, however often it comes. Returns the answer of its work, or the first answer as it was. */
export type MakeOnce = <Answer>(
  call: KeyedCall,
  work: (upload: KeyedUpload) => Promise<Answer>,
) => Promise<Answer | Written<Answer>>

/** Thrown out of the work of a repeated upload, of which only now is known that it is the same. */
class AnsweredBefore extends Error {
  readonly answer: string

  constructor(answer: string) {
    super('The call was answered before.')
    this.answer = answer
  }
}

/**
 * Makes calls under keys once. Of two under one key at the same time the second waits for the first; of two in two processes the
 * database keeps one, and the other gets its answer. Fails with `idempotency_mismatch` when the key belongs to another request.
 */
export function callsOnce(sql: Database): MakeOnce {
  const running = new Map<string, Promise<void>>()
  return async (call, work) => {
    const name = JSON.stringify([call.tenantId, call.caller, call.key])
    for (let first = running.get(name); first; first = running.get(name)) await first
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(name, promise)
    try {
      return await made(sql, call, work)
    } finally {
      running.delete(name)
      resolve()
    }
  }
}

async function made<Answer>(
  sql: Database,
  call: KeyedCall,
  work: (upload: KeyedUpload) => Promise<Answer>,
): Promise<Answer | Written<Answer>> {
  const before = await whatBecame(sql, call)
  if (before && call.requestHash) return new Written(sameAnswer(before, call))
  try {
    return await underKey(call, () => work(uploadAfter(before, call)))
  } catch (error) {
    if (error instanceof AnsweredBefore) return new Written(error.answer)
    if (call.kept !== null) {
      // What was to be done beside the database failed: the same call goes on from there.
      await inTenant(sql, call.tenantId, (tx) => forgetAnswer(tx, call))
      throw error
    }
    // Another process may have been faster, or the effect is there and the word of the database was lost.
    const meanwhile = call.requestHash && (await whatBecame(sql, call).catch(() => null))
    if (!meanwhile) throw error
    return new Written(sameAnswer(meanwhile, call))
  }
}

/** Takes the file of an upload in, also where nothing more may be added: it says whether the request is the same. */
function uploadAfter(before: Became | null, call: KeyedCall): KeyedUpload {
  return (read, hashOf) => async (taking) => {
    const upload = await read(before ? { ...taking, beforeFile: async () => {} } : taking)
    call.requestHash = hashOf(call, upload)
    if (!before) return upload
    await upload[Symbol.asyncDispose]()
    throw new AnsweredBefore(sameAnswer(before, call))
  }
}

function sameAnswer(became: Became, { call, requestHash }: KeyedCall): string {
  const isSame =
    'answer' in became && became.call === call && requestHash !== null && became.requestHash.equals(requestHash)
  if (!isSame) {
    throw new Failure(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request.',
      because('request.keyUsed'),
    )
  }
  return became.answer
}
