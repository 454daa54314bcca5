import type { TFunction } from 'i18next'
import { type FieldErrors, type FieldValues, get, type Resolver, type ResolverOptions } from 'react-hook-form'
import type { z } from 'zod'
import { limits } from '#shared/rules/limits.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { useFormat } from './format.ts'
import type { FigureReader } from './use-figures.ts'

/**
 * Validates a form by the schema of what it sends, with messages in the reader's language (the schema's own messages
 * are for the server and in English). For an empty field the message is always "Required", and for a text that is no figure what
 * the reader of its field says. `special` has the messages,
 * by field, for the schema's `refine` rules.
 */
export function useSchemaResolver<Values extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Values>,
  special: Readonly<Record<string, string>> = {},
): Resolver<Values, unknown, Sent> {
  const { t } = useTranslation()
  const format = useFormat()
  return async (values, _, { fields }) => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    const errors: FieldErrors = {}
    const textOf = (issue: z.core.$ZodIssue, name: string) => {
      const value = valueAt(values, issue.path)
      const reader = readerOf(fields, name)
      if (reader && typeof value === 'string') return reader.refusal(value, t)
      return (
        (issue.code === 'custom' && !issue.params?.rule && special[name]) ||
        issueText(issue, value, t, (bound) => format.figure(Number(bound)))
      )
    }
    for (const issue of result.error.issues) {
      const name = issue.path.join('.') || 'root'
      errors[name] ??= { type: issue.code, message: textOf(issue, name) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** The reader of a field for figures; undefined for any other field. */
function readerOf(fields: ResolverOptions<FieldValues>['fields'], name: string): FigureReader | undefined {
  const field = get<typeof fields, { setValueAs?: unknown } | undefined>(fields, name)
  return isFigureReader(field?.setValueAs) ? field.setValueAs : undefined
}

const isFigureReader = (read: unknown): read is FigureReader => typeof read === 'function' && 'refusal' in read

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (holder, name) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, name) : undefined),
    values,
  )
}

/** Returns the sentence for an issue that a schema found. */
function issueText(
  issue: z.core.$ZodIssue,
  value: unknown,
  t: TFunction,
  figure: (bound: number | bigint) => string,
): string {
  // The value of a box that is not ticked is false.
  if (value === undefined || value === null || value === false || (typeof value === 'string' && value.trim() === '')) {
    return t('ui.invalid.required')
  }
  switch (issue.code) {
    case 'too_small':
      return issue.origin === 'string'
        ? t('ui.invalid.tooShort', { count: Number(issue.minimum) })
        : t('ui.invalid.tooSmall', { minimum: figure(issue.minimum) })
    case 'too_big':
      return issue.origin === 'string'
        ? t('ui.invalid.tooLong', { count: Number(issue.maximum) })
        : t('ui.invalid.tooBig', { maximum: figure(issue.maximum) })
    case 'invalid_format':
      if (issue.format === 'email') return t('ui.invalid.email')
      if (issue.format === 'url') return t('ui.invalid.url')
      if (issue.format === 'date') return t('ui.invalid.date')
      return t('ui.invalid.format')
    case 'custom':
      return ruleText(issue.params?.rule, t)
    default:
      return t('ui.invalid.format')
  }
}

/** Returns the sentence for a rule about the characters of a text (shared/rules/writing.ts), or about days. */
function ruleText(rule: unknown, t: TFunction): string {
  switch (rule) {
    case 'oneLine':
      return t('ui.invalid.oneLine')
    case 'days':
      return t('ui.invalid.days', { first: limits.firstDay.slice(0, 4), last: limits.lastDay.slice(0, 4) })
    case 'webAddress':
      return t('ui.invalid.webAddress')
    case 'blank':
    case 'control':
    case 'hidden':
    case 'turned':
      return t('ui.invalid.hidden')
    default:
      return t('ui.invalid.format')
  }
}
