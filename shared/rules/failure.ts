import type texts from '#shared/texts/refusals/en.json'

/** Expected failures with HTTP status. Codes are stable. Other errors are bugs (500) or outages (503). */
export const failureStatus = {
  invalid: 400,
  infected: 400,
  unauthenticated: 401,
  forbidden: 403,
  suspended: 403,
  oneself: 403,
  own_work: 403,
  conflict_of_interest: 403,
  not_found: 404,
  timed_out: 408,
  conflict: 409,
  changed_meanwhile: 409,
  already_registered: 409,
  email_taken: 409,
  name_taken: 409,
  last_admin: 409,
  account_not_active: 409,
  nobody_receives: 409,
  not_yet_approved: 409,
  insufficient_balance: 409,
  exceeds_verified: 409,
  too_large: 413,
  unsupported_media: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  bug: 500,
  unavailable: 503,
} as const

export type FailureCode = keyof typeof failureStatus

/** Codes whose own sentence gives no cause, so that a reason is required. */
type GeneralCode = 'invalid' | 'forbidden' | 'not_found' | 'conflict'

type Reasons = typeof texts.refusals
/** A key under `refusals` in shared/texts; stable for API users. */
export type RefusalReason = {
  [Group in keyof Reasons & string]: `${Group}.${keyof Reasons[Group] & string}`
}[keyof Reasons & string]

/** Objects that have states, and objects that have an owner. */
export type Stateful = keyof Reasons['stands'] & string
export type Owned = keyof Reasons['notYours'] & string

/** Values for the sentence; days as `2026-03-04`, states as keys. */
export type RefusalFacts = Readonly<Record<string, string | number | readonly string[]>>

export type Refusal = { reason: RefusalReason; facts: RefusalFacts }

export function because(reason: RefusalReason, facts: RefusalFacts = {}): Refusal {
  return { reason, facts }
}

/** Another user's change to a fact under edit. `by` and `at` are null without an audit entry. */
export type Meanwhile = {
  now: unknown
  /** The names of the ids in `now`. */
  names: Readonly<Record<string, string>>
  /** A colleague's name, or an outsider's account. */
  by: string | null
  at: string | null
}

/** `reason` is a key under `refusals`, or under `ui` for schema faults. */
export type FailureDetail = {
  path: string
  message: string
  reason?: string | undefined
  facts?: RefusalFacts | undefined
  meanwhile?: Meanwhile
}

/** An expected failure. `message` is English, for API users; people see the reason's sentence. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly refusal: Refusal | undefined
  readonly details: FailureDetail[] | undefined

  constructor(code: Exclude<FailureCode, GeneralCode>, message: string, refusal?: Refusal, details?: FailureDetail[])
  constructor(code: FailureCode, message: string, refusal: Refusal, details?: FailureDetail[])
  constructor(code: FailureCode, message: string, refusal?: Refusal, details?: FailureDetail[]) {
    super(message)
    this.name = 'Failure'
    this.code = code
    this.refusal = refusal
    this.details = details
  }

  get status(): number {
    return failureStatus[this.code]
  }
}

export function isFailureCode(code: string): code is FailureCode {
  return Object.hasOwn(failureStatus, code)
}

/** `path` is the field's name in the request. */
export function invalidAt(path: string, message: string, refusal: Refusal): Failure {
  return new Failure('invalid', `${path}: ${message}`, refusal, [{ path, message, ...refusal }])
}

/** For `catch`: returns null for this code, rethrows other errors. */
export function nullOn(code: FailureCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof Failure && error.code === code) return null
    throw error
  }
}
