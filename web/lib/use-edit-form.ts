import { useEffect, useState } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { changesOf } from './changes-of.ts'
import { useSchemaForm } from './use-schema-form.ts'
import { useSignedIn } from './use-session.ts'

const values = z.record(z.string(), z.unknown())
/** What was changed, and what it was before. */
const keptEdit = z.object({ changes: values, before: values })

/**
 * A form of facts that are there already. Its changes are kept in this browser for this person until `forget` is called, so that
 * neither a reload nor the end of a session loses them. A fact that somebody else has changed since comes back as it is now.
 * `hasKept` says whether changes from before were found.
 */
export function useEditForm<Values extends FieldValues, Sent>(
  name: string,
  schema: z.ZodType<Sent, Values>,
  facts: Values & DefaultValues<Values>,
  special?: Readonly<Record<string, string>>,
): { form: UseFormReturn<Values, unknown, Sent>; hasKept: boolean; forget: () => void } {
  const key = `edit.${name}.${useSignedIn().userId}`
  const [kept] = useState(() => keptChanges(key, facts))
  const form = useSchemaForm(schema, { ...facts, ...kept }, special)
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => keep(key, changesOf(typed, facts), facts),
      }),
    [form, key, facts],
  )
  return { form, hasKept: Object.keys(kept).length > 0, forget: () => localStorage.removeItem(key) }
}

function keep(key: string, changes: Record<string, unknown>, facts: Record<string, unknown>): void {
  const names = Object.keys(changes)
  const before = Object.fromEntries(names.map((name) => [name, facts[name] ?? null]))
  if (names.length === 0) localStorage.removeItem(key)
  else localStorage.setItem(key, JSON.stringify({ changes, before }))
}

function keptChanges(key: string, facts: Record<string, unknown>): Record<string, unknown> {
  try {
    const { changes, before } = keptEdit.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
    const isStill = (name: string) => JSON.stringify(before[name] ?? null) === JSON.stringify(facts[name] ?? null)
    return Object.fromEntries(Object.entries(changes).filter(([name]) => isStill(name)))
  } catch {
    return {}
  }
}
