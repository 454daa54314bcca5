import { setTimeout as wait } from 'node:timers/promises'
import { issuerAt, keysAnswer } from '#server/infra/auth/issuer.ts'
import { headOf } from '#server/infra/chain/chain.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import { mailOf } from '#server/infra/mail/mail.ts'
import { tenantOf } from '#server/people/tenants/tenants.ts'
import { verificationOf } from '#server/units/ledger/daily-verification.ts'
import { publicContracts } from '#server/units/settlement/contracts.ts'
import type { ServiceStatus } from '#shared/contract/service-status.ts'
import { type Component, type ComponentState, components } from '#shared/rules/service-status.ts'
import { affectedParts } from './incidents.store.ts'
import { figures } from './registry.ts'

type StatusDeps = Pick<InfraDeps, 'sql' | 'lookups' | 'now' | 'config' | 'chain' | 'files' | 'checkDatabase'>

/** Between checks of what stands beside the database, however many visitors ask. */
const checkedForMs = 15_000
const timeoutMs = 3_000

type Surroundings = Record<'chain' | 'mail' | 'files' | 'provider', ComponentState>

/** Returns what tells each part's state; without the database too, as long as the tenant is remembered. */
export function serviceStatusWith(
  deps: Pick<StatusDeps, 'config' | 'chain' | 'files'>,
): (reading: StatusDeps, tenantId: string) => Promise<ServiceStatus> {
  const surroundings = checkedSometimes(deps)
  return async (reading, tenantId) => {
    const [isThere, beside] = await Promise.all([
      isAnswered(reading.checkDatabase()),
      surroundings(),
      tenantOf(reading, tenantId),
    ])
    const [known, affected, verification, contracts] = await Promise.all([
      isThere ? figures(reading, tenantId).catch(() => null) : null,
      isThere ? affectedParts(reading.sql, tenantId).catch(() => null) : null,
      isThere ? verificationOf(reading.sql, tenantId).catch(() => null) : null,
      isThere ? publicContracts(reading.sql).catch(() => []) : [],
    ])
    // The database may have hung after its check.
    const database = isThere && known && affected ? 'works' : 'away'
    const isLate = known !== null && (known.isOld || known.settlement.parked > 0)
    const states: Record<Component, ComponentState> = {
      web: 'works',
      database,
      ledger: known?.reconciliation?.agreed === false || verification?.fault ? 'limited' : database,
      settlement: worst(beside.chain, known ? (isLate ? 'limited' : 'works') : 'unknown'),
      mail: beside.mail,
      files: beside.files,
      signIn: reading.config.embedded.identity ? database : beside.provider,
    }
    return {
      checkedAt: reading.now().toISOString(),
      components: components.map((component) => ({
        component,
        state: states[component],
        hasIncident: affected?.has(component) ?? false,
      })),
      reconciliation: known?.reconciliation ?? null,
      verification,
      contracts,
    }
  }
}

const severity: readonly ComponentState[] = ['works', 'absent', 'limited', 'unknown', 'away']

const worst = (...states: ComponentState[]) => severity.findLast((state) => states.includes(state)) ?? 'unknown'

function checkedSometimes({ config, chain, files }: Pick<StatusDeps, 'config' | 'chain' | 'files'>) {
  const mail = mailOf(config)
  const findIssuer = config.embedded.identity ? null : issuerAt(config.OIDC_AUTHORITY)
  const check = async (): Promise<Surroundings> => {
    const [isChain, isMail, isFiles, isProvider] = await Promise.all([
      isAnswered(headOf(chain)),
      mail ? isAnswered(mail.verify()) : null,
      isAnswered(files.has('status/probe.csv')),
      findIssuer ? isAnswered(findIssuer().then(keysAnswer), true) : null,
    ])
    const stateOf = (isThere: boolean | null) => (isThere === null ? 'absent' : isThere ? 'works' : 'away')
    return {
      chain: stateOf(isChain),
      mail: stateOf(isMail),
      files: stateOf(isFiles),
      provider: stateOf(isProvider),
    }
  }
  let last: { at: number; found: Promise<Surroundings> } | null = null
  return () => {
    if (!last || performance.now() - last.at > checkedForMs) last = { at: performance.now(), found: check() }
    return last.found
  }
}

/** Whether `work` succeeds in time, with the answer `wanted` if given. */
async function isAnswered<Answer>(work: Promise<Answer>, wanted?: Answer): Promise<boolean> {
  const answered = work.then(
    (answer) => wanted === undefined || answer === wanted,
    () => false,
  )
  return Promise.race([answered, wait(timeoutMs, false, { ref: false })])
}
