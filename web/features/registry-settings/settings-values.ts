import { z } from 'zod'
import { limitsChange, type Settings, type SettingsChange, settingsChange } from '#shared/contract/settings.ts'
import { byLanguage, translations } from '#shared/rules/languages.ts'
import { limits, megabyte } from '#shared/rules/limits.ts'
import { settingFacts } from '#shared/rules/setting-facts.ts'
import { linesOf } from '#web/lib/lines-of.ts'

const megabytesUpTo = (bytes: number) =>
  z
    .number()
    .min(1)
    .max(bytes / megabyte)
    .nullable()

export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}

/** Sizes are in megabytes. */
const wholeForm = settingsChange
  .omit({ limits: true, projectTypes: true })
  .extend({
    accent: z.string().refine(isColour),
    imageMegabytes: megabytesUpTo(limits.imageBytes),
    documentMegabytes: megabytesUpTo(limits.documentBytes),
    projectDocuments: limitsChange.shape.projectDocuments,
    accountUsers: limitsChange.shape.accountUsers,
    periodMonths: limitsChange.shape.periodMonths,
    projectTypes: z.string().transform(typesOf).pipe(settingsChange.shape.projectTypes.unwrap()),
  })
  .transform(
    ({
      imageMegabytes,
      documentMegabytes,
      projectDocuments,
      accountUsers,
      periodMonths,
      projectTypeNames,
      ...rest
    }) => ({
      ...rest,
      projectTypeNames: byLanguage(translations, (language) =>
        namesOf(rest.projectTypes, projectTypeNames?.[language]),
      ),
      limits: {
        imageBytes: bytesOf(imageMegabytes),
        documentBytes: bytesOf(documentMegabytes),
        projectDocuments,
        accountUsers,
        periodMonths,
      },
    }),
  )
export type SettingsValues = z.input<typeof wholeForm>
export const settingsForm: z.ZodType<SettingsChange, SettingsValues> = wholeForm

export function valuesOf({
  version,
  setByDeployment,
  signInStates,
  coming,
  limits: own,
  projectTypes,
  ...rest
}: Settings): SettingsValues {
  return {
    ...rest,
    imageMegabytes: own.imageBytes && own.imageBytes / megabyte,
    documentMegabytes: own.documentBytes && own.documentBytes / megabyte,
    projectDocuments: own.projectDocuments,
    accountUsers: own.accountUsers,
    periodMonths: own.periodMonths,
    projectTypes: projectTypes?.join('\n') ?? '',
  }
}

const bytesOf = (megabytes: number | null) => megabytes && Math.round(megabytes * megabyte)

/** Returns form values as settings by path, for the call. */
export function wireOf(values: SettingsValues): Record<string, unknown> {
  const {
    imageMegabytes,
    documentMegabytes,
    projectDocuments,
    accountUsers,
    periodMonths,
    projectTypes,
    projectTypeNames,
    ...rest
  } = values
  const own = {
    imageBytes: bytesOf(imageMegabytes),
    documentBytes: bytesOf(documentMegabytes),
    projectDocuments: projectDocuments ?? null,
    accountUsers: accountUsers ?? null,
    periodMonths: periodMonths ?? null,
  }
  const names = byLanguage(translations, (language) => namesOf(typesOf(projectTypes), projectTypeNames?.[language]))
  return settingFacts({ ...rest, limits: own, projectTypes: typesOf(projectTypes), projectTypeNames: names })
}

/** Converts settings by path to form values. */
export function factsOf(wire: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wire).map(([path, now]): [string, unknown] => {
      if (path === 'limits.imageBytes') return ['imageMegabytes', typeof now === 'number' ? now / megabyte : null]
      if (path === 'limits.documentBytes') return ['documentMegabytes', typeof now === 'number' ? now / megabyte : null]
      if (path === 'projectTypes') return [path, Array.isArray(now) ? now.join('\n') : '']
      if (path.startsWith('projectTypeNames.')) return [path, namesIn(now)]
      return [path.replace('limits.', ''), now]
    }),
  )
}

function namesIn(lines: unknown): Record<string, string> {
  const entries = Array.isArray(lines) ? lines.map(String) : []
  return Object.fromEntries(
    entries.map((line): [string, string] => {
      const [type = '', ...name] = line.split(' = ')
      return [type, name.join(' = ')]
    }),
  )
}

/** Null keeps the standard types. */
function typesOf(text: string): string[] | null {
  const types = linesOf(text)
  return types.length > 0 ? types : null
}

/** Drops translations of removed types. */
function namesOf(types: readonly string[] | null | undefined, names: Readonly<Record<string, string>> = {}) {
  return Object.fromEntries(Object.entries(names).filter(([type]) => types?.includes(type)))
}
