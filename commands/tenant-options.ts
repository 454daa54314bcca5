import type { z } from 'zod'
import { readArguments } from '#server/app/arguments.ts'
import { Refused } from '#server/infra/refused.ts'
import { translations } from '#shared/rules/languages.ts'
import { megabyte } from '#shared/rules/limits.ts'

/** Parses an option; throws Refused, naming what is allowed. */
type Read = (text: string, option: string) => unknown

type ReadList = (texts: readonly string[], option: string) => unknown

const asItIs: Read = (text) => text
const flag: Read = (text, option) => {
  if (text !== 'true' && text !== 'false') throw new Refused(`--${option} must be true or false`)
  return text === 'true'
}
/** Null: the product's default. */
const count: Read = (text, option) => {
  if (text === 'default') return null
  if (!/^\d+(\.\d+)?$/.test(text)) throw new Refused(`--${option} must be a number or “default”`)
  return Number(text)
}
const megabytes: Read = (text, option) => {
  const number = count(text, option)
  return typeof number === 'number' ? Math.round(number * megabyte) : number
}

const words = {
  name: 'name',
  tagline: 'tagline',
  about: 'about',
  assetName: 'asset-name',
  assetNamePlural: 'asset-name-plural',
  contactAddress: 'contact-address',
}
/** The option of each fact; keys are the schema's error paths. */
const settings: Readonly<Record<string, string>> = {
  ...words,
  ...Object.fromEntries(
    translations.flatMap((language) =>
      Object.entries(words).map(([word, option]) => [`texts.${language}.${word}`, `${option}-${language}`]),
    ),
  ),
  owner: 'owner',
  contactEmail: 'contact-email',
  accent: 'accent',
  enableMarketplace: 'marketplace',
  openRegistration: 'open-registration',
  languageSelection: 'language-selection',
  claimsOfStoppedProjects: 'claims-of-stopped-projects',
  transfersOfStoppedProjects: 'transfers-of-stopped-projects',
  approvalFrom: 'approval-from',
  dailyCap: 'daily-cap',
  acceptsTransfers: 'accepts-transfers',
  undoClaimsMinutes: 'undo-claims-minutes',
  undoTransfersMinutes: 'undo-transfers-minutes',
  secondFactorFor: 'second-factor-for',
  stepUp: 'step-up',
  stepUpFactorFrom: 'step-up-factor-from',
  'limits.imageBytes': 'max-image-mb',
  'limits.documentBytes': 'max-document-mb',
  'limits.projectDocuments': 'max-project-documents',
  'limits.accountUsers': 'max-account-users',
  'limits.periodMonths': 'max-period-months',
  projectTypes: 'project-type',
  ...Object.fromEntries(
    translations.map((language) => [`projectTypeNames.${language}`, `project-type-name-${language}`]),
  ),
  addHosts: 'add-host',
}
/** Parses `type=name` pairs: translated project types. */
const typeNames: ReadList = (texts, option) =>
  Object.fromEntries(
    texts.map((text) => {
      const [type = '', name] = text.split(/=(.*)/s)
      if (name === undefined) throw new Refused(`--${option} must be a type, “=” and its name`)
      return [type.trim(), name.trim()]
    }),
  )

/** Repeatable options without a parser are lists of text. */
const readingList: Readonly<Record<string, ReadList>> = Object.fromEntries(
  translations.map((language) => [`projectTypeNames.${language}`, typeNames]),
)

const reading: Readonly<Record<string, Read>> = {
  enableMarketplace: flag,
  openRegistration: flag,
  languageSelection: flag,
  claimsOfStoppedProjects: flag,
  transfersOfStoppedProjects: flag,
  approvalFrom: count,
  dailyCap: count,
  acceptsTransfers: flag,
  undoClaimsMinutes: count,
  undoTransfersMinutes: count,
  stepUpFactorFrom: count,
  'limits.imageBytes': megabytes,
  'limits.documentBytes': megabytes,
  'limits.projectDocuments': count,
  'limits.accountUsers': count,
  'limits.periodMonths': count,
}

export const optionsOf = {
  create: { ...settings, serialPrefix: 'serial-prefix' },
  set: { ...settings, removeHosts: 'remove-host' },
  invite: { firstName: 'first-name', lastName: 'last-name', language: 'language' },
} satisfies Record<string, Readonly<Record<string, string>>>

/** Reads positionals and facts, nested for their schema. Throws Refused, naming what is wrong and allowed. */
export function readFacts(
  args: string[],
  usage: string,
  words: readonly string[],
  options: Readonly<Record<string, string>> = {},
) {
  const isRepeated = (option: string) => option.endsWith('-host') || option.startsWith('project-type')
  const { values, positionals } = readArguments(args, {
    usage,
    words,
    options: Object.fromEntries(
      Object.values(options).map((option) => [option, { type: 'string' as const, multiple: isRepeated(option) }]),
    ),
  })
  const facts = Object.entries(options).flatMap(([fact, option]): Fact[] => {
    const value = values[option]
    if (value === undefined) return []
    if (Array.isArray(value)) return [[fact, readingList[fact]?.(value, option) ?? value]]
    return [[fact, typeof value === 'string' ? (reading[fact] ?? asItIs)(value, option) : value]]
  })
  return { words: positionals, facts: nested(facts) }
}

type Fact = readonly [name: string, value: unknown]

/** Nests `texts.fr.name` as `texts: { fr: { name } }`. */
function nested(facts: readonly Fact[]): Record<string, unknown> {
  const heads = new Set(facts.map(([name]) => name.replace(/\..*/, '')))
  return Object.fromEntries(
    [...heads].map((head) => {
      const inside = facts.flatMap(([name, value]): Fact[] =>
        name.startsWith(`${head}.`) ? [[name.slice(head.length + 1), value]] : [],
      )
      return [head, inside.length > 0 ? nested(inside) : facts.find(([name]) => name === head)?.[1]]
    }),
  )
}

/** Returns the parsed facts. Throws Refused, naming each wrong option. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  facts: unknown,
  options: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const read = schema.safeParse(facts)
  if (read.success) return read.data
  throw new Refused(
    read.error.issues
      .map(({ path, message, ...issue }) => {
        // Paths to list items contain indexes.
        const fact = path.filter((part) => typeof part === 'string').join('.')
        const name = options[fact] === undefined ? fact.toUpperCase() : `--${options[fact]}`
        const isMissing = issue.code === 'invalid_type' && issue.input === undefined
        return isMissing ? `${name} is missing.` : `${name}: ${message}.`
      })
      .join('\n'),
  )
}
