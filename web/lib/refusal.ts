import type { FailureDetail, RefusalFacts } from '#shared/rules/failure.ts'
import { type CallError, fieldOf } from './call.ts'

/** The server's faults of single fields. */
export function detailsIn({ body }: CallError): FailureDetail[] {
  const details: unknown = Object(body).details
  if (!Array.isArray(details)) return []
  return details.flatMap((detail: unknown) => {
    const [path, message] = [fieldOf(detail, 'path'), fieldOf(detail, 'message')]
    if (path === undefined || message === undefined) return []
    return [{ path, message, ...refusalIn(detail), ...meanwhileOf(detail) }]
  })
}

function meanwhileOf(detail: unknown): Pick<FailureDetail, 'meanwhile'> {
  const { meanwhile } = Object(detail)
  if (typeof meanwhile !== 'object' || meanwhile === null) return {}
  const { now, names } = meanwhile
  const checked = {
    now,
    names: Object(names),
    by: fieldOf(meanwhile, 'by') ?? null,
    at: fieldOf(meanwhile, 'at') ?? null,
  }
  return { meanwhile: checked }
}

/** Null without a reason. */
export function refusalIn(body: unknown): { reason: string; facts: RefusalFacts } | null {
  const reason = fieldOf(body, 'reason')
  const facts: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'facts') : undefined
  // Unchecked: the server follows the contract.
  return reason === undefined ? null : { reason, facts: (facts ?? {}) as RefusalFacts }
}
