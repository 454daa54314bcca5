import type { z } from 'zod'
import { because, type FailureDetail, type RefusalFacts } from '#shared/rules/failure.ts'

/** As in `FailureDetail`. */
export type IssueReason = { reason: string; facts: RefusalFacts }

/** Returns why a schema refused the `value` at the issue's path. */
export function reasonOf(issue: z.core.$ZodIssue, value: unknown): IssueReason {
  switch (issue.code) {
    case 'unrecognized_keys':
      return because('invalid.unknownField', { field: issue.keys })
    case 'invalid_value':
      return isNothing(value) ? required : because('invalid.choice', { choices: issue.values.map(String) })
    case 'custom':
      return customReason(issue.params, value)
    default:
      return isNothing(value) ? required : reasonOfLimit(issue)
  }
}

/** Converts schema issues to failure details. `where` is the path of an issue about the whole input. */
export function detailsOf(issues: readonly z.core.$ZodIssue[], input: unknown, where: string): FailureDetail[] {
  return issues.flatMap(inBestForm).map((issue) => ({
    path: issue.path.join('.') || where,
    message: issue.message,
    ...reasonOf(issue, valueAt(input, issue.path)),
  }))
}

/**
 * Picks one form's issues of a union: the first form with a matching outline, else the first that faults a field, else
 * the union's own issue.
 */
function inBestForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const best = issue.errors.find((form) => !form.some(isOfOutline)) ?? issue.errors.find((form) => form.some(isOfField))
  return (best ?? []).length === 0
    ? [issue]
    : (best ?? []).map((each) => ({ ...each, path: [...issue.path, ...each.path] })).flatMap(inBestForm)
}

const isOfField = ({ path }: z.core.$ZodIssue) => path.length > 0
const isOfOutline = ({ code, path }: z.core.$ZodIssue) =>
  path.length === 0 && ['invalid_type', 'invalid_value', 'unrecognized_keys'].includes(code)

export function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (holder, name) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined),
    values,
  )
}

const formReason = (rule: string, facts: RefusalFacts = {}): IssueReason => ({ reason: `ui.invalid.${rule}`, facts })
const required = formReason('required')

/** An unticked box counts as empty. */
function isNothing(value: unknown): boolean {
  const isBlank = typeof value === 'string' && value.trim() === ''
  return value === undefined || value === null || value === false || isBlank
}

function reasonOfLimit(issue: z.core.$ZodIssue): IssueReason {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string') return formReason('tooShort', { count: Number(issue.minimum) })
      if (issue.origin === 'array') return because('invalid.tooFew', { least: Number(issue.minimum) })
      return formReason('tooSmall', { minimum: Number(issue.minimum) })
    case 'too_big':
      if (issue.origin === 'string') return formReason('tooLong', { count: Number(issue.maximum) })
      if (issue.origin === 'array') return because('invalid.tooMany', { most: Number(issue.maximum) })
      return formReason('tooBig', { maximum: Number(issue.maximum) })
    case 'invalid_format':
      return formReason(['url', 'date'].includes(issue.format) ? issue.format : 'format')
    default:
      return formReason('format')
  }
}

/** Our checks carry a reason, which a check of several fields may report on an absent field. */
function customReason(params: Record<string, unknown> | undefined, value: unknown): IssueReason {
  const { reason, facts = {} } = params ?? {}
  if (isNothing(value) && (value !== undefined || reason === undefined)) return required
  if (typeof reason === 'string') return { reason, facts: facts as RefusalFacts }
  return formReason('format')
}
