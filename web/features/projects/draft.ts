import { z } from 'zod'

const key = 'draft.newProject'
const text = z.string().catch('')
const draft = z.object({
  projectName: text,
  description: text,
  methodologyId: text,
  measurementProviderId: text,
  verificationProviderId: text,
  startDate: text,
  endDate: text,
})
type Draft = z.output<typeof draft>

/** What was typed into the request of a new project and not sent yet; empty fields when there is nothing. */
export function readDraft(): Draft {
  try {
    return draft.parse(JSON.parse(localStorage.getItem(key) ?? '{}'))
  } catch {
    return draft.parse({})
  }
}

/** Keeps what is typed, in this browser only. */
export function keepDraft(values: unknown): void {
  localStorage.setItem(key, JSON.stringify(values))
}

export function forgetDraft(): void {
  localStorage.removeItem(key)
}
