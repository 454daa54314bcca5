import { DatabaseOutage } from '#server/infra/db/database.ts'
import { Failure } from '#shared/rules/failure.ts'

export type Finding = { verdict: 'ok' | 'warning' | 'wrong'; says: string; todo?: string }

/** If `look` throws, the finding is `wrong` and advises `todo`. */
export type Check = { subject: string; look(): Promise<Finding | Finding[]>; todo?: string; timeoutMs?: number }

export type Diagnosis = Finding & { subject: string }

const usualTimeoutMs = 5_000

export const ok = (says: string): Finding => ({ verdict: 'ok', says })
export const warning = (says: string, todo: string): Finding => ({ verdict: 'warning', says, todo })
export const wrong = (says: string, todo: string): Finding => ({ verdict: 'wrong', says, todo })

/** An error or timeout becomes a finding. */
export async function diagnosed(check: Check): Promise<Diagnosis[]> {
  const { subject, look, todo = 'see whether it runs and can be reached from here', timeoutMs = usualTimeoutMs } = check
  const late = Promise.withResolvers<Finding>()
  const timer = setTimeout(() => late.resolve(wrong(`no answer within ${timeoutMs / 1_000} s`, todo)), timeoutMs)
  const found = await Promise.race([look().catch((error: unknown) => wrong(reasonOf(error), todo)), late.promise])
  clearTimeout(timer)
  return [found].flat().map((finding) => ({ subject, ...finding }))
}

/** For an outage its cause, which our messages hide from callers. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isOutage = error instanceof Failure || error instanceof DatabaseOutage || error.message === 'fetch failed'
  if (isOutage && error.cause instanceof Error) return reasonOf(error.cause)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name
  return firstLine(error.message) || code
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}
