import { userInfo } from 'node:os'
import type { z } from 'zod'
import { readArguments } from '#server/app/arguments.ts'
import { openLog } from '#server/app/log.ts'
import { identitySites } from '#server/identity/protocol/sites.ts'
import { embeddedDirectory } from '#server/identity/sign-in/directory.ts'
import { linkFor } from '#server/identity/sign-in/operator-link.ts'
import type { Config } from '#server/infra/config.ts'
import { mailOf } from '#server/infra/mail/mail.ts'
import { Refused } from '#server/infra/refused.ts'
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
} from '#server/people/tenants/administering.ts'
import { ensureConfiguredTenant, heldFacts } from '#server/people/tenants/configured.ts'
import { siteOf } from '#server/people/tenants/sites.ts'
import { externalDirectory } from '#server/people/users/external-directory.ts'
import { invite } from '#server/people/users/inviting.ts'
import { retrySettlement } from '#server/units/settlement/retry.ts'
import { inviteUser } from '#shared/contract/users.ts'
import { type Deps, runCommand, type Work } from './run.ts'
import { checked, optionsOf, readFacts } from './tenant-options.ts'

/** `npm run tenant`: administers tenants. */
const usage = `npm run tenant -- list
npm run tenant -- create ID --name NAME --asset-name UNIT --asset-name-plural UNITS [--serial-prefix ABC] [OPTIONS]
npm run tenant -- set ID [OPTIONS] [--remove-host HOST …]
npm run tenant -- invite ID EMAIL --first-name NAME --last-name NAME [--language en|fr|sw]     an admin of it
npm run tenant -- reset ID EMAIL     a link with which one of its people chooses a new password
npm run tenant -- suspend ID         closes its site; nobody reads or signs in
npm run tenant -- resume ID
npm run tenant -- retry ID           sends its parked movements to the chain again

OPTIONS
  --name, --tagline, --owner            what the registry is called, its motto, and who owns it
  --about                               what the registry is, in two sentences on its front page
  --asset-name, --asset-name-plural     what its units are called
  --contact-email, --contact-address    how to reach it
  --accent #rrggbb                      the colour of its site
  --marketplace true|false              whether its market place is open
  --open-registration true|false        whether strangers may register at its site
  --language-selection true|false       whether readers choose the language of its screens
  --claims-of-stopped-projects true|false
                                        whether units of suspended and withdrawn projects may be claimed
  --second-factor-for nobody|admins|everybody
                                        who must sign in with a second factor at the built-in provider
  --name-fr, --tagline-sw, …            the same words in French or Swahili: name, tagline, about, asset-name,
                                        asset-name-plural, contact-address; an empty one is taken from the words without a language
  --max-image-mb, --max-document-mb     the largest picture and document that it accepts
  --max-project-documents, --max-account-users
                                        how many a project and an account may have; “default” is the product's own limit
  --max-period-months                   how long a monitoring period may be
  --project-type TYPE                   a type that its projects may have, in place of the usual list; may be repeated
  --project-type-name-fr TYPE=NAME      what a type of that list is called in French (or -sw, in Swahili); may be repeated
  --add-host HOST                       a host name of its site; may be repeated
  --serial-prefix ABC                   the first segment of its serial numbers, for good; without it made from ID`

const operator = userInfo().username

const verbs: Readonly<Record<string, (args: string[], config: Config) => Work>> = {
  list(args) {
    readFacts(args, usage, [])
    return async ({ sql }) => table(await tenantRecords(sql))
  },
  create(args, config) {
    const { words, facts } = readFacts(args, usage, ['ID'], optionsOf.create)
    const draft = checked(tenantDraft, { id: words[0], ...facts }, optionsOf.create)
    refuseOwnHost(config, draft.id, draft.addHosts)
    return async ({ sql }) => described(await createTenant(sql, draft, operator, config.CELL_PREFIXES))
  },
  set(args, config) {
    const { words, facts } = readFacts(args, usage, ['ID'], optionsOf.set)
    const [tenantId = ''] = words
    if (Object.keys(facts).length === 0) throw new Refused(`There is nothing to set: name an option.\n\n${usage}`)
    const change = checked(tenantChange, facts, optionsOf.set)
    refuseOwnHost(config, tenantId, change.addHosts)
    return async ({ sql }) =>
      described(await changeTenant(sql, tenantId, change, operator, heldFacts(config, tenantId)))
  },
  invite(args) {
    const { words, facts } = readFacts(args, usage, ['ID', 'EMAIL'], optionsOf.invite)
    const [tenantId = '', email] = words
    const person = checked(inviteUser.body, { ...facts, email, role: 'TenantAdmin' }, optionsOf.invite)
    return (deps) => inviteAdmin(deps, tenantId, person)
  },
  reset(args) {
    const [tenantId = '', address] = readFacts(args, usage, ['ID', 'EMAIL']).words
    const { email } = checked(inviteUser.body.pick({ email: true }), { email: address })
    return (deps) => resetLink(deps, tenantId, email)
  },
  suspend: (args) => changeStatus(args, 'suspended'),
  resume: (args) => changeStatus(args, 'active'),
  retry(args) {
    const [tenantId = ''] = readFacts(args, usage, ['ID']).words
    return async ({ sql }) =>
      `${await retrySettlement(sql, tenantId, operator)} parked movements are sent to the chain again.`
  },
}

await runCommand('registry tenants', ([verb, ...args], config) => {
  if (verb === undefined) throw new Refused(usage)
  if (verb === '--help') readArguments([verb], { usage, options: {} })
  const read = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!read) throw new Refused(`There is no “${verb}”; there are ${Object.keys(verbs).join(', ')}.\n\n${usage}`)
  const work = read(args, config)
  return async (deps) => {
    await ensureConfiguredTenant(deps)
    return work(deps)
  }
})

function changeStatus(args: string[], status: 'active' | 'suspended'): Work {
  const [tenantId = ''] = readFacts(args, usage, ['ID']).words
  return async ({ sql }) => described(await setTenantStatus(sql, tenantId, status, operator))
}

/** The first admin cannot be invited from the site. */
async function inviteAdmin(
  { sql, config }: Deps,
  tenantId: string,
  person: z.output<typeof inviteUser.body>,
): Promise<string> {
  const origin = await siteToSignInAt({ sql, config }, tenantId)
  const log = openLog(config)
  const directory = config.embedded.identity
    ? embeddedDirectory({ sql, sites: identitySites({ sql, config }), mail: mailOf(config), log })
    : externalDirectory(config.OIDC_AUTHORITY)
  const asAdmin = { ...asOperator(operator, tenantId), isTenantAdmin: true }
  const { invitationUrl } = await invite({ sql, directory, forgetActors: () => {} }, asAdmin, person)
  return invitationUrl === null
    ? `${person.email} is invited to ${origin}; the identity provider has sent the letter, or knew this person already.`
    : `Pass this link on; it works once, for seven days:\n${invitationUrl}`
}

/** For deployments that send no mail. */
async function resetLink({ sql, config }: Deps, tenantId: string, email: string): Promise<string> {
  if (!config.embedded.identity) {
    throw new Refused(`Passwords are kept by the identity provider ${config.OIDC_AUTHORITY} and are reset there.`)
  }
  await siteToSignInAt({ sql, config }, tenantId)
  const deps = { sql, sites: identitySites({ sql, config }) }
  const { url, purpose } = await linkFor(deps, tenantId, email, asOperator(operator, tenantId))
  return `Pass this link on; it works once, for ${purpose === 'reset' ? 'one hour' : 'seven days'}:\n${url}`
}

/** Returns the sign-in origin. Throws Refused if the embedded provider has no host for the tenant. */
async function siteToSignInAt(deps: Deps, tenantId: string): Promise<string> {
  const { origin } = await siteOf(deps, tenantId)
  const isElsewhere = tenantId !== deps.config.TENANT_ID && origin === deps.config.PUBLIC_URL
  if (!deps.config.embedded.identity || !isElsewhere) return origin
  throw new Refused(`${tenantId} has no host name yet: npm run tenant -- set ${tenantId} --add-host HOST`)
}

/** Throws Refused for the host of PUBLIC_URL, the configured tenant's site. */
function refuseOwnHost({ TENANT_ID, PUBLIC_URL }: Config, tenantId: string, hosts: readonly string[]): void {
  const own = new URL(PUBLIC_URL).hostname
  if (tenantId === TENANT_ID || !hosts.includes(own)) return
  throw new Refused(`${own} is the host of PUBLIC_URL, which is the site of ${TENANT_ID} (TENANT_ID).`)
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
