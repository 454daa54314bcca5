import { randomBytes } from 'node:crypto'
import { newId } from '#server/infra/db/database.ts'
import { hashOfToken, newLinkToken } from '#server/infra/link-token.ts'
import { listAudit, listAuditActors } from '#shared/contract/audit.ts'
import {
  createAuditorLink,
  listAuditorLinks,
  listBookedClaims,
  readBooks,
  revokeAuditorLink,
} from '#shared/contract/auditor-links.ts'
import {
  joinBeneficiaries,
  listBeneficiaries,
  partBeneficiary,
  readBeneficiary,
} from '#shared/contract/beneficiaries.ts'
import {
  addRecipient,
  changeCaps,
  keepProtection,
  listRecipients,
  readCaps,
  removeRecipient,
} from '#shared/contract/caps.ts'
import { correctClaim, readAuditFile, readAuditFileOfYear } from '#shared/contract/claims.ts'
import { exportDisclosure, readDisclosure, readDisclosureWorkbook } from '#shared/contract/disclosure.ts'
import { readLatest } from '#shared/contract/latest.ts'
import { acceptInvitation, declineInvitation, leaveAccount, readOwnAccounts } from '#shared/contract/own-accounts.ts'
import { changeProtection, decidePending, listPending, readPending, readProtection } from '#shared/contract/pending.ts'
import { decideRecipient, listRecipientRequests } from '#shared/contract/recipient-requests.ts'
import { lookUp, readFigures } from '#shared/contract/registry.ts'
import { readReissue, reissueCertificates } from '#shared/contract/reissue.ts'
import { search } from '#shared/contract/search.ts'
import {
  correctIncident,
  listIncidents,
  openIncident,
  readServiceStatus,
  updateIncident,
} from '#shared/contract/service-status.ts'
import { changeSettings, keepSetting, readSettings } from '#shared/contract/settings.ts'
import { liftStop, stopAccount, stopByLink } from '#shared/contract/stops.ts'
import { readSums } from '#shared/contract/sums.ts'
import { readUnits } from '#shared/contract/units.ts'
import { endUserSessions, resetFactors } from '#shared/contract/users.ts'
import { verifyLines } from '#shared/contract/verify-lines.ts'
import { aPendingClaim } from '#tests/kit/pending.ts'
import { type Row, row } from './row.ts'
import type { Side } from './sides.ts'

const nothing = () => ({})
const inTenant = ({ tenantId }: Side) => ({ query: { tenantId } })

const incident = {
  title: 'Letters are late',
  affected: ['mail' as const],
  state: 'identified' as const,
  words: 'Since noon.',
}
const anIncident = async ({ tenant: { tenantAdmin } }: Side) => {
  const { incidentId } = await tenantAdmin.call(openIncident, { body: incident })
  return { incidentId }
}

/** Its first number. */
const aSerialOf = async ({ tenant: { world }, tenantId, assetId }: Side) => {
  const [row] = await world.sql<{ serial: string }[]>`
    select concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch, 1) as serial
    from asset s join project p on p.tenant_id = s.tenant_id and p.id = s.project_id join tenant t on t.id = s.tenant_id
    where s.tenant_id = ${tenantId} and s.id = ${assetId}`
  return row?.serial ?? ''
}

/** In the log, and with its certificate issued, which the first reader would cause. */
async function aCertifiedClaim({ tenant: { world, visitor }, tenantId, claimId }: Side) {
  const [claim] = await world.sql<{ transactionId: string }[]>`
    select transaction_id as "transactionId" from claim where tenant_id = ${tenantId} and id = ${claimId}`
  await world.settled(claim?.transactionId ?? '')
  await world.linked()
  await visitor.fetch(`/certificates/${tenantId}/${claimId}.pdf`)
  return { params: { claimId }, query: { tenantId } }
}

/** With a Swahili certificate of an earlier wording, which can be issued anew at once, and no act under way. */
async function anEarlierWording(side: Side) {
  await aCertifiedClaim(side)
  const {
    tenant: { world },
    tenantId,
    claimId,
  } = side
  await world.sql`update reissue set finished_at = now() where tenant_id = ${tenantId} and finished_at is null`
  await world.sql`
    insert into certificate (tenant_id, claim_id, version, language, wording, file_key, sha256)
    values (${tenantId}, ${claimId}, 1, 'sw', 1, 'none', ${randomBytes(32)}) on conflict do nothing`
  await world.sql`
    update certificate set wording = 1 where tenant_id = ${tenantId} and claim_id = ${claimId} and language = 'sw'`
  return { body: { reason: 'The period was wrong.' } }
}

export const aLinkBody = () => ({
  label: 'Amani Auditors',
  firstYear: '2025',
  lastYear: '2026',
  endsOn: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
})

/** By hand: not every account of a side has an admin. */
export async function anAuditorLink({ tenant: { world, accountAdmin }, tenantId, accountId }: Side) {
  const linkId = newId()
  const token = `${tenantId}.${newLinkToken()}`
  await world.sql`
    insert into auditor_link (tenant_id, id, account_id, label, first_year, last_year, token_hash, created_at, created_by, ends_at)
    values (${tenantId}, ${linkId}, ${accountId}, 'Amani Auditors', 2025, 2026, ${hashOfToken(token)}, now(),
      ${accountAdmin.username}, now() + interval '1 day')`
  return { linkId, token }
}
const aLinkOf = async (side: Side) => ({ params: { linkId: (await anAuditorLink(side)).linkId } })

const aClaimThatWaits = async (side: Side) => ({
  params: await aPendingClaim(side.tenant.world.sql, side, side.tenant.proponent),
})
/** By hand: not every account of a side has an admin. */
export async function aRecipient({ tenant: { world, accountAdmin }, tenantId, accountId }: Side) {
  await world.sql`
    insert into recipient (tenant_id, account_id, recipient_id, added_by)
    values (${tenantId}, ${accountId}, 'operator', ${accountAdmin.username}) on conflict do nothing`
  return { params: { accountId: 'operator' } }
}

/** By hand, as of an account that asks for a second person. */
export async function aRecipientRequest({ tenant: { world, accountAdmin }, tenantId, accountId }: Side) {
  const requestId = newId()
  await world.sql`
    delete from recipient_request where tenant_id = ${tenantId} and account_id = ${accountId} and recipient_id = 'operator'`
  await world.sql`
    insert into recipient_request (tenant_id, id, account_id, recipient_id, asked_by, ends_at)
    values (${tenantId}, ${requestId}, ${accountId}, 'operator', ${accountAdmin.username}, now() + interval '1 day')`
  return { requestId }
}

/** By hand, as of an account with a cap. */
async function aWeakerProtection({ tenant: { world, accountAdmin }, tenantId, accountId }: Side) {
  await world.sql`
    insert into protection_to_come (tenant_id, account_id, name, value, starts_at, asked_by)
    values (${tenantId}, ${accountId}, 'dailyCap', 'null', now() + interval '1 day', ${accountAdmin.username}) on conflict do nothing`
  return { body: { name: 'dailyCap' } }
}

/** By hand, as of a registry with a rule. */
async function aWeakerSetting({ tenant: { world, tenantAdmin }, tenantId }: Side) {
  await world.sql`
    insert into protection_to_come (tenant_id, account_id, name, value, starts_at, asked_by)
    values (${tenantId}, null, 'approvalFrom', 'null', now() + interval '1 day', ${tenantAdmin.username}) on conflict do nothing`
  return { body: { name: 'approvalFrom' } }
}

/** By hand, as of a letter. */
export async function aStopLink({ tenant: { world }, tenantId, accountId, aUser }: Side): Promise<string> {
  const { username } = await aUser()
  const token = `${tenantId}.${newLinkToken()}`
  await world.sql`
    insert into stop_link (tenant_id, token_hash, username, account_id, ends_at)
    values (${tenantId}, ${hashOfToken(token)}, ${username}, ${accountId}, now() + interval '1 day')`
  return token
}

/** Late, as units of a stopped account do not move. */
export const stops: Row[] = [
  row(stopAccount, 'caller', () => ({ body: { reason: 'A stranger called.' } })),
  row(stopByLink, 'public', async (side) => ({ body: { token: await aStopLink(side) } })),
  row(liftStop, 'account', ({ accountId }) => ({ params: { accountId }, body: { reason: 'A friend it was.' } })),
]

export const registry: Row[] = [
  row(listPending, 'account', ({ accountId }) => ({ query: { accountId } })),
  row(readPending, 'account', aClaimThatWaits),
  row(decidePending, 'proposal', async (side) => ({
    ...(await aClaimThatWaits(side)),
    body: { decision: 'withdraw', waitsFor: 'approval' },
  })),
  row(readProtection, 'caller', nothing),
  row(changeProtection, 'caller', () => ({ body: { approvalFrom: null, acceptsTransfers: false } })),
  row(readCaps, 'caller', nothing),
  row(changeCaps, 'caller', () => ({ body: { dailyCap: null, onlyListed: false } })),
  row(keepProtection, 'caller', aWeakerProtection),
  row(listRecipients, 'caller', nothing),
  row(addRecipient, 'caller', () => ({ body: { accountId: 'operator' } })),
  row(removeRecipient, 'account', aRecipient),
  row(listRecipientRequests, 'caller', nothing),
  row(decideRecipient, 'account', async (side) => ({
    params: await aRecipientRequest(side),
    body: { decision: 'withdraw' },
  })),
  row(readOwnAccounts, 'caller', nothing),
  row(acceptInvitation, 'nobody', () => ({ params: { invitationId: 'nothing' } })),
  row(declineInvitation, 'nobody', () => ({ params: { invitationId: 'nothing' } })),
  row(leaveAccount, 'account', ({ accountId }) => ({ params: { accountId } })),
  row(endUserSessions, 'tenant', async (side) => ({ body: { username: (await side.aUser()).username } })),
  row(resetFactors, 'tenant', async (side) => ({ body: { username: (await side.aUser()).username } })),
  row(readReissue, 'caller', nothing),
  row(reissueCertificates, 'caller', anEarlierWording),
  row(readBooks, 'caller', nothing, { newcomer: 404 }),
  row(listBookedClaims, 'caller', nothing, { newcomer: 404 }),
  row(listAuditorLinks, 'caller', nothing),
  row(createAuditorLink, 'caller', () => ({ body: aLinkBody() })),
  row(revokeAuditorLink, 'account', aLinkOf),
  row(readAuditFile, 'public', aCertifiedClaim),
  row(readDisclosure, 'caller', nothing, { newcomer: 404 }),
  row(exportDisclosure, 'caller', () => ({ query: { year: '2026' } }), { newcomer: 404 }),
  row(readDisclosureWorkbook, 'caller', () => ({ query: { year: '2026' } }), { newcomer: 404 }),
  row(readAuditFileOfYear, 'caller', () => ({ query: { year: '2026' } }), { newcomer: 404 }),
  ...[
    row(readDisclosure, 'account', ({ accountId }) => ({ query: { accountId } })),
    row(exportDisclosure, 'account', ({ accountId }) => ({ query: { year: '2026', accountId } })),
    row(readDisclosureWorkbook, 'account', ({ accountId }) => ({ query: { year: '2026', accountId } })),
    row(readAuditFileOfYear, 'account', ({ accountId }) => ({ query: { year: '2026', accountId } })),
  ].map((each): Row => ({ ...each, name: `${each.name}, of an account`, act: 'claim.list' })),
  row(readUnits, 'public', async (side) => ({
    params: { serial: await aSerialOf(side) },
    query: { tenantId: side.tenantId },
  })),
  row(readFigures, 'public', inTenant),
  row(readSums, 'public', inTenant),
  row(readLatest, 'public', inTenant),
  row(readBeneficiary, 'public', ({ tenantId }) => ({ query: { tenantId, beneficiary: 'Savanna Tea Ltd' } })),
  row(verifyLines, 'public', ({ tenantId, claimId }) => ({ body: { tenantId, lines: [claimId] } })),
  row(lookUp, 'public', ({ tenantId, claimId }) => ({ query: { tenantId, q: claimId } })),
  row(search, 'public', ({ tenantId, claimId }) => ({ query: { tenantId, q: claimId } })),
  row(readServiceStatus, 'public', inTenant),
  row(listIncidents, 'public', inTenant),
  row(openIncident, 'caller', () => ({ body: incident })),
  row(updateIncident, 'tenant', async (side) => ({
    params: await anIncident(side),
    body: { state: 'resolved', words: 'All have arrived.' },
  })),
  row(correctIncident, 'tenant', async (side) => ({
    params: await anIncident(side),
    body: { number: 1, title: 'Some letters are late', words: 'Since one.' },
  })),
  row(correctClaim, 'published', ({ claimId }) => ({
    params: { claimId },
    body: { version: 1, beneficiaryKind: 'anonymous', purpose: 'public claim', reason: 'As asked.' },
  })),
  row(listAudit, 'caller', nothing),
  row(listAuditActors, 'caller', nothing),
  row(readSettings, 'caller', nothing),
  row(listBeneficiaries, 'caller', nothing),
  row(joinBeneficiaries, 'caller', () => ({ body: { name: 'Nobody', into: 'Nowhere', reason: 'One.' } })),
  row(partBeneficiary, 'caller', () => ({ body: { name: 'Nobody', reason: 'Two.' } })),
  row(changeSettings, 'caller', () => ({ body: { owner: 'The same' } })),
  row(keepSetting, 'caller', aWeakerSetting),
]
