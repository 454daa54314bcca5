import { resolve } from 'node:path'
import { z } from 'zod'
import { email, text } from '#shared/contract/fields.ts'
import { limits } from '#shared/rules/limits.ts'
import { addressesIn } from './database-addresses.ts'
import { Refused } from './refused.ts'
import { isWellKnownKey } from './well-known-keys.ts'

const flag = (otherwise: boolean) =>
  z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .default(otherwise)
const wholeNumber = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(error).int(error).min(min, error).max(max, error)
}
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const isDatabase = (url: string) => z.url({ protocol: /^postgres(ql)?$/ }).safeParse(url).success
/** One or several servers: `postgres://user@one:5432,other:5432/name`. */
const databaseAddress = z
  .string()
  .refine(
    (url) => addressesIn(url).every(isDatabase),
    'must be a postgres:// address, with commas between several hosts',
  )
const webAddress = address.transform((value) => value.replace(/\/+$/, ''))
/** The registry's pages, links and tokens have no path prefix. */
const siteAddress = webAddress.refine(
  (value) => URL.canParse(value) && new URL(value).href === `${new URL(value).origin}/`,
  'must be an address without a path, such as https://registry.example.org',
)
const proxies = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim()))
  .pipe(
    z.array(
      z.union(
        [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
        'must be addresses or networks, such as 10.0.0.5,10.1.0.0/16',
      ),
    ),
  )

const settings = z.object({
  NODE_ENV: z
    .string()
    .transform(asNodeEnv)
    .pipe(z.enum(['development', 'test', 'production'], 'must be development, test or production'))
    .default('development'),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_URL: siteAddress.optional(),
  TRUSTED_PROXIES: proxies.optional(),
  DRAIN_SECONDS: wholeNumber(0, 60).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_APP_URL: databaseAddress.optional(),
  DATABASE_POOL_URL: databaseAddress.optional(),
  DATABASE_READ_URL: databaseAddress.optional(),
  CHAIN_RPC_URL: address.optional(),
  CHAIN_OPERATOR_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a private key: 0x and 64 hexadecimal digits')
    .optional(),
  CHAIN_CONFIRMATIONS: wholeNumber(1, 1_000).default(2),
  CHAIN_EXPLORER_URL: webAddress.optional(),
  OIDC_AUTHORITY: address.or(z.literal('embedded')).optional(),
  OIDC_CLIENT_ID: z.string().min(1).default('registry-web'),
  OIDC_AUDIENCE: z.string().min(1).default('registry-api'),
  OIDC_GROUPS_CLAIM: z.string().min(1).default('groups'),
  OIDC_GROUPS_DELIMITER: z
    .string()
    .regex(/^[^\p{L}\p{N}|_/-]$/u, 'must be one character that no group has: no letter, digit, "|", "_", "-" or "/"')
    .optional(),
  OIDC_LOGOUT_URL: address.optional(),
  TENANT_ID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be letters, digits, "_" and "-"')
    .default('sample'),
  CELL_PREFIXES: z
    .string()
    .regex(/^[A-Z0-9]{1,36}$/, 'must be capital letters and digits')
    .optional(),
  REGISTRY_NAME: text(limits.name, 1).default('Sample Registry'),
  REGISTRY_TAGLINE: text(limits.organisation).default('Outcomes that anyone can check'),
  REGISTRY_OWNER: text(limits.organisation).default('Sample Registry Foundation'),
  REGISTRY_ASSET_NAME: text(limits.name, 1).default('Outcome Unit'),
  REGISTRY_ASSET_NAME_PLURAL: text(limits.name, 1).default('Outcome Units'),
  REGISTRY_CONTACT_EMAIL: email.default('contact@registry.test'),
  REGISTRY_CONTACT_ADDRESS: text(limits.location).default('1 Harbour Road, Mombasa, Kenya'),
  ENABLE_MARKETPLACE: flag(false),
  LANGUAGE_SELECTION: flag(true),
  ENVIRONMENT: z.string().min(1).default('staging'),
  IMAGES_URL: webAddress.optional(),
  DOCUMENTS_URL: webAddress.optional(),
  CLAIMS_PDF_URL: webAddress.optional(),
  DOCUMENT_LINK_SECONDS: wholeNumber(1, 3_600).default(60),
  SESSION_IDLE_MINUTES: wholeNumber(20, 720).default(60),
  STORAGE_URL: z
    .string()
    .regex(/^(s3:\/\/|disk$)/, 'must be disk or s3://bucket/prefix')
    .default('disk'),
  CLAMAV_URL: z
    .string()
    .regex(/^tcp:\/\/(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}$/, 'must be tcp://host:port')
    .optional(),
  BACKUP_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  SENTRY_DSN: address.optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),
  SANDBOX_STORY: flag(true),
  SANDBOX_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
})

/** Enough for two failed health checks, two seconds apart. */
const productionDrainSeconds = 5

type Settings = z.output<typeof settings>

/** The embedded identity provider's path on every site. */
export const identityPath = '/identity'

export type Config = Settings & {
  PUBLIC_URL: string
  LOG_LEVEL: (typeof logLevels)[number]
  /** How long a stopping process still answers. */
  DRAIN_SECONDS: number
  IMAGES_URL: string
  DOCUMENTS_URL: string
  CLAIMS_PDF_URL: string
  OIDC_AUTHORITY: string
  /** Absolute. */
  DATA_DIR: string
  /** Names of the settings in the environment. */
  given: readonly string[]
  /**
   * Services that run embedded for lack of a setting. `OIDC_AUTHORITY=embedded` brings the identity provider without
   * sandbox people and sample data.
   */
  embedded: { database: boolean; chain: boolean; identity: boolean; people: boolean }
}

/** One line per invalid setting. */
export class ConfigError extends Refused {}

/**
 * Validates the settings; nothing else reads the environment. Empty values count as unset. `isWatched`: the output is a
 * terminal. Throws a ConfigError that names each invalid setting and its allowed values.
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>> = process.env,
  isWatched = process.stdout.isTTY,
): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  refuseMisspelt(Object.keys(given))
  const read = settings.safeParse(given)
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))
  }
  const { DATABASE_URL, DATABASE_APP_URL, DATABASE_POOL_URL, DATABASE_READ_URL } = read.data
  if (DATABASE_URL === undefined && (DATABASE_APP_URL ?? DATABASE_POOL_URL ?? DATABASE_READ_URL) !== undefined) {
    throw new ConfigError(
      'DATABASE_APP_URL, DATABASE_POOL_URL and DATABASE_READ_URL need DATABASE_URL, which leads to PostgreSQL itself.',
    )
  }
  const config = {
    ...withDefaults(read.data, isWatched),
    given: Object.keys(settings.shape).filter((name) => name in given),
  }
  refuseSandboxInPublic(config)
  return config
}

/** Shorter names resemble those of other programs. */
const shortestWatched = 8
const fewestSlips = 2

/** A misspelt setting would silently have its default. */
function refuseMisspelt(names: readonly string[]): void {
  const known = Object.keys(settings.shape)
  const lines = names.flatMap((name) => {
    if (known.includes(name) || name.length < shortestWatched) return []
    const closest = known.find((setting) => setting.length >= shortestWatched && slips(name, setting) <= fewestSlips)
    return closest ? [`${name} is no setting; is ${closest} meant?`] : []
  })
  if (lines.length > 0) throw new ConfigError(lines.join('\n'))
}

/** The Levenshtein distance. */
function slips(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

function withDefaults(given: Settings, isWatched: boolean): Omit<Config, 'given'> {
  const publicUrl = given.PUBLIC_URL ?? `http://localhost:${given.PORT}`
  const { OIDC_AUTHORITY: authority = 'embedded' } = given
  const isEmbeddedIdentity = authority === 'embedded'
  return {
    ...given,
    PUBLIC_URL: publicUrl,
    // At a terminal, only problems.
    LOG_LEVEL: given.LOG_LEVEL ?? (isWatched ? 'warn' : 'info'),
    DRAIN_SECONDS: given.DRAIN_SECONDS ?? (given.NODE_ENV === 'production' ? productionDrainSeconds : 0),
    IMAGES_URL: given.IMAGES_URL ?? `${publicUrl}/images`,
    DOCUMENTS_URL: given.DOCUMENTS_URL ?? `${publicUrl}/documents`,
    CLAIMS_PDF_URL: given.CLAIMS_PDF_URL ?? `${publicUrl}/certificates`,
    OIDC_AUTHORITY: isEmbeddedIdentity ? `${publicUrl}${identityPath}` : authority,
    DATA_DIR: resolve(given.DATA_DIR),
    embedded: {
      database: given.DATABASE_URL === undefined,
      chain: given.CHAIN_RPC_URL === undefined,
      identity: isEmbeddedIdentity,
      people: given.OIDC_AUTHORITY === undefined,
    },
  }
}

/** Whether a host name always means this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^((.+\.)?localhost\.?|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** The sandbox's people and chain keys are well known. */
function refuseSandboxInPublic(config: Config): void {
  const isProduction = config.NODE_ENV === 'production'
  const why = reasonOfPublic(config)
  if (why === null) return
  const missing = [
    config.embedded.people && 'OIDC_AUTHORITY must name an identity provider, or say "embedded"',
    (isProduction || config.embedded.identity) && !isHttps(config.PUBLIC_URL) && 'PUBLIC_URL must be https',
    !config.embedded.chain && !config.CHAIN_OPERATOR_KEY && 'CHAIN_OPERATOR_KEY must hold the operator’s key',
    ...(isProduction ? missingInProduction(config) : []),
  ].filter((line) => line !== false)
  if (missing.length > 0) throw new ConfigError(missing.map((line) => `${line}, because ${why}.`).join('\n'))
}

/** For the operator; null if only this machine can reach the registry. */
function reasonOfPublic({ NODE_ENV, HOST, PUBLIC_URL }: Config): string | null {
  if (NODE_ENV === 'production') return 'NODE_ENV is production'
  if (!isLoopbackHost(HOST)) return `HOST ${HOST} is not loopback`
  const isHere = !isHttps(PUBLIC_URL) && isLoopbackHost(new URL(PUBLIC_URL).hostname)
  return isHere ? null : `PUBLIC_URL ${PUBLIC_URL} is not http on this machine`
}

function missingInProduction(config: Config) {
  const { OIDC_LOGOUT_URL: logoutUrl, CHAIN_OPERATOR_KEY: key, embedded } = config
  return [
    embedded.database && 'DATABASE_URL must name a real PostgreSQL',
    embedded.chain && 'CHAIN_RPC_URL must name a real chain',
    key !== undefined && isWellKnownKey(key) && 'CHAIN_OPERATOR_KEY must be a key that nobody else has',
    !embedded.identity && !isHttps(config.OIDC_AUTHORITY) && 'OIDC_AUTHORITY must be https',
    logoutUrl !== undefined && !isHttps(logoutUrl) && 'OIDC_LOGOUT_URL must be https',
  ]
}

function isHttps(url: string): boolean {
  return new URL(url).protocol === 'https:'
}

/** No spelling of production may weaken the checks. */
function asNodeEnv(given: string): string {
  const name = given.trim().toLowerCase()
  return name === 'prod' ? 'production' : name
}
