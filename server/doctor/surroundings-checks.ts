import { randomUUID } from 'node:crypto'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { issuerAt, keysAnswer } from '#server/infra/auth/issuer.ts'
import type { Config } from '#server/infra/config.ts'
import { connectFiles } from '#server/infra/files/store.ts'
import { using } from '#server/infra/files/using.ts'
import { mailOf } from '#server/infra/mail/mail.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { megabyte } from '#shared/rules/limits.ts'
import { type Check, type Finding, ok, reasonOf, warning, wrong } from './finding.ts'

const isReal = ({ NODE_ENV }: Config) => NODE_ENV === 'production'
const lowBytes = { warning: 2_048 * megabyte, wrong: 200 * megabyte }
/** Permission bits of group and others. */
const othersMode = 0o077
const siteTimeoutMs = 4_000

export function surroundingsChecks(config: Config): Check[] {
  return [
    { subject: 'sign-in', look: () => signIn(config) },
    { subject: 'files', look: () => files(config) },
    { subject: 'data folder', look: () => dataFolder(config) },
    { subject: 'mail', look: () => mail(config), todo: 'see host, port, name and password in SMTP_URL' },
    { subject: 'site', look: () => site(config) },
  ]
}

async function signIn(config: Config): Promise<Finding> {
  if (config.embedded.people) return isOpen(config, 'the sandbox’s people sign in, for this machine alone')
  if (config.embedded.identity) return isOpen(config, 'the built-in provider')
  const authority = config.OIDC_AUTHORITY
  const issuer = await issuerAt(authority)().catch((error: unknown) =>
    wrong(`discovery of ${authority} fails: ${reasonOf(error)}`, 'OIDC_AUTHORITY must be the issuer’s exact name'),
  )
  if ('verdict' in issuer) return issuer
  if (!(await keysAnswer(issuer))) {
    return wrong(
      `the keys of ${authority} cannot be read: nobody’s token is accepted`,
      'see its jwks_uri from this machine',
    )
  }
  if (authority.startsWith('http:')) {
    return warning(`${authority} is not https: anybody on the way may give itself any role`, 'use its https address')
  }
  return ok(`${issuer.name} with its keys`)
}

function isOpen({ PUBLIC_URL }: Config, says: string): Finding {
  const { protocol, hostname } = new URL(PUBLIC_URL)
  const isSafe = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return isSafe
    ? ok(says)
    : wrong(`passwords are typed at ${PUBLIC_URL}, which is not https`, 'let PUBLIC_URL be https')
}

async function files({ STORAGE_URL, DATA_DIR }: Config): Promise<Finding> {
  const store = await connectFiles(STORAGE_URL, DATA_DIR)
  const key = `doctor/${randomUUID()}.csv`
  const bytes = Buffer.from('written,and,read,back\n')
  const place = STORAGE_URL === 'disk' ? join(DATA_DIR, 'files') : `s3://${new URL(STORAGE_URL).host}`
  try {
    await using(store.draft([bytes]), (draft) => store.put(key, draft, 'text/csv'))
    const found = await store.get(key)
    const isSame = found !== null && (await buffer(found.stream)).equals(bytes)
    await store.remove(key)
    if (!isSame) return wrong(`${place} gives back something else than was put`, 'see who else answers there')
    if ((await store.get(key)) !== null)
      return wrong(`${place} keeps what is removed`, 'let the key of the bucket delete')
    return ok(`${place} was written, read and cleaned up`)
  } catch (error) {
    return wrong(
      `${place} cannot be used: ${reasonOf(error)}`,
      'see bucket, endpoint, credentials and their rights (STORAGE_URL)',
    )
  }
}

async function dataFolder({ DATA_DIR }: Config): Promise<Finding[]> {
  const isWritable = await access(DATA_DIR, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (!isWritable) return [wrong(`${DATA_DIR} may not be written by this user`, 'let DATA_DIR be a folder of its own')]
  const findings: Finding[] = []
  for (const secret of ['postgres', 'chain', 'chain/operator-key']) {
    const found = await stat(join(DATA_DIR, secret)).catch(() => null)
    if (found && (found.mode & othersMode) !== 0) {
      findings.push(wrong(`others may read ${join(DATA_DIR, secret)}`, `chmod go-rwx ${join(DATA_DIR, secret)}`))
    }
  }
  const { bavail, bsize } = await statfs(DATA_DIR)
  const free = bavail * bsize
  const says = `${Math.round(free / megabyte)} MB are free in ${DATA_DIR}`
  const todo = 'make room'
  findings.push(free < lowBytes.wrong ? wrong(says, todo) : free < lowBytes.warning ? warning(says, todo) : ok(says))
  return findings
}

async function mail(config: Config): Promise<Finding> {
  const door = mailOf(config)
  if (door) {
    await door.verify()
    return ok(`${new URL(config.SMTP_URL ?? '').host} takes letters`)
  }
  const says = 'none: admins pass invitations on, and people read their notices on the screen alone'
  return isReal(config) ? warning(says, 'let SMTP_URL name a mail server') : ok(says)
}

async function site({ PUBLIC_URL, TENANT_ID }: Config): Promise<Finding> {
  const todo = 'see that the registry runs, and that the proxy in front passes Host on unchanged'
  const answer = await fetch(`${PUBLIC_URL}/config.json`, { signal: AbortSignal.timeout(siteTimeoutMs) }).catch(
    (error: unknown) => wrong(`${PUBLIC_URL} does not answer: ${reasonOf(error)}`, todo),
  )
  if ('verdict' in answer) return answer
  const read = siteConfig.safeParse(await answer.json().catch(() => null))
  if (!read.success) return wrong(`${PUBLIC_URL}/config.json is not answered by a registry (${answer.status})`, todo)
  if (read.data.tenantId === TENANT_ID) return ok(`${PUBLIC_URL} answers as ${TENANT_ID}`)
  return wrong(`${PUBLIC_URL} answers as ${read.data.tenantId}, not as ${TENANT_ID} (TENANT_ID)`, todo)
}
