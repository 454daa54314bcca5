import { byLanguage, type Translation, translations } from './languages.ts'

export type SettingFact = string | number | boolean | null | string[]
type Settings = { [name: string]: SettingFact | Settings | undefined }

/** Flattens facts to paths such as `texts.fr.tagline`; names of types become lines `Reef = Récif`. */
export function settingFacts({
  projectTypeNames,
  ...facts
}: Settings & { projectTypeNames: Record<Translation, Record<string, string>> }): Record<string, SettingFact> {
  const names = byLanguage(translations, (language) =>
    Object.entries(projectTypeNames[language]).map((typeAndName) => typeAndName.join(' = ')),
  )
  return Object.fromEntries(flat({ ...facts, projectTypeNames: names }))
}

function flat(facts: Settings, prefix = ''): [string, SettingFact][] {
  return Object.entries(facts).flatMap(([name, value]): [string, SettingFact][] => {
    if (value === undefined) return []
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isNested ? flat(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]]
  })
}

/** Returns the nested facts at these paths. */
export function settingsAt(facts: object, paths: readonly string[], prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
      const path = `${prefix}${name}`
      if (paths.includes(path)) return [[name, value]]
      return paths.some((each) => each.startsWith(`${path}.`)) ? [[name, settingsAt(value, paths, `${path}.`)]] : []
    }),
  )
}
