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

/** One thing that is wrong with the input: `path` says where, `message` what is allowed there. */
export type FailureDetail = { path: string; message: string; meanwhile?: Meanwhile }

/** What somebody else made of a fact while the caller edited it. `by` and `at` are null where the audit log does not say. */
export type Meanwhile = {
  now: unknown
  /** What the ids in `now` are called. */
  names: Readonly<Record<string, string>>
  /** The name of a colleague; of somebody else, that of the account. */
  by: string | null
  at: string | null
}

export class Failure extends Error {
  readonly code: FailureCode
  readonly details: FailureDetail[] | undefined

  constructor(code: FailureCode, message: string, details?: FailureDetail[]) {
    super(message)
    this.name = 'Failure'
    this.code = code
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
export function invalidAt(path: string, message: string): Failure {
  return new Failure('invalid', `${path}: ${message}`, [{ path, message }])
}

/** Makes a handler for `catch` of a promise that returns null for a failure with this code, and throws any other error. */
export function nullOn(code: FailureCode): (error: unknown) => null {
  return (error) => {
    if (error instanceof Failure && error.code === code) return null
    throw error
  }
}
