import { z } from 'zod'
import { because } from '#shared/rules/failure.ts'
import { byLanguage, translations } from '#shared/rules/languages.ts'
import { limits, megabyte, sizeOf } from '#shared/rules/limits.ts'
import { registryProtections } from '#shared/rules/protection.ts'
import { secondFactorRules } from '#shared/rules/second-factor.ts'
import { stepUpMinutes, stepUpRules } from '#shared/rules/step-up.ts'
import { comingOf } from './coming.ts'
import { endpoint } from './endpoint.ts'
import { email, line, name, quantity, text } from './fields.ts'

export const registryWords = z.object({
  name: z.string(),
  tagline: z.string(),
  about: z
    .string()
    .describe('what the registry is, on its front page; the product has words of its own where it is empty'),
  assetName: z.string(),
  assetNamePlural: z.string(),
  contactAddress: z.string(),
})
export type RegistryWords = z.output<typeof registryWords>

/** By language, then by listed type. */
export const projectTypeNames = z.object(byLanguage(translations, () => z.record(z.string(), z.string())))
export type ProjectTypeNames = z.output<typeof projectTypeNames>

const words = {
  name: name(limits.name),
  tagline: line(limits.organisation),
  about: text(limits.message),
  assetName: line(limits.name),
  assetNamePlural: line(limits.name),
  contactAddress: text(limits.location),
}
const translated = z.strictObject(words).partial().optional()

const bytesUpTo = (max: number) =>
  z
    .int('must be a whole number of bytes')
    .min(megabyte, `must be at least ${sizeOf(megabyte)}`)
    .max(max, `must be at most ${sizeOf(max)}`)
    .nullable()
const countUpTo = (max: number) =>
  z.int('must be a whole number').min(1, 'must be at least 1').max(max, `must be at most ${max}`).nullable()

/** Null selects the product's limit. */
export const limitsChange = z
  .strictObject({
    imageBytes: bytesUpTo(limits.imageBytes),
    documentBytes: bytesUpTo(limits.documentBytes),
    projectDocuments: countUpTo(limits.projectDocuments),
    accountUsers: countUpTo(limits.accountUsers),
    periodMonths: countUpTo(limits.periodMonths).describe('the longest monitoring period'),
  })
  .partial()

const projectTypes = z
  .array(line(limits.kind, 1))
  .min(1, 'name a type, or keep the usual list')
  .max(limits.projectTypes, `at most ${limits.projectTypes} types`)
  .refine((types) => new Set(types).size === types.length, {
    error: 'name each type once',
    params: because('settings.typeTwice'),
  })
  .nullable()

const undoMinutes = z
  .int('must be a whole number of minutes')
  .min(0, 'must not be below 0')
  .max(limits.undoMinutes, `must be at most ${limits.undoMinutes}`)

/** An empty name deletes the translation. */
const typeNames = z.record(z.string().max(limits.kind), line(limits.kind))

/** A missing fact stays unchanged; an empty translation falls back to the registry's own word. */
export const settingsChange = z
  .strictObject({
    ...words,
    name: name(limits.name, 1),
    assetName: line(limits.name, 1),
    assetNamePlural: line(limits.name, 1),
    owner: line(limits.organisation),
    contactEmail: email.or(z.literal('')),
    accent: z
      .string()
      .toLowerCase()
      .regex(/^#[0-9a-f]{6}$/, 'must be a colour, #rrggbb'),
    enableMarketplace: z.boolean(),
    openRegistration: z.boolean(),
    languageSelection: z.boolean(),
    claimsOfStoppedProjects: z.boolean().describe('whether units of suspended and withdrawn projects may be claimed'),
    transfersOfStoppedProjects: z.boolean().describe('whether they may be transferred'),
    approvalFrom: quantity
      .nullable()
      .describe('from this quantity on a second person approves mints, transfers, claims and burns; null: never'),
    acceptsTransfers: z.boolean().describe('whether each transfer waits until its recipient accepts'),
    dailyCap: quantity.nullable().describe('what one person may move out of any account in 24 hours; null: anything'),
    undoClaimsMinutes: undoMinutes.describe('how long a claim can be undone before its units are retired'),
    undoTransfersMinutes: undoMinutes.describe('the same for transfers, before the units move'),
    secondFactorFor: z
      .enum(secondFactorRules)
      .describe('who must sign in with a second factor at the built-in provider'),
    stepUp: z
      .enum(stepUpRules)
      .describe(
        `before sensitive acts: recent asks for a sign-in of the last ${stepUpMinutes} minutes, strong also for a second factor`,
      ),
    stepUpFactorFrom: quantity
      .nullable()
      .describe('from this quantity on, recent asks for a second factor, too; null: never'),
    texts: z.strictObject(byLanguage(translations, () => translated)),
    limits: limitsChange,
    projectTypes,
    projectTypeNames: z.strictObject(byLanguage(translations, () => typeNames.optional())),
  })
  .partial()
export type SettingsChange = z.output<typeof settingsChange>

/** A deployment setting can fix these facts against changes by the registry's admins. */
export const deploymentFacts = [
  'name',
  'tagline',
  'owner',
  'assetName',
  'assetNamePlural',
  'contactEmail',
  'contactAddress',
  'enableMarketplace',
  'languageSelection',
] as const
export type DeploymentFact = (typeof deploymentFacts)[number]

export const settings = z.object({
  ...registryWords.shape,
  owner: z.string(),
  contactEmail: z.string(),
  accent: z.string(),
  enableMarketplace: z.boolean(),
  openRegistration: z.boolean(),
  languageSelection: z.boolean(),
  claimsOfStoppedProjects: z.boolean(),
  transfersOfStoppedProjects: z.boolean(),
  approvalFrom: quantity.nullable(),
  acceptsTransfers: z.boolean(),
  dailyCap: quantity.nullable(),
  undoClaimsMinutes: z.int(),
  undoTransfersMinutes: z.int(),
  secondFactorFor: z.enum(secondFactorRules),
  stepUp: z.enum(stepUpRules),
  stepUpFactorFrom: quantity.nullable(),
  texts: z.object(byLanguage(translations, () => registryWords)),
  limits: z.object({
    imageBytes: z.int().nullable(),
    documentBytes: z.int().nullable(),
    projectDocuments: z.int().nullable(),
    accountUsers: z.int().nullable(),
    periodMonths: z.int().nullable(),
  }),
  projectTypes: z.array(z.string()).nullable().describe('what its projects may be; null is the usual list'),
  projectTypeNames: projectTypeNames.describe('what its types are called in other languages, where it says so'),
  coming: comingOf(registryProtections),
  version: z.int().describe('said again with a change, so that nobody writes over what another admin has just said'),
  signInStates: z
    .object({ time: z.boolean(), strength: z.boolean() })
    .describe("whether the caller's token states when the sign-in was (auth_time), and how strong (acr)"),
  setByDeployment: z.array(z.enum(deploymentFacts)).describe('what no admin of the registry can change'),
})
export type Settings = z.output<typeof settings>

export const readSettings = endpoint({
  name: 'readSettings',
  method: 'GET',
  path: '/api/registry/settings',
  summary: "What the caller's registry decides of itself: words, look, flags and limits",
  access: 'tenant.administer',
  reply: settings,
  failures: ['unauthenticated', 'forbidden'],
})

export const changeSettings = endpoint({
  name: 'changeSettings',
  method: 'PATCH',
  path: '/api/registry/settings',
  summary:
    "Changes the settings of the caller's registry that are said; weaker rules for movements and sign-ins begin a day later",
  access: 'tenant.administer',
  isSensitive: true,
  body: settingsChange.extend({
    was: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        `as elsewhere; facts are named by their paths, such as texts.fr.tagline, and names of types are lines, Reef = Récif`,
      ),
    isBelowMeant: z
      .boolean()
      .optional()
      .describe(
        'a limit below what an account or a project has already is refused, unless it is said that it is meant',
      ),
    version: z.int().optional().describe('the version that was read; then nothing may have changed since'),
  }),
  reply: settings,
  failures: ['unauthenticated', 'forbidden', 'conflict', 'changed_meanwhile', 'invalid'],
})

export const keepSetting = endpoint({
  name: 'keepSetting',
  method: 'POST',
  path: '/api/registry/settings/keep',
  summary: "Keeps a rule of the caller's registry of which a weaker value is to come",
  access: 'tenant.administer',
  body: z.strictObject({ name: z.enum(registryProtections) }),
  reply: settings,
  failures: ['unauthenticated', 'forbidden', 'invalid'],
})
