import { useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, set, type UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import type { Call } from '#shared/contract/calls.ts'
import type { Endpoint, ReplyOf } from '#shared/contract/endpoint.ts'
import type { FailureDetail, Meanwhile } from '#shared/rules/failure.ts'
import { CallError } from './call.ts'
import { changesOf } from './changes-of.ts'
import { draftKey, readDraft, storeDraft } from './drafts.ts'
import type { Refused } from './failure-text.ts'
import { detailsIn } from './refusal.ts'
import type { Sent } from './send.ts'
import { useAct } from './use-act.ts'
import { useSchemaForm } from './use-schema-form.ts'

/** Somebody else changed the fact during the edit. */
export type Conflict = Meanwhile & { field: string }

export type EditForm<Values extends FieldValues, Changes extends object, Reply> = {
  /** Submits the changed facts, and their earlier values in `was`. */
  form: UseFormReturn<Values, unknown, Changes & { was: Record<string, unknown> }>
  /** Null on failure. */
  save: (sent: object) => Promise<Reply | null>
  failure: string | null
  refused: Refused | null
  error: Error | null
  conflicts: readonly Conflict[]
  /** The form's value, as the call sends it. */
  mineOf: (field: string) => unknown
  /** Resolves a conflict with the form's value or the stored one. */
  settle: (field: string, whose: 'mine' | 'theirs') => void
  /** Whether unsaved values of an earlier visit are shown. */
  isRestored: boolean
  /** How many facts differ from the saved ones; facts that go together are one. */
  changes: number
  discard: () => void
  /** Deletes the stored edit. */
  forget: () => void
  /** Restarts from saved facts; what was typed since the submission stays. */
  startFrom: (facts: Values) => void
  /** Increases when values change outside the fields. */
  version: number
}

const values = z.record(z.string(), z.unknown())
const none: readonly string[] = []
const asTheyAre = (facts: Record<string, unknown>): Record<string, unknown> => facts
const storedEdit = z.object({ changes: values, before: values })

/**
 * A form that sends only changes, with their earlier values (`was`, see `wasOf` in the contract). If somebody else
 * changed the same facts, the registry refuses, and `conflicts` lists them until settled. Unsaved changes are stored in
 * this browser per person and `subject`.
 * Facts in `together` are sent together, such as a place; `isWhole` sends all. `wireOf` and `factsOf` convert between
 * the form's facts and the call's; nested facts go by path. With `pick` the schema checks the whole form, and `pick`
 * selects what is sent.
 */
export function useEditForm<E extends Endpoint, Values extends FieldValues, Changes extends object>(
  endpoint: E,
  {
    subject,
    facts,
    schema,
    refresh,
    special,
    together = none,
    isWhole = false,
    wireOf = asTheyAre,
    factsOf = (wire) => wire,
    pick,
  }: {
    subject: string
    facts: Values & DefaultValues<Values>
    /** Without `was`. */
    schema: z.ZodType<Changes>
    refresh: readonly Call[]
    special?: Readonly<Record<string, string>>
    together?: readonly string[]
    isWhole?: boolean
    wireOf?: (facts: Values) => Record<string, unknown>
    factsOf?: (wire: Record<string, unknown>) => Record<string, unknown>
    pick?: (body: Changes, names: readonly string[]) => Changes
  },
): Omit<EditForm<Values, Changes, ReplyOf<E>>, 'save'> & {
  save: (sent: Omit<Sent<E>, 'idempotencyKey'>) => Promise<ReplyOf<E> | null>
} {
  const key = draftKey('edit', subject)
  const [restored] = useState(() => restoredEdit(key, facts))
  const [base, setBase] = useState<Values>({ ...facts, ...restored.before })
  const [isRestored, setIsRestored] = useState(Object.keys(restored.changes).length > 0)
  const [changes, setChanges] = useState(0)
  const [version, setVersion] = useState(0)
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([])
  const { act, failure, refused, error, clear } = useAct(endpoint, {
    refresh,
    onFailure: (_, error) => setConflicts(conflictsIn(error)),
  })

  const body = z.transform((typed: Values, context): Changes & { was: Record<string, unknown> } => {
    const was = wireOf(base)
    const names = namesOf(wireOf(typed), was, { together, isWhole })
    const read = schema.safeParse(pick ? typed : partOf(typed, names))
    if (read.success) return { ...(pick?.(read.data, names) ?? read.data), was: orNull(partOf(was, names)) }
    for (const issue of read.error.issues) context.issues.push({ ...issue, input: typed } as z.core.$ZodRawIssue)
    return z.NEVER
  })
  const form = useSchemaForm(body, { ...facts, ...restored.before, ...restored.changes }, special)

  useEffect(() => {
    const store = (typed: Values) => {
      const changes = changesOf(typed, base)
      const isOther = Object.keys(changes).length > 0
      const sent = Object.keys(changesOf(wireOf(typed), wireOf(base)))
      setChanges(new Set(sent.map((name) => (together.includes(name) ? together[0] : name))).size)
      storeDraft(key, isOther ? { changes, before: partOf(base, namesOf(typed, base, { together, isWhole })) } : null)
    }
    store(form.getValues())
    return form.subscribe({ formState: { values: true }, callback: ({ values: typed }) => store(typed) })
  }, [form, key, base, together, isWhole, wireOf])

  const submitted = useRef<Values | null>(null)
  function startFrom(next: Values) {
    const later = submitted.current ? changesOf(form.getValues(), submitted.current) : {}
    restart(next, { ...next, ...later })
  }
  function restart(next: Values, shown: Values) {
    submitted.current = null
    setBase(next)
    form.reset(shown)
    setIsRestored(false)
    setConflicts([])
    setVersion(version + 1)
    clear()
  }
  function settle(field: string, whose: 'mine' | 'theirs') {
    const fields = together.includes(field) ? together : [field]
    const there = conflicts.filter((conflict) => fields.includes(conflict.field))
    const left = conflicts.filter((conflict) => !fields.includes(conflict.field))
    const now = factsOf(Object.fromEntries(there.map((conflict) => [conflict.field, conflict.now])))
    const next = withFacts(base, now)
    setBase(next)
    if (whose === 'theirs') {
      const others = together.includes(field) ? partOf(next, together) : {}
      form.reset(withFacts({ ...form.getValues(), ...others }, now))
      setVersion(version + 1)
    }
    setConflicts(left)
    if (left.length === 0) clear()
  }
  return {
    form,
    failure,
    refused,
    error,
    conflicts,
    settle,
    isRestored,
    changes,
    startFrom,
    version,
    mineOf: (field) => wireOf(form.getValues())[field],
    discard: () => restart(facts, facts),
    forget: () => storeDraft(key, null),
    save: async (sent) => {
      const typed = structuredClone(form.getValues())
      submitted.current = typed
      const saved = await act(sent)
      if (saved !== null) {
        // The registry has these values now.
        setBase(typed)
        setIsRestored(false)
        storeDraft(key, null)
      }
      return saved
    },
  }
}

/** The facts to send. */
function namesOf<Values extends object>(
  typed: Values,
  base: Values,
  { together, isWhole }: { together: readonly string[]; isWhole: boolean },
): string[] {
  if (isWhole) return Object.keys(base)
  const changed = Object.keys(changesOf(typed, base))
  return together.some((name) => changed.includes(name)) ? [...new Set([...changed, ...together])] : changed
}

function partOf<Values extends object>(facts: Values, names: readonly string[]): Partial<Values> {
  const part: Partial<Values> = { ...facts }
  for (const name in part) if (!names.includes(name)) delete part[name]
  return part
}

/** JSON drops undefined, but `was` must include empty values. */
function orNull(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, value ?? null]))
}

/** Replaces facts by path. */
function withFacts<Values extends object>(facts: Values, others: Record<string, unknown>): Values {
  const copy = structuredClone(facts)
  for (const [path, value] of Object.entries(others)) set(copy, path, value)
  return copy
}

function conflictsIn(error: Error): Conflict[] {
  if (!(error instanceof CallError) || error.code !== 'changed_meanwhile') return []
  return detailsIn(error).flatMap(({ path, meanwhile }: FailureDetail) =>
    meanwhile ? [{ ...meanwhile, field: path }] : [],
  )
}

/** Drops unknown facts, and changes that the facts already have. */
function restoredEdit(key: string, facts: Record<string, unknown>): z.output<typeof storedEdit> {
  const read = storedEdit.safeParse(readDraft(key))
  if (!read.success) return { changes: {}, before: {} }
  const changes = changesOf(known(read.data.changes, facts), facts)
  return { changes, before: Object.keys(changes).length > 0 ? known(read.data.before, facts) : {} }
}

function known(some: Record<string, unknown>, facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(some).filter(([name]) => Object.hasOwn(facts, name)))
}
