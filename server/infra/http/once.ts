import { type Database, inTenant } from '#server/infra/db/database.ts'
import { forgetAnswer, type KeyedCall, type StoredResult, storedResultOf, underKey } from '#server/infra/db/once.ts'
import type { ReadUpload, Upload } from '#server/infra/files/upload.ts'
import { Written } from '#server/infra/written.ts'
import { because, Failure } from '#shared/rules/failure.ts'

/** The request's hash is known only after the upload. */
type KeyedUpload = (read: ReadUpload, hashOf: (call: KeyedCall, upload: Upload) => Uint8Array) => ReadUpload

/** Returns the result, or the stored first answer. */
export type MakeOnce = <Answer>(
  call: KeyedCall,
  work: (upload: KeyedUpload) => Promise<Answer>,
) => Promise<Answer | Written<Answer>>

/** Aborts a repeated upload, recognised after its file. */
class AnsweredBefore extends Error {
  readonly answer: string

  constructor(answer: string) {
    super('The call was answered before.')
    this.answer = answer
  }
}

/**
 * Runs a keyed call once. Concurrent calls with one key wait; across processes the database accepts one, and the others
 * return its answer. Fails with `idempotency_mismatch` if the key belongs to another request.
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
  const before = await storedResultOf(sql, call)
  if (before && call.requestHash) return new Written(sameAnswer(before, call))
  try {
    return await underKey(call, () => work(uploadAfter(before, call)))
  } catch (error) {
    if (error instanceof AnsweredBefore) return new Written(error.answer)
    if (call.storedAnswer !== null) {
      // Work outside the database failed and must run again.
      await inTenant(sql, call.tenantId, (tx) => forgetAnswer(tx, call))
      throw error
    }
    // Another process was faster, or the answer of COMMIT was lost.
    const meanwhile = call.requestHash && (await storedResultOf(sql, call).catch(() => null))
    if (!meanwhile) throw error
    return new Written(sameAnswer(meanwhile, call))
  }
}

/** Reads the upload even of an answered call, to compare the requests. */
function uploadAfter(before: StoredResult | null, call: KeyedCall): KeyedUpload {
  return (read, hashOf) => async (taking) => {
    const upload = await read(before ? { ...taking, beforeFile: async () => {} } : taking)
    call.requestHash = hashOf(call, upload)
    if (!before) return upload
    await upload[Symbol.asyncDispose]()
    throw new AnsweredBefore(sameAnswer(before, call))
  }
}

function sameAnswer(stored: StoredResult, { call, requestHash }: KeyedCall): string {
  const isSame =
    'answer' in stored && stored.call === call && requestHash !== null && stored.requestHash.equals(requestHash)
  if (!isSame) {
    throw new Failure(
      'idempotency_mismatch',
      'This Idempotency-Key was used for another request.',
      because('request.keyUsed'),
    )
  }
  return stored.answer
}
