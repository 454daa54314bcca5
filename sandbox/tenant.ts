import { userInfo } from 'node:os'
import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { connectDatabase, type Database } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { embeddedDirectory } from '#server/identity/directory.ts'
import { linkFor } from '#server/identity/operator-link.ts'
import { identitySites } from '#server/identity/sites.ts'
import { openLog } from '#server/log.ts'
import { connectMail } from '#server/mail/mail.ts'
import { retrySettlement } from '#server/settlement/retry.ts'
import {
  asOperator,
  changeTenant,
  createTenant,
  setTenantStatus,
  type TenantRecord,
  tenantChange,
  tenantDraft,
  tenantFacts,
  tenantRecords,
} from '#server/tenants/administering.ts'
import { ensureConfiguredTenant, heldFacts } from '#server/tenants/configured.ts'
import { siteOf } from '#server/tenants/sites.ts'
import { externalDirectory } from '#server/users/external-directory.ts'
import { invite } from '#server/users/inviting.ts'
import { translations } from '#shared/contract/settings.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { Failure } from '#shared/rules/failure.ts'
import { megabyte } from '#shared/rules/limits.ts'
import { openEmbeddedDatabase } from './database.ts'

/** `npm run tenant`: the tenants of DATABASE_URL, or of the embedded database, running or not. */
const usage = `npm run tenant -- list
npm run tenant -- create ID --name NAME --asset-name UNIT --asset-name-plural UNITS [--serial-prefix ABC] [what is said below]
npm run tenant -- set ID [what is said below] [--remove-host HOST …]
npm run tenant -- invite ID EMAIL --first-name NAME --last-name NAME [--language en|fr|sw]      an admin of it
npm run tenant -- reset ID EMAIL      a link with which somebody of it chooses a new password
npm run tenant -- suspend ID
npm run tenant -- resume ID
npm run tenant -- retry ID      sends its parked movements to the chain again

  --name, --tagline, --owner            what the registry is called, stands for and whose it is
  --asset-name, --asset-name-plural     what its units are called
  --contact-email, --contact-address    whom to write to
  --accent #rrggbb                      the colour of its site
  --marketplace true|false              whether its market place is open
  --open-registration true|false        whether strangers may register at its site
  --language-selection true|false       whether readers choose the language on its screens
  --name-fr, --tagline-sw, …            the same words in French or Swahili: name, tagline, asset-name, asset-name-plural,
                                        contact-address; said empty they are those without a language
  --max-image-mb, --max-document-mb     the largest picture and document that it accepts
  --max-project-documents, --max-account-users
                                        how many a project and an account may have; “default” is the product's own limit
  --add-host HOST                       a host name of its site; may be repeated
  --serial-prefix                       first segment of its serial numbers, for good (made from ID)`

class Misunderstood extends Error {}

const wordOptions = {
  name: 'name',
  tagline: 'tagline',
  assetName: 'asset-name',
  assetNamePlural: 'asset-name-plural',
  contactAddress: 'contact-address',
} as const
const flags: readonly string[] = ['marketplace', 'open-registration', 'language-selection']
const sizes: readonly string[] = ['max-image-mb', 'max-document-mb']
const counts: readonly string[] = ['max-project-documents', 'max-account-users']

/** Options by the fact that they say, as the error of a schema names its place. */
const options: Readonly<Record<string, string>> = {
  ...wordOptions,
  ...Object.fromEntries(
    translations.flatMap((language) =>
      Object.entries(wordOptions).map(([word, option]) => [`texts.${language}.${word}`, `${option}-${language}`]),
    ),
  ),
  owner: 'owner',
  contactEmail: 'contact-email',
  accent: 'accent',
  enableMarketplace: 'marketplace',
  openRegistration: 'open-registration',
  languageSelection: 'language-selection',
  'limits.imageBytes': 'max-image-mb',
  'limits.documentBytes': 'max-document-mb',
  'limits.projectDocuments': 'max-project-documents',
  'limits.accountUsers': 'max-account-users',
  serialPrefix: 'serial-prefix',
  addHosts: 'add-host',
  removeHosts: 'remove-host',
}
/** What is said of somebody who is invited. */
const personOptions: Readonly<Record<string, string>> = {
  firstName: 'first-name',
  lastName: 'last-name',
  language: 'language',
}

try {
  await main()
} catch (error) {
  const isExpected = error instanceof Misunderstood || error instanceof ConfigError || error instanceof Failure
  if (!isExpected) throw error
  console.error(error.message)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const config = readConfig()
  const act = actOf(process.argv.slice(2), config)
  const embedded = config.DATABASE_URL === undefined ? await openEmbeddedDatabase(config.DATA_DIR, () => {}) : null
  const sql = connectDatabase(config.DATABASE_URL ?? embedded?.url ?? '', { max: 1, name: 'registry tenants' })
  try {
    await migrate(sql)
    await ensureConfiguredTenant({ sql, config })
    console.log(await act(sql))
  } finally {
    await sql.end()
    await embedded?.stop()
  }
}

/** What the words ask for; everything is checked before the database is opened. */
function actOf(args: string[], config: Config): (sql: Database) => Promise<string> {
  const { positionals, given } = readArguments(args)
  const [verb, tenantId, ...more] = positionals
  const operator = userInfo().username
  if (verb === 'invite' && tenantId !== undefined && more.length === 1) {
    const person = checked(inviteUser.body, { ...given, email: more[0], role: 'TenantAdmin' })
    return (sql) => inviteAdmin({ sql, config }, tenantId, person, operator)
  }
  if (verb === 'reset' && tenantId !== undefined && more.length === 1) {
    const address = checked(inviteUser.body.pick({ email: true }), { ...given, email: more[0] }).email
    return (sql) => resetLink({ sql, config }, tenantId, address, operator)
  }
  if (more.length > 0) throw new Misunderstood(`What is “${more[0]}”?\n\n${usage}`)
  if (verb === 'list' && tenantId === undefined) return async (sql) => table(await tenantRecords(sql))
  if (tenantId === undefined) throw new Misunderstood(usage)
  for (const host of [given.addHosts].flat()) refuseOwnHost(config, tenantId, host)
  if (verb === 'create') {
    const draft = checked(tenantDraft, { id: tenantId, ...given })
    return async (sql) => described(await createTenant(sql, draft, operator))
  }
  if (verb === 'set') {
    if (Object.keys(given).length === 0) throw new Misunderstood(`Say what to set.\n\n${usage}`)
    const change = checked(tenantChange, given)
    const held = heldFacts(config, tenantId)
    return async (sql) => described(await changeTenant(sql, tenantId, change, operator, held))
  }
  if (verb === 'retry') return async (sql) => `${await retrySettlement(sql, tenantId, operator)} movements wait again.`
  const status = { suspend: 'suspended', resume: 'active' } as const
  if (verb !== 'suspend' && verb !== 'resume') throw new Misunderstood(usage)
  return async (sql) => described(await setTenantStatus(sql, tenantId, status[verb], operator))
}

function readArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.values({ ...options, ...personOptions }).map((name) => [
          name,
          { type: 'string' as const, multiple: name.endsWith('-host') },
        ]),
      ),
    })
    const given = Object.entries({ ...options, ...personOptions }).flatMap(([fact, name]) =>
      values[name] === undefined ? [] : [[fact, wordOf(name, values[name])] as const],
    )
    return { positionals, given: nested(given) }
  } catch (error) {
    if (error instanceof Misunderstood) throw error
    throw new Misunderstood(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}

function wordOf(option: string, value: unknown): unknown {
  if (flags.includes(option)) {
    if (value !== 'true' && value !== 'false') throw new Misunderstood(`--${option} must be true or false`)
    return value === 'true'
  }
  if (!sizes.includes(option) && !counts.includes(option)) return value
  if (value === 'default') return null
  if (typeof value !== 'string' || !/^\d+(\.\d+)?$/.test(value)) {
    throw new Misunderstood(`--${option} must be a number or “default”`)
  }
  return sizes.includes(option) ? Math.round(Number(value) * megabyte) : Number(value)
}

type Given = readonly (readonly [fact: string, value: unknown])[]

/** What is said of `texts.fr.name` is a name in the texts in fr. */
function nested(given: Given): Record<string, unknown> {
  const heads = new Set(given.map(([fact]) => fact.replace(/\..*/, '')))
  return Object.fromEntries(
    [...heads].map((head) => {
      const inside = given.flatMap(
        ([fact, value]): Given => (fact.startsWith(`${head}.`) ? [[fact.slice(head.length + 1), value]] : []),
      )
      return [head, inside.length > 0 ? nested(inside) : given.find(([fact]) => fact === head)?.[1]]
    }),
  )
}

/** Somebody who can administer a tenant from its site: with the first one nobody has to. */
async function inviteAdmin(
  { sql, config }: { sql: Database; config: Config },
  tenantId: string,
  person: z.output<typeof inviteUser.body>,
  operator: string,
): Promise<string> {
  const origin = await siteToSignInAt({ sql, config }, tenantId)
  const log = openLog(config)
  const mail = config.SMTP_URL ? connectMail(config.SMTP_URL, config.REGISTRY_CONTACT_EMAIL) : null
  const directory = config.embedded.identity
    ? embeddedDirectory({ sql, sites: identitySites({ sql, config }), mail, log })
    : externalDirectory(config.OIDC_AUTHORITY)
  const asAdmin = { ...asOperator(operator, tenantId), isTenantAdmin: true }
  const { invitationUrl } = await invite({ sql, directory, forgetActors: () => {} }, asAdmin, person)
  return invitationUrl === null
    ? `${person.email} is on the way to ${origin}: the identity provider has sent the invitation, or knows this person.`
    : `Pass this link on; it works once, for seven days:\n${invitationUrl}`
}

/** A way back in for who forgot the password where no mail is sent. The operator could take any other way in as well. */
async function resetLink(
  { sql, config }: { sql: Database; config: Config },
  tenantId: string,
  email: string,
  operator: string,
): Promise<string> {
  if (!config.embedded.identity) throw new Misunderstood(`Passwords are kept at ${config.OIDC_AUTHORITY}.`)
  await siteToSignInAt({ sql, config }, tenantId)
  const deps = { sql, sites: identitySites({ sql, config }) }
  const { url, purpose } = await linkFor(deps, tenantId, email, asOperator(operator, tenantId))
  return `Pass this link on; it works once, for ${purpose === 'reset' ? 'one hour' : 'seven days'}:\n${url}`
}

/** With the embedded provider people sign in at their registry's site: a link to any other one would be dead. */
async function siteToSignInAt(deps: { sql: Database; config: Config }, tenantId: string): Promise<string> {
  const { origin } = await siteOf(deps, tenantId)
  const isElsewhere = tenantId !== deps.config.TENANT_ID && origin === deps.config.PUBLIC_URL
  if (!deps.config.embedded.identity || !isElsewhere) return origin
  throw new Misunderstood(`${tenantId} has no host name yet: npm run tenant -- set ${tenantId} --add-host HOST`)
}

/** At PUBLIC_URL people meet the configured tenant, and sign in to it. */
function refuseOwnHost(config: Config, tenantId: string, host: unknown): void {
  if (tenantId === config.TENANT_ID || host !== new URL(config.PUBLIC_URL).hostname) return
  throw new Misunderstood(`${host} is the host of PUBLIC_URL, where the tenant of TENANT_ID is met.`)
}

function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given)
  if (read.success) return read.data
  throw new Misunderstood(read.error.issues.map((issue) => `${nameOf(issue)} ${saidOf(issue)}`).join('\n'))
}

function nameOf({ path, ...issue }: z.core.$ZodIssue): string {
  const fact = issue.code === 'unrecognized_keys' ? (issue.keys[0] ?? '') : path.filter(isName).join('.')
  if (fact === 'email') return 'EMAIL'
  return fact === 'id' ? 'ID' : `--${options[fact] ?? personOptions[fact]}`
}

/** What stands in a list is named by its number. */
function isName(part: PropertyKey): boolean {
  return typeof part === 'string'
}

function saidOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return 'cannot be said here.'
  return issue.code === 'invalid_type' && issue.input === undefined ? 'is missing.' : `${issue.message}.`
}

function table(tenants: readonly TenantRecord[]): string {
  const rows = [
    ['ID', 'NAME', 'STATUS', 'SERIALS', 'HOSTS'],
    ...tenants.map(({ id, name, status, serialPrefix, hosts }) => [id, name, status, serialPrefix, hosts.join(' ')]),
  ]
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function described(tenant: TenantRecord): string {
  const { hosts, mintingPausedReason, ...facts } = tenantFacts(tenant)
  const lines = { ...facts, hosts: tenant.hosts.join(' '), ...(mintingPausedReason ? { mintingPausedReason } : {}) }
  return Object.entries(lines)
    .map(([name, value]) => `${name.padEnd(26)}${value ?? 'default'}`)
    .join('\n')
}
