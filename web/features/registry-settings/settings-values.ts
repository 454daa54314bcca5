import { z } from 'zod'
import { limitsChange, type Settings, settingsChange } from '#shared/contract/settings.ts'
import { byLanguage, translations } from '#shared/rules/languages.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import { linesOf } from '#web/lib/lines-of.ts'
import { storeOf } from '#web/lib/store.ts'

const megabytesUpTo = (bytes: number) =>
  z
    .number()
    .min(1)
    .max(bytes / megabyte)
    .transform((size) => Math.round(size * megabyte))
    .nullable()

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** The settings as the form has them: sizes in megabytes. */
export const settingsForm = settingsChange
  .omit({ limits: true, projectTypes: true })
  .extend({
    accent: z.string().refine(isColour),
    imageMegabytes: megabytesUpTo(limits.imageBytes),
    documentMegabytes: megabytesUpTo(limits.documentBytes),
    projectDocuments: limitsChange.shape.projectDocuments,
    accountUsers: limitsChange.shape.accountUsers,
    projectTypes: z.string().transform(typesOf).pipe(settingsChange.shape.projectTypes.unwrap()),
  })
  .transform(({ imageMegabytes, documentMegabytes, projectDocuments, accountUsers, projectTypeNames, ...said }) => ({
    ...said,
    projectTypeNames: byLanguage(translations, (language) => namesOf(said.projectTypes, projectTypeNames?.[language])),
    limits: { imageBytes: imageMegabytes, documentBytes: documentMegabytes, projectDocuments, accountUsers },
  }))
export type SettingsValues = z.input<typeof settingsForm>

export function valuesOf({ version, setByDeployment, limits: own, projectTypes, ...said }: Settings): SettingsValues {
  return {
    ...said,
    imageMegabytes: own.imageBytes && own.imageBytes / megabyte,
    documentMegabytes: own.documentBytes && own.documentBytes / megabyte,
    projectDocuments: own.projectDocuments,
    accountUsers: own.accountUsers,
    projectTypes: projectTypes?.join('\n') ?? '',
  }
}

/** The types of a list; null where the usual ones are kept. */
function typesOf(text: string): string[] | null {
  const types = linesOf(text)
  return types.length > 0 ? types : null
}

/** What the types of a list are called; names of types that were taken off it are not sent. */
function namesOf(types: readonly string[] | null | undefined, names: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(Object.entries(names).filter(([type]) => types?.includes(type)))
}

/**
 * What was typed and not saved, and the settings from which it began. It outlives the screen, but not the page: the
 * browser asks before it closes or reloads a page that has a draft.
 */
export type Draft = { base: Settings; values: SettingsValues }
const kept = storeOf<Draft | null>(null)

export const readDraft = kept.get
export const useDraft = kept.use

export function keepDraft(draft: Draft | null): void {
  if (draft) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
  kept.set(draft)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
