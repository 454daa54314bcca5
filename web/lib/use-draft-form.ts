import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { useSchemaForm } from './use-schema-form.ts'
import { useSignedIn } from './use-session.ts'

const texts = z.record(z.string(), z.string())

/**
 * A form whose texts are kept in this browser for this person, so that a session that ends does not lose them, until
 * `forget` is called. Without `fields` the texts of all fields are kept.
 */
export function useDraftForm<Values extends FieldValues, Sent>(
  { name, fields }: { name: string; fields?: readonly Path<Values>[] },
  schema: z.ZodType<Sent, Values>,
  defaultValues: DefaultValues<Values>,
  special?: Readonly<Record<string, string>>,
): { form: UseFormReturn<Values, unknown, Sent>; forget: () => void } {
  const key = `draft.${name}.${useSignedIn().userId}`
  const [kept] = useState(() => keptTexts(key, fields))
  const form = useSchemaForm(schema, { ...defaultValues, ...kept }, special)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => localStorage.setItem(key, JSON.stringify(textsOf(values, fields))),
      }),
    [form, key, fields],
  )
  return { form, forget: () => localStorage.removeItem(key) }
}

function keptTexts(key: string, fields: readonly string[] | undefined): Record<string, string> {
  try {
    return textsOf(texts.parse(JSON.parse(localStorage.getItem(key) ?? '{}')), fields)
  } catch {
    return {}
  }
}

function textsOf(
  values: Record<string, unknown>,
  fields: readonly string[] = Object.keys(values),
): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field]
      return typeof value === 'string' && value !== '' ? [[field, value]] : []
    }),
  )
}
