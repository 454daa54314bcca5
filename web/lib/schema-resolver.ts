import { type FieldErrors, type FieldValues, get, type Resolver, type ResolverOptions, set } from 'react-hook-form'
import type { z } from 'zod'
import { reasonOf, valueAt } from '#shared/contract/issues.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { refusalText } from './failure-text.ts'
import { loadRefusals } from './refusal-texts.ts'
import type { FigureReader } from './use-figures.ts'

/**
 * Validates a form by its request's schema, in the reader's language. An empty field is always "Required"; a figure's
 * fault comes from its reader. `special` has messages by field for rules without a reason.
 */
export function useSchemaResolver<Values extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Values>,
  special: Readonly<Record<string, string>> = {},
): Resolver<Values, unknown, Sent> {
  const { t, i18n } = useTranslation()
  return async (values, _, { fields }) => {
    const result = schema.safeParse(values)
    if (result.success) return { values: result.data, errors: {} }
    await loadRefusals()
    const errors: FieldErrors = {}
    const textOf = (issue: z.core.$ZodIssue, name: string) => {
      const value = valueAt(values, issue.path)
      const reader = readerOf(fields, name)
      if (reader && typeof value === 'string') return reader.refusal(value, t)
      return (
        (issue.code === 'custom' && !issue.params?.reason && special[name]) ||
        refusalText(reasonOf(issue, value), i18n) ||
        t('ui.invalid.format')
      )
    }
    for (const issue of result.error.issues) {
      const name = issue.path.join('.') || 'root'
      // Nested, as the form itself stores the fault of one changed field.
      if (!get(errors, name)) set(errors, name, { type: issue.code, message: textOf(issue, name) })
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** Undefined unless the field is a figure. */
function readerOf(fields: ResolverOptions<FieldValues>['fields'], name: string): FigureReader | undefined {
  const field = get<typeof fields, { setValueAs?: unknown } | undefined>(fields, name)
  return isFigureReader(field?.setValueAs) ? field.setValueAs : undefined
}

const isFigureReader = (read: unknown): read is FigureReader => typeof read === 'function' && 'refusal' in read
