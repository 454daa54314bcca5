import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { draftKey, readDraft, storeDraft } from './drafts.ts'
import { deleteIntention, intentionName, newKey, readIntention, storeIntention } from './intention.ts'
import { useSchemaForm } from './use-schema-form.ts'

const typed = z.record(z.string(), z.union([z.string(), z.number()]))
type Typed = z.output<typeof typed>

/**
 * A form that stores texts and numbers in this browser per person and `subject` until `forget`. `fields` defaults to
 * all; ticked boxes are never stored, because a person must tick them deliberately. `isRestored`: stored values are shown;
 * `discard` clears them. `once` is the draft's name for `useAct`.
 */
export function useDraftForm<Values extends FieldValues, Sent>(
  { subject, fields }: { subject: string; fields?: readonly Path<Values>[] },
  schema: z.ZodType<Sent, Values>,
  defaultValues: NoInfer<DefaultValues<Values>>,
  special?: Readonly<Record<string, string>>,
): {
  form: UseFormReturn<Values, unknown, Sent>
  once: string
  forget: () => void
  isRestored: boolean
  discard: () => void
} {
  const key = draftKey('draft', subject)
  const once = intentionName(key)
  const [restored] = useState(() => typedIn(typed.safeParse(readDraft(key)).data ?? {}, fields))
  const [isRestored, setIsRestored] = useState(() => Object.keys(differing(restored, defaultValues)).length > 0)
  const form = useSchemaForm(schema, { ...defaultValues, ...restored }, special)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => {
          const draft = typedIn(values, fields)
          storeDraft(key, Object.keys(differing(draft, defaultValues)).length > 0 ? draft : null)
          if (!readIntention(once)) storeIntention(once, { key: newKey(), isLost: false })
        },
      }),
    [form, key, fields, defaultValues, once],
  )
  const forget = () => {
    storeDraft(key, null)
    if (!readIntention(once)?.isLost) deleteIntention(once)
  }
  return {
    form,
    once,
    isRestored,
    forget,
    discard: () => {
      form.reset(defaultValues)
      forget()
      setIsRestored(false)
    },
  }
}

function typedIn(values: Record<string, unknown>, fields: readonly string[] = Object.keys(values)): Typed {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field]
      const isTyped = typeof value === 'string' ? value !== '' : typeof value === 'number' && Number.isFinite(value)
      return isTyped ? [[field, value as string | number]] : []
    }),
  )
}

function differing(draft: Typed, defaults: Readonly<Record<string, unknown>>): Typed {
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => value !== defaults[name]))
}
