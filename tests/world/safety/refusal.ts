import { z } from 'zod'
import { failureStatus, isFailureCode } from '#shared/rules/failure.ts'

const why = {
  reason: z.string().min(1).optional(),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])).optional(),
}

const refusal = z.strictObject({
  code: z.string().refine(isFailureCode),
  message: z.string().min(1),
  ...why,
  details: z.array(z.strictObject({ path: z.string(), message: z.string(), ...why })).optional(),
  requestId: z.uuid(),
})

/** Internal details of the server. */
const leaks =
  /\n\s+at |node_modules|\.ts:\d+|PostgresError|violates|relation "|column "|syntax error at|ECONN|TypeError|Cannot read prop|is not a function|Unexpected token/

/** Describes the fault of a refusal, or null. */
export function faultOf(status: number, contentType: string | null, body: string): string | null {
  if (status >= 500) return `status ${status}: ${body.slice(0, 300)}`
  if (status < 400) return null
  if (!contentType?.startsWith('application/json')) return `status ${status} as ${contentType}`
  const read = refusal.safeParse(parsed(body))
  if (!read.success) return `status ${status} with ${body.slice(0, 200)}`
  const { code, message } = read.data
  if (isFailureCode(code) && failureStatus[code] !== status) return `status ${status} says ${code}`
  return leaks.test(message) ? `leaks: ${message.slice(0, 200)}` : null
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
