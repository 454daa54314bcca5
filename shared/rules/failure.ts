import type texts from '#shared/texts/refusals/en.json'

/**
 * The expected failures and the HTTP status of each. A code is stable; the message beside it is written for people.
 * Anything else that is thrown is a bug (500) or an outage (503).
 */
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

/** The codes whose own sentences (`failures` in shared/texts) do not say why. */
type GeneralCode = 'invalid' | 'forbidden' | 'not_found' | 'conflict'

type Reasons = typeof texts.refusals
/** Why something was refused: the key of its sentence under `refusals` in shared/texts, stable for users of the API. */
export type RefusalReason = {
  [Group in keyof Reasons & string]: `${Group}.${keyof Reasons[Group] & string}`
}[keyof Reasons & string]

/** What has states, and what somebody may own: there is a sentence about each. */
export type Stateful = keyof Reasons['stands'] & string
export type Owned = keyof Reasons['notYours'] & string

/** What a sentence names: figures, days as `2026-03-04`, states by their keys, and names as people wrote them. */
export type RefusalFacts = Readonly<Record<string, string | number | readonly string[]>>

export type Refusal = { reason: RefusalReason; facts: RefusalFacts }

/** The reason of a failure, with the facts that its sentence names. */
export function because(reason: RefusalReason, facts: RefusalFacts = {}): Refusal {
  return { reason, facts }
}

/** What somebody else made of a fact while the caller edited it. `by` and `at` are null where the audit log does not say. */
export type Meanwhile = {
  now: unknown
  /** What the ids in `now` are called. */
  names: Readonly<Record<string, string>>
  /** The name of a colleague; of somebody else, that of the account. */
  by: string | null
  at: string | null
}

/**
 * One thing that is wrong with the input: `path` says where, `message` what is allowed there. `reason` is the key of its
 * sentence in the reader's language: under `refusals`, or under `ui` for what the schemas find.
 */
export type FailureDetail = {
  path: string
  message: string
  reason?: string | undefined
  facts?: RefusalFacts | undefined
  meanwhile?: Meanwhile
}

/**
 * An expected failure. The message is in English, for users of the API; people read the sentence of the reason. A code that
 * says why by itself needs no reason.
 */
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

/** Makes the failure for input that is wrong at one place; `path` names the field as the caller wrote it. */
export function invalidAt(path: string, message: string, refusal: Refusal): Failure {
  return new Failure('invalid', `${path}: ${message}`, refusal, [{ path, message, ...refusal }])
}

/** Makes a handler for `catch` of a promise that returns null for a failure with this code, and throws any other error. */
export function nullOn(code: FailureCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof Failure && error.code === code) return null
    throw error
  }
}
