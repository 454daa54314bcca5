import { readFile } from 'node:fs/promises'
import { createInstance, type i18n } from 'i18next'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashOfToken } from '#server/infra/link-token.ts'
import { forgetTenant } from '#server/people/tenants/tenants.ts'
import {
  createAccount,
  decideAccount,
  listAccounts,
  readAccount,
  readLegacyCertificate,
} from '#shared/contract/accounts.ts'
import { listAudit } from '#shared/contract/audit.ts'
import { createAuditorLink, listBookedClaims, readBooks, revokeAuditorLink } from '#shared/contract/auditor-links.ts'
import { joinBeneficiaries, partBeneficiary, readBeneficiary } from '#shared/contract/beneficiaries.ts'
import type { Call } from '#shared/contract/calls.ts'
import { addRecipient, removeRecipient } from '#shared/contract/caps.ts'
import { correctClaim, createClaim, readAuditFile, readClaim } from '#shared/contract/claims.ts'
import { addDocument, changeDocuments, linkDocument } from '#shared/contract/documents.ts'
import { readEvidence } from '#shared/contract/evidence.ts'
import { endpoints } from '#shared/contract/index.ts'
import { listMarketProjects, makeOffer, withdrawOffer } from '#shared/contract/market.ts'
import {
  decideMeasurement,
  openMeasurement,
  readMeasurement,
  rescheduleMeasurement,
  submitMeasurement,
} from '#shared/contract/measurements.ts'
import {
  allowProviders,
  decideMethodology,
  proposeMethodology,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { markNotices } from '#shared/contract/notices.ts'
import { decideOverlap } from '#shared/contract/overlaps.ts'
import { acceptInvitation, leaveAccount } from '#shared/contract/own-accounts.ts'
import { decidePending, listPending } from '#shared/contract/pending.ts'
import {
  createProject,
  decideProject,
  listProjects,
  readProject,
  readProjectPlaces,
  updateProject,
  uploadDocument,
  uploadImage,
} from '#shared/contract/projects.ts'
import { decideRecipient } from '#shared/contract/recipient-requests.ts'
import { readFigures } from '#shared/contract/registry.ts'
import { reissueCertificates } from '#shared/contract/reissue.ts'
import { correctIncident, openIncident, updateIncident } from '#shared/contract/service-status.ts'
import { changeSettings } from '#shared/contract/settings.ts'
import { liftStop, stopByLink } from '#shared/contract/stops.ts'
import { assignTask, watchTasks } from '#shared/contract/tasks.ts'
import { readConsistency, readPublicRecord } from '#shared/contract/transactions.ts'
import { readUnits } from '#shared/contract/units.ts'
import {
  deleteUser,
  endUserSessions,
  inviteUser,
  resendInvitation,
  resetFactors,
  updateUser,
} from '#shared/contract/users.ts'
import {
  answerFinding,
  decideVerification,
  openFinding,
  readVerification,
  startVerification,
  stateYears,
} from '#shared/contract/verifications.ts'
import { mintUnits, transferUnits } from '#shared/contract/wallet.ts'
import { auditorHeader } from '#shared/rules/auditor-link.ts'
import { accountHeader } from '#shared/rules/chosen-account.ts'
import { groupName } from '#shared/rules/groups.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import type { StepUpRule } from '#shared/rules/step-up.ts'
import enRefusals from '#shared/texts/refusals/en.json' with { type: 'json' }
import { type Cast, theCast } from '#tests/conformance/cast-of-cells.ts'
import {
  aLinkBody,
  anAuditorLink,
  aRecipient,
  aRecipientRequest,
  aStopLink,
} from '#tests/conformance/registry-cells.ts'
import type { Request } from '#tests/conformance/row.ts'
import type { Side } from '#tests/conformance/sides.ts'
import { answerTo } from '#tests/conformance/trying.ts'
import { aPendingClaim } from '#tests/kit/pending.ts'
import { type Caller, callerAt, type Person } from '#tests/kit/person.ts'
import { minutesAgo, restated } from '#tests/kit/restated.ts'
import { whileLogWaits } from '#tests/kit/waiting-log.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { failureOf } from '#web/lib/send.ts'
import { aPictureBomb } from './hostile-pictures.ts'

/**
 * Provokes every refusal and formats it as the web app does: each language has a specific sentence with all its facts.
 */
let cast: Cast
/** Things of a1, and of a2 in the same registry. */
let own: Side
let others: Side
const words = new Map<Language, i18n>()

beforeAll(async () => {
  cast = await theCast()
  const [first, second] = cast.sides
  if (!first || !second) throw new Error('Two accounts have something.')
  own = first
  others = second
  for (const name of ['Alone', 'Together', 'TOGETHER']) {
    await cast.world
      .sql`insert into beneficiary_sum (tenant_id, name, claims, units) values (${own.tenantId}, ${name}, 1, 1)`
  }
  for (const language of languages) {
    const homes = ['', 'first/', 'later/', 'refusals/'].map((home) => `../../../shared/texts/${home}${language}.json`)
    const texts = await Promise.all(homes.map((home) => readFile(new URL(home, import.meta.url), 'utf8')))
    const translation = Object.assign({}, ...texts.map((text) => JSON.parse(text)))
    const instance = createInstance()
    await instance.init({
      lng: language,
      resources: { [language]: { translation } },
      interpolation: { escapeValue: false },
    })
    words.set(language, instance)
  }
}, 120_000)

type Answer = Awaited<ReturnType<typeof answerTo>>
type Provoked = { call: Call; answer: Answer }

async function provoke(who: Caller, call: Call, request: Request = {}): Promise<Provoked> {
  const endpoint = endpoints.find(({ name }) => name === call.name)
  if (!endpoint) throw new Error(call.name)
  return {
    call,
    answer: await answerTo({ caller: who }, { name: '', kind: 'public', aim: () => request, endpoint }, request),
  }
}
/** For requests outside the contract. */
async function sendRaw(who: Caller, path: string, init: RequestInit = {}, call: Call = readFigures): Promise<Provoked> {
  const response = await who.fetch(path, init)
  const contentType = response.headers.get('content-type')
  return { call, answer: { status: response.status, contentType, text: await response.text() } }
}
const json = (body: string): RequestInit => ({ method: 'POST', headers: { 'content-type': 'application/json' }, body })

/** Changes a row in SQL during `work`, then restores it. */
async function during<Result>(
  table: string,
  id: string,
  facts: Record<string, string>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { sql } = cast.world
  const names = Object.keys(facts)
  const where = `where ${table === 'app_user' ? 'username' : 'id'} = '${id}'`
  const assignments = names.map((name) => `format('${name} = %L', ${name}::text)`).join(`, ', ', `)
  const [before] = await sql.unsafe<{ kept: string }[]>(`select concat(${assignments}) as kept from ${table} ${where}`)
  await sql.unsafe(`update ${table} set ${Object.entries(facts).map((fact) => fact.join(' = '))} ${where}`)
  try {
    return await work()
  } finally {
    await sql.unsafe(`update ${table} set ${before?.kept} ${where}`)
  }
}

type Letter = Cast['players'][number]['letter']
function by(letter: Letter): Caller {
  const player = cast.players.find((each) => each.letter === letter)
  if (!player) throw new Error(letter)
  return player.caller
}
const personOf = (letter: Letter) => by(letter) as Person

/** While nobody else of the person's account signs in. */
async function alone<Done>(letter: Letter, act: () => Promise<Done>): Promise<Done> {
  const { username, accountId } = personOf(letter)
  const { sql } = cast.world
  const others = await sql<{ username: string }[]>`
    update app_user set status = 'SUSPENDED'
    where tenant_id = ${tenantId()} and account_id = ${accountId} and username <> ${username} and status = 'ACTIVE' returning username`
  try {
    return await act()
  } finally {
    await sql`
      update app_user set status = 'ACTIVE'
      where tenant_id = ${tenantId()} and username = any (${others.map((other) => other.username)})`
  }
}
const tenant = () => own.tenant
const tenantId = () => own.tenantId

const anIncident = async () => {
  const body = { title: 'Letters are late', affected: ['mail' as const], state: 'identified' as const, words: 'All.' }
  const { incidentId } = await by('T').call(openIncident, { body })
  return { incidentId }
}

type Part = string | { bytes: string | Uint8Array<ArrayBuffer>; name?: string }
function form(parts: Record<string, Part>): FormData {
  const made = new FormData()
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') made.append(name, part)
    else made.append(name, new Blob([part.bytes]), part.name ?? 'plan.pdf')
  }
  return made
}
const pdf = '%PDF-1.7\n'
const aFile = (bytes: string | Uint8Array<ArrayBuffer> = pdf, name = 'plan.pdf') => ({ bytes, name })
const aFindingAt = (place: { documentId: string; row?: number }) => ({
  type: 'CL',
  words: 'Why?',
  ownerSide: 'proponent',
  place,
})
const documentOf = (subjectKind: string, subjectId: string, more: Record<string, Part> = {}) => ({
  form: form({
    subjectKind,
    subjectId,
    title: `Paper ${crypto.randomUUID()}`,
    isPublic: 'false',
    document: aFile(),
    ...more,
  }),
})
const documentIdIn = ({ answer }: Provoked) => String(JSON.parse(answer.text).documentId)
const toDraft = (document: Part, more: Record<string, Part> = {}) =>
  provoke(by('M'), addDocument, {
    form: form({
      subjectKind: 'project',
      subjectId: own.draftId,
      title: 'Paper',
      isPublic: 'false',
      ...more,
      document,
    }),
  })

const project = (more: object = {}) => ({
  body: {
    projectName: 'Another project',
    description: 'Nothing yet.',
    methodologyId: own.methodologyId,
    startDate: '2024-01-01',
    endDate: '2030-01-01',
    ...more,
  },
})
const edit = (body: object) => provoke(by('M'), updateProject, { query: { projectKey: own.draftKey }, body })
const decide = (who: Letter, projectId: string, act: string, reason?: string) =>
  provoke(by(who), decideProject, { params: { projectId }, body: { act, ...(reason && { reason }) } })
const aPeriod = (more: object = {}) => ({
  body: { projectId: own.publishedId, periodStart: '2027-01-01', periodEnd: '2027-12-31', ...more },
})
const claimOf = (more: object = {}) => ({
  body: {
    items: [{ assetId: own.assetId, quantity: 1 }],
    beneficiaryKind: 'anonymous',
    purpose: 'personal',
    isAuthorised: true,
    ...more,
  },
})
const corrected = (more: object = {}) => ({
  body: { version: 1, beneficiaryKind: 'anonymous', purpose: 'public claim', ...more },
})
const aClaimId = async () => JSON.parse((await provoke(by('M'), createClaim, claimOf())).answer.text).claimId
const correct = async (who: Letter, change: string | null, more: object = {}) => {
  const params = { claimId: await aClaimId() }
  const provoked = () => provoke(by(who), correctClaim, { params, ...corrected(more) })
  return change === null ? provoked() : changedClaim(params.claimId, change).then(provoked)
}
const changedClaim = (claimId: string, change: string) =>
  cast.world.sql.unsafe(`update claim set ${change} where id = '${claimId}'`)
const offer = (more: object = {}) => ({
  body: {
    kind: 'issued',
    subjectId: own.assetId,
    quantity: 1,
    price: 1_200,
    currency: 'USD',
    note: '',
    endsOn: '2199-01-01',
    contact: 'a@registry.test',
    nfsw: false,
    ...more,
  },
})
const transferTo = (
  toAccountId: string,
  items: object[] = [{ assetId: own.assetId, quantity: 1 }],
  more: object = {},
) => provoke(by('M'), transferUnits, { body: { toAccountId, items, ...more } })
const mint = (body: object) => provoke(by('M'), mintUnits, { body })
const invite = (who: Letter, more: object = {}) =>
  provoke(by(who), inviteUser, {
    body: {
      firstName: 'Amina',
      lastName: 'Said',
      email: `${crypto.randomUUID()}@registry.test`,
      accountId: 'a1',
      ...more,
    },
  })
const change = (who: Letter, body: object) => provoke(by(who), updateUser, { body })
const opinion = (verificationId: string, body: object) =>
  provoke(by('Q'), decideVerification, { params: { verificationId }, body: { statement: 'In order.', ...body } })
const settings = (body: object) => provoke(by('T'), changeSettings, { body })
const writeToFinding = (who: Letter, act: string) =>
  provoke(by(who), answerFinding, { params: { findingId: own.findingId }, body: { act, words: 'So.' } })
const proposal = (more: object = {}) => ({
  body: { name: `Soil ${crypto.randomUUID()}`, version: '1', description: 'Cores.', ...more },
})
const verificationOfFinding = async () => {
  const [row] = await cast.world.sql<
    { id: string }[]
  >`select verification_id as id from finding where id = ${own.findingId}`
  return row?.id ?? ''
}
const measurementOf = async (verificationId: string) => {
  const [row] = await cast.world.sql<
    { id: string }[]
  >`select measurement_id as id from verification where id = ${verificationId}`
  return row?.id ?? ''
}
const setTenant = (facts: Record<string, string>, work: () => Promise<Provoked>) =>
  during('tenant', tenantId(), facts, work)
const setProject = (facts: Record<string, string>, work: () => Promise<Provoked>) =>
  during('project', own.publishedId, facts, work)
const setAccount = (facts: Record<string, string>, work: () => Promise<Provoked>, id = 'a1') =>
  during('account', id, facts, work)
const setOpinion = (facts: Record<string, string>, work: () => Promise<Provoked>) =>
  during('verification', own.openVerificationId, facts, work)
const limit = (limits: object, work: () => Promise<Provoked>) =>
  withSettings(
    { limits, isBelowMeant: true },
    { limits: Object.fromEntries(Object.keys(limits).map((name) => [name, null])) },
    work,
  )
const acrossYears = "'[2028-12-31,2029-01-02)'"

async function withSettings(changes: object, before: object, work: () => Promise<Provoked>): Promise<Provoked> {
  expect((await settings(changes)).answer).toMatchObject({ status: 200 })
  const provoked = await work()
  await settings(before)
  return provoked
}

/** Repeats a request up to `most` times until refused. */
async function untilRefused(most: number, work: () => Promise<Provoked>): Promise<Provoked> {
  let last = await work()
  for (let times = 1; times < most && last.answer.status < 400; times += 1) last = await work()
  return last
}

/** Ways to provoke each refusal, by reason. */
const provocations: Record<string, () => Promise<Provoked>> = {
  'access.accountRole': () => asRole('Viewer', () => provoke(by('M'), createClaim, claimOf())),
  'access.missingGroups': async () => {
    const person = await tenant().addPerson([])
    const groups = [groupName({ tenantId: tenantId(), accountId: 'a1', role: 'General' })]
    await cast.world.sql`
      insert into app_user (tenant_id, username, account_id, email, first_name, last_name, groups, status)
      values (${tenantId()}, ${person.username}, 'a1', ${person.email}, 'Test', 'Late', ${groups}, 'ACTIVE')`
    return provoke(person, readAccount)
  },
  'access.noAccount': () => provoke(by('N'), readAccount),
  'access.notYourAccount': () => provoke(by('M'), readAccount, { headers: { [accountHeader]: 'a2' } }),
  'access.registryAdmin': () => provoke(by('X'), listProjects, { query: { tenantId: tenantId(), isAdmin: 'true' } }),
  'access.roleEnded': async () => {
    const { username } = personOf('M')
    return asRole('Viewer', async () => {
      await cast.world.sql`
        update account_role set given_at = now() - interval '2 days', ends_at = now() - interval '1 day' where username = ${username}`
      return provoke(by('M'), readAccount)
    })
  },
  'access.role': () => provoke(by('M'), listAudit),
  'account.member': () => provoke(by('M'), createAccount, { body: { name: 'Reeds', type: 'buyer', country: 'KE' } }),
  'account.nameTaken': () =>
    provoke(by('N'), createAccount, { body: { name: 'The a1', type: 'buyer', country: 'KE' } }),
  'account.registered': async () => {
    const person = await tenant().addPerson([])
    const register = (name: string) => provoke(person, createAccount, { body: { name, type: 'buyer', country: 'KE' } })
    await register('Reeds of Tana')
    return register('Reeds of Sabaki')
  },
  'actedOn.project': async () => {
    const documentId = documentIdIn(await provoke(by('M'), addDocument, documentOf('project', own.draftId)))
    await decide('M', own.draftId, 'submit')
    return provoke(by('M'), changeDocuments, { body: { documentIds: [documentId], isPublic: true } })
  },
  'actedOn.measurement': async () => {
    const measurementId = own.openMeasurementId
    const documentId = documentIdIn(await provoke(by('M'), addDocument, documentOf('measurement', measurementId)))
    const params = { measurementId }
    await provoke(by('P'), submitMeasurement, { params, body: { quantity: 5 } })
    await provoke(by('M'), decideMeasurement, { params, body: { act: 'requestChanges', reason: 'Say more.' } })
    return provoke(by('M'), changeDocuments, { body: { documentIds: [documentId], isPublic: true } })
  },
  'actedOn.methodology': async () => {
    const made = await provoke(by('M'), proposeMethodology, proposal({ isDraft: true }))
    const { methodologyId } = JSON.parse(made.answer.text)
    const documentId = documentIdIn(await provoke(by('M'), addDocument, documentOf('methodology', methodologyId)))
    const act = (who: Letter, act: string) =>
      provoke(by(who), decideMethodology, { params: { methodologyId }, body: { act, reason: 'Say more.' } })
    await act('M', 'submit')
    await act('T', 'return')
    return provoke(by('M'), changeDocuments, { body: { documentIds: [documentId], isPublic: true } })
  },
  'actedOn.finding': async () => {
    const documentId = documentIdIn(await provoke(by('M'), addDocument, documentOf('finding', own.findingId)))
    await writeToFinding('M', 'respond')
    await writeToFinding('Q', 'ask')
    return provoke(by('M'), changeDocuments, { body: { documentIds: [documentId], isPublic: true } })
  },
  'beneficiary.alone': () => provoke(by('T'), partBeneficiary, { body: { name: 'Alone', reason: 'Two companies.' } }),
  'beneficiary.one': () =>
    provoke(by('T'), joinBeneficiaries, { body: { name: 'Together', into: 'TOGETHER', reason: 'One company.' } }),
  'beneficiary.unknown': () =>
    provoke(by('T'), joinBeneficiaries, { body: { name: 'Alone', into: 'Nobody', reason: 'One company.' } }),
  'claim.bothDays': () => provoke(by('M'), createClaim, claimOf({ periodStart: '2024-01-01' })),
  'claim.certificateLater': async () => {
    const made = await provoke(by('M'), createClaim, claimOf())
    const { claimId } = JSON.parse(made.answer.text)
    return sendRaw(by('V'), `/certificates/${tenantId()}/${claimId}.pdf`)
  },
  'claim.correctedMeanwhile': () => correct('M', null, { version: 2 }),
  'claim.correctionLate': () => correct('M', "claimed_at = now() - interval '31 days'"),
  'claim.importedCorrection': () => correct('M', "origin = 'import'"),
  'claim.notInLog': () =>
    whileLogWaits(cast.world, tenantId(), async () => {
      const made = await provoke(by('M'), createClaim, claimOf())
      const { claimId, transactionId } = JSON.parse(made.answer.text)
      await cast.world.settled(transactionId)
      return provoke(by('V'), readAuditFile, { params: { claimId }, query: { tenantId: tenantId() } })
    }),
  'claim.sameWords': () => correct('M', null, { purpose: 'personal' }),
  'days.end': () => provoke(by('M'), createProject, project({ endDate: '2023-01-01' })),
  'auditorLink.ended': () => byLink({ created_at: "now() - interval '2 days'", ends_at: 'now()' }),
  'auditorLink.most': async () => {
    const made = await Promise.all(Array.from({ length: limits.auditorLinks }, () => anAuditorLink(own)))
    const provoked = await makeLink()
    await cast.world.sql`delete from auditor_link where id = any (${made.map(({ linkId }) => linkId)})`
    return provoked
  },
  'auditorLink.otherYear': () => byLink({}, { year: '2001' }),
  'auditorLink.over': async () => {
    const { linkId } = await anAuditorLink(own)
    return during('auditor_link', linkId, { created_at: "now() - interval '2 days'", ends_at: 'now()' }, () =>
      provoke(by('A'), revokeAuditorLink, { params: { linkId } }),
    )
  },
  'auditorLink.revoked': () => byLink({ revoked_at: 'now()', revoked_by: 'created_by' }),
  'auditorLink.tooLong': () => makeLink({ endsOn: '2199-01-01' }),
  'days.yearOrder': () => makeLink({ firstYear: '2026', lastYear: '2025' }),
  'noSuch.auditorLink': () => provoke(by('V'), readBooks, { headers: { [auditorHeader]: 'nothing' } }),
  'pending.ended': async () => {
    const params = await aWaiting()
    await provoke(by('M'), decidePending, { params, body: withdrawing })
    return provoke(by('M'), decidePending, { params, body: withdrawing })
  },
  'pending.elsewhere': async () =>
    provoke(by('M'), decidePending, { params: await aWaiting(), body: { ...withdrawing, waitsFor: 'undo' } }),
  'pending.samePerson': async () =>
    provoke(by('M'), decidePending, { params: await aWaiting(), body: { ...withdrawing, decision: 'proceed' } }),
  'pending.approversOnly': async () => {
    const params = await aWaiting('A')
    return asRole('Operator', () =>
      provoke(by('M'), decidePending, { params, body: { ...withdrawing, decision: 'proceed' } }),
    )
  },
  'pending.notYours': async () => provoke(by('T'), decidePending, { params: await aWaiting(), body: withdrawing }),
  'pending.registryOnly': () => provoke(by('M'), listPending, {}),
  'pending.nobodyApproves': () =>
    during('account', 'operator', { approval_from: '1' }, () => provoke(by('T'), createClaim, claimOf())),
  'caps.day': async () => {
    await aClaimId()
    return setAccount({ daily_cap: '1' }, () => provoke(by('M'), createClaim, claimOf()))
  },
  'caps.aboveDay': () =>
    setAccount({ daily_cap: '1' }, () =>
      provoke(by('M'), createClaim, claimOf({ items: [{ assetId: own.assetId, quantity: 2 }] })),
    ),
  'caps.dayOfRegistry': async () => {
    await aClaimId()
    return setTenant({ daily_cap: '1' }, () => provoke(by('M'), createClaim, claimOf()))
  },
  'caps.aboveDayOfRegistry': () =>
    setTenant({ daily_cap: '1' }, () =>
      provoke(by('M'), createClaim, claimOf({ items: [{ assetId: own.assetId, quantity: 2 }] })),
    ),
  'caps.firstOfRecipient': () =>
    setAccount({ new_recipient_cap: '1' }, () => transferTo('operator', [{ assetId: own.assetId, quantity: 2 }])),
  'caps.newRecipient': async () => {
    const { params } = await aRecipient(own)
    const provoked = await setAccount({ only_listed: 'true' }, () => transferTo(params.accountId))
    await cast.world.sql`delete from recipient where tenant_id = ${tenantId()}`
    return provoked
  },
  'caps.notListed': () => setAccount({ only_listed: 'true' }, () => transferTo('a2')),
  'caps.ownAccount': () => provoke(by('A'), addRecipient, { body: { accountId: 'a1' } }),
  'caps.nobodyConfirms': () =>
    setAccount({ approval_from: '1' }, () =>
      alone('A', () => provoke(by('A'), addRecipient, { body: { accountId: 'verifier' } })),
    ),
  'caps.approversConfirm': async () => {
    const params = await aRecipientRequest(own)
    return asRole('Operator', () => provoke(by('M'), decideRecipient, { params, body: { decision: 'confirm' } }))
  },
  'caps.requestEnded': async () => {
    const params = await aRecipientRequest(own)
    await cast.world
      .sql`update recipient_request set ends_at = now() where tenant_id = ${tenantId()} and id = ${params.requestId}`
    return provoke(by('M'), decideRecipient, { params, body: { decision: 'withdraw' } })
  },
  'noSuch.recipientRequest': () =>
    provoke(by('M'), decideRecipient, { params: { requestId: 'nothing' }, body: { decision: 'withdraw' } }),
  'noSuch.recipient': () => provoke(by('A'), removeRecipient, { params: { accountId: 'nothing' } }),
  'noSuch.pending': () => provoke(by('M'), decidePending, { params: { pendingId: 'nothing' }, body: withdrawing }),
  'noSuch.stopLink': () => stop('nothing'),
  'stepUp.notStated': () => liftBySignIn('strong', { acr: undefined }),
  'stepUp.recent': () => liftBySignIn('recent', { auth_time: minutesAgo(60) }),
  'stepUp.strong': () => liftBySignIn('strong', {}),
  'stop.ended': () => stopping({ ends_at: 'now()' }),
  'stop.left': async () => {
    const token = await aStopLink(own)
    await cast.world.sql`
      update app_user u set groups = '{}' from stop_link l
      where l.tenant_id = ${tenantId()} and l.token_hash = ${hashOfToken(token)} and u.username = l.username`
    return stop(token)
  },
  'stop.none': () => lift('T'),
  'stop.own': () => setAccount(stoppedBy('A'), () => lift('A')),
  'stop.used': () => stopping({ used_at: 'now()' }),
  'days.order': () => provoke(by('M'), openMeasurement, aPeriod({ periodEnd: '2026-01-01' })),
  'days.past': () => provoke(by('M'), makeOffer, offer({ endsOn: '2001-01-01' })),
  'decision.reason': () => provoke(by('T'), decideAccount, { params: { accountId: 'a2' }, body: { act: 'suspend' } }),
  'evidence.measurement': async () =>
    during('methodology', await methodologyOf(own.publishedId), { measurement_evidence: "'{Map of the plots}'" }, () =>
      provoke(by('P'), submitMeasurement, { params: { measurementId: own.openMeasurementId }, body: { quantity: 5 } }),
    ),
  'evidence.verification': async () =>
    during('methodology', await methodologyOf(own.publishedId), { verification_evidence: "'{Map of the plots}'" }, () =>
      opinion(own.openVerificationId, { outcome: 'verified', quantity: 5, noConflictOfInterest: true }),
    ),
  'file.empty': () => toDraft(aFile('')),
  'file.most': () => limit({ projectDocuments: 1 }, () => toDraft(aFile())),
  'file.notCsv': () => toDraft(aFile('\0', 'plan.csv')),
  'file.notDocument': () => toDraft(aFile('nothing', 'plan.exe')),
  'file.notGeoJson': () => toDraft(aFile('\0', 'plan.geojson')),
  'file.notImage': () => provoke(by('M'), uploadImage, { form: form({ projectKey: own.draftKey, image: aFile() }) }),
  'file.notKml': () => toDraft(aFile('\0', 'plan.kml')),
  'file.tooLarge': () => limit({ documentBytes: 1_048_576 }, () => toDraft(aFile(pdf + 'x'.repeat(1_048_577)))),
  'file.tooManyPixels': async () => {
    const bomb = await aPictureBomb({ width: 12_000, height: 12_000, bytesPerSample: 1, isInterlaced: true })
    return provoke(by('M'), uploadImage, {
      form: form({ projectKey: own.draftKey, image: aFile(new Uint8Array(bomb), 'a.png') }),
    })
  },
  'finding.closed': async () =>
    during('verification', await verificationOfFinding(), { status: "'in progress'" }, () =>
      writeToFinding('M', 'respond'),
    ),
  'finding.most': async () => {
    const verificationId = await verificationOfFinding()
    await cast.world.sql`
      insert into finding (tenant_id, id, verification_id, number, type, words, owner_side, opened_by)
      select ${tenantId()}, 'many-' || n, ${verificationId}, n, 'CL', 'Why?', 'proponent', 'somebody'
      from generate_series(2, ${limits.findings}::integer) n`
    const body = { type: 'CL', words: 'Why?', ownerSide: 'proponent' }
    const provoked = await provoke(by('Q'), openFinding, { params: { verificationId }, body })
    await cast.world.sql`delete from finding where id like 'many-%'`
    return provoked
  },
  'finding.mostMessages': async () => {
    await cast.world.sql`
      insert into finding_message (tenant_id, id, finding_id, ordinal, act, account_id, words, written_by)
      select ${tenantId()}, 'many-' || n, ${own.findingId}, n, 'ask', 'verifier', 'Why?', 'somebody'
      from generate_series(10, ${limits.findingMessages + 10}::integer) n`
    return writeToFinding('M', 'respond')
  },
  'finding.noSuchPlace': () =>
    provoke(by('Q'), openFinding, {
      params: { verificationId: own.findingVerificationId },
      body: aFindingAt({ documentId: own.findingDocumentId, row: 3 }),
    }),
  'finding.otherFile': () =>
    provoke(by('Q'), openFinding, {
      params: { verificationId: own.findingVerificationId },
      body: aFindingAt({ documentId: own.documentId }),
    }),
  'finding.otherSide': () => writeToFinding('M', 'ask'),
  'incident.full': async () => {
    const params = await anIncident()
    await cast.world.sql`
      insert into incident_update (tenant_id, incident_id, number, state, words)
      select tenant_id, id, n, 'identified', 'More.' from incident, generate_series(2, ${limits.incidentUpdates}) n
      where tenant_id = ${own.tenantId} and id = ${params.incidentId}`
    return provoke(by('T'), updateIncident, { params, body: { state: 'monitoring', words: 'More.' } })
  },
  'incident.resolved': async () => {
    const params = await anIncident()
    const body = { state: 'resolved', words: 'All have arrived.' } as const
    await by('T').call(updateIncident, { params, body })
    return provoke(by('T'), updateIncident, { params, body })
  },
  'incident.titleOfFirst': async () =>
    provoke(by('T'), correctIncident, {
      params: await anIncident(),
      body: { number: 2, title: 'Other letters', words: 'Others.' },
    }),
  'invalid.act': () => provoke(by('T'), listAudit, { query: { act: 'to err' } }),
  'invalid.choice': () => provoke(by('T'), listAccounts, { query: { status: 'asleep' } }),
  'invalid.country': () => provoke(by('N'), createAccount, { body: { name: 'Reeds', type: 'buyer', country: 'QQ' } }),
  'invalid.id': () => provoke(by('M'), addDocument, documentOf('project', 'ä')),
  'invalid.signedZero': () =>
    sendRaw(
      by('P'),
      `/api/measurement/${own.openMeasurementId}/submission`,
      json('{"quantity":0,"byYear":[{"year":2024,"quantity":-0}]}'),
      submitMeasurement,
    ),
  'invalid.tooFew': () => transferTo('a2', []),
  'invalid.tooMany': () =>
    transferTo(
      'a2',
      Array.from({ length: 51 }, () => ({ assetId: own.assetId, quantity: 1 })),
    ),
  'invalid.unknownField': () => provoke(by('M'), createProject, project({ colour: 'green' })),
  'invalid.yesOrNo': () => toDraft(aFile(), { isPublic: 'perhaps' }),
  'locked.finding': () =>
    during('finding', own.findingId, { status: "'closed'", closed_at: 'now()' }, () =>
      provoke(by('M'), addDocument, documentOf('finding', own.findingId)),
    ),
  'locked.measurement': () =>
    during('measurement', own.openMeasurementId, { status: "'rejected'" }, () =>
      provoke(by('M'), addDocument, documentOf('measurement', own.openMeasurementId)),
    ),
  'locked.methodology': () => provoke(by('M'), addDocument, documentOf('methodology', own.methodologyId)),
  'locked.verification': () => provoke(by('Q'), addDocument, documentOf('verification', own.verificationId)),
  'measurement.afterProject': () => provoke(by('M'), openMeasurement, aPeriod({ periodEnd: '2199-12-31' })),
  'measurement.beforeProject': () => provoke(by('M'), openMeasurement, aPeriod({ periodStart: '1999-12-31' })),
  'measurement.namesProvider': () => provoke(by('P'), openMeasurement, aPeriod({ accountId: 'a2' })),
  'measurement.net': () =>
    provoke(by('P'), submitMeasurement, {
      params: { measurementId: own.openMeasurementId },
      body: { quantity: 5, parts: { gross: 9, baseline: 1, leakage: 1, uncertainty: 0 } },
    }),
  'measurement.noMeasurer': () =>
    setProject({ measurement_provider_id: 'null' }, () => provoke(by('M'), openMeasurement, aPeriod())),
  'measurement.noVerifier': () =>
    setProject({ verification_provider_id: 'null' }, () =>
      provoke(by('M'), decideMeasurement, {
        params: { measurementId: own.submittedMeasurementId },
        body: { act: 'accept' },
      }),
    ),
  'measurement.notNamed': () => naming('measurement provider', () => provoke(by('M'), openMeasurement, aPeriod())),
  'measurement.notOver': async () => {
    const opened = await provoke(
      by('M'),
      openMeasurement,
      aPeriod({ periodStart: '2033-01-01', periodEnd: '2033-06-30' }),
    )
    const { measurementId } = JSON.parse(opened.answer.text)
    return provoke(by('P'), submitMeasurement, { params: { measurementId }, body: { quantity: 5 } })
  },
  'measurement.overlaps': () =>
    provoke(by('M'), openMeasurement, aPeriod({ periodStart: '2024-01-15', periodEnd: '2024-02-15' })),
  'measurement.projectStands': () => provoke(by('M'), openMeasurement, aPeriod({ projectId: own.draftId })),
  'measurement.tooLong': () => limit({ periodMonths: 3 }, () => provoke(by('M'), openMeasurement, aPeriod())),
  'methodology.evidenceTwice': () =>
    provoke(by('M'), proposeMethodology, proposal({ measurementEvidence: ['Map', 'Map'] })),
  'methodology.notDraft': () =>
    provoke(by('M'), updateMethodology, {
      params: { methodologyId: own.pendingMethodologyId },
      body: { description: 'More.' },
    }),
  'methodology.providers': () =>
    provoke(by('T'), allowProviders, { params: { methodologyId: own.methodologyId }, body: { accountIds: ['a2'] } }),
  'methodology.providersStand': () =>
    provoke(by('M'), allowProviders, { params: { methodologyId: own.pendingMethodologyId }, body: { accountIds: [] } }),
  'methodology.versionTaken': async () => {
    const request = proposal()
    await provoke(by('M'), proposeMethodology, request)
    return provoke(by('M'), proposeMethodology, request)
  },
  'noSuch.account': () =>
    provoke(by('T'), decideAccount, { params: { accountId: 'nobody' }, body: { act: 'approve' } }),
  'noSuch.address': () => sendRaw(by('M'), '/api/nothing'),
  'noSuch.asset': () => transferTo('a2', [{ assetId: 'nothing', quantity: 1 }]),
  'noSuch.beneficiary': () =>
    provoke(by('V'), readBeneficiary, { query: { tenantId: tenantId(), beneficiary: 'Nobody' } }),
  'noSuch.certificate': () => sendRaw(by('V'), `/certificates/${tenantId()}/nothing.txt`),
  'noSuch.claim': () =>
    provoke(by('V'), readClaim, { params: { claimId: 'nothing' }, query: { tenantId: tenantId() } }),
  'noSuch.file': () => provoke(by('M'), linkDocument, { params: { documentId: 'nothing' } }),
  'noSuch.finding': () =>
    provoke(by('Q'), answerFinding, { params: { findingId: 'nothing' }, body: { act: 'ask', words: 'So.' } }),
  'noSuch.incident': () =>
    provoke(by('T'), updateIncident, {
      params: { incidentId: 'none' },
      body: { state: 'resolved', words: 'It is over.' },
    }),
  'noSuch.logPart': () => sendRaw(by('V'), `/log/${tenantId()}/tile/0/x999/999`),
  'noSuch.market': () =>
    withSettings({ enableMarketplace: false }, { enableMarketplace: true }, () =>
      provoke(by('M'), listMarketProjects, { query: { tenantId: tenantId() } }),
    ),
  'noSuch.measurement': () => provoke(by('M'), readMeasurement, { params: { measurementId: 'nothing' } }),
  'noSuch.methodology': () =>
    provoke(by('M'), readMethodologyVersion, { params: { methodologyId: 'nothing' }, query: { tenantId: tenantId() } }),
  'noSuch.neighbour': () =>
    provoke(by('T'), decideOverlap, {
      params: { projectId: own.publishedId },
      body: { otherTenantId: tenantId(), otherProjectId: 'nothing', verdict: 'none', reason: 'Apart.' },
    }),
  'noSuch.notice': () => provoke(by('M'), markNotices, { body: { noticeId: '999999999' } }),
  'noSuch.offer': () => provoke(by('M'), withdrawOffer, { params: { offerId: 'nothing' } }),
  'noSuch.offerable': () => provoke(by('M'), makeOffer, offer({ subjectId: 'nothing' })),
  'noSuch.page': () => sendRaw(by('V'), '/sitemap/nothing.xml'),
  'noSuch.project': () => provoke(by('M'), readProject, { query: { projectId: 'nothing', tenantId: tenantId() } }),
  'noSuch.receiver': () => transferTo('nobody'),
  'noSuch.record': () =>
    provoke(by('V'), readPublicRecord, { params: { transactionId: 'nothing' }, query: { tenantId: tenantId() } }),
  'noSuch.registry': () => provoke(by('V'), readFigures, { query: { tenantId: 'nowhere' } }),
  'noSuch.shared': () => sendRaw(by('V'), `/oembed?url=${encodeURIComponent('https://elsewhere.test/claims')}`),
  'noSuch.statement': () => provoke(by('M'), readLegacyCertificate, { query: { statementId: 'nothing' } }),
  'noSuch.task': () =>
    provoke(by('M'), assignTask, { body: { kind: 'project.submit', subjectId: 'nothing', username: null } }),
  'noSuch.units': () =>
    provoke(by('V'), readUnits, { params: { serial: 'NO-KE-1-2024-1-1' }, query: { tenantId: tenantId() } }),
  'noSuch.invitation': () => provoke(by('M'), acceptInvitation, { params: { invitationId: 'nothing' } }),
  'noSuch.user': () => change('A', { username: 'nobody', status: 'SUSPENDED' }),
  'noSuch.verification': () => provoke(by('M'), readVerification, { params: { verificationId: 'nothing' } }),
  'notYours.claim': () => correct('B', null),
  'notYours.finding': () => writeToFinding('T', 'ask'),
  'notYours.measurement': () => provoke(by('T'), addDocument, documentOf('measurement', own.openMeasurementId)),
  'notYours.methodology': () =>
    provoke(by('T'), updateMethodology, {
      params: { methodologyId: own.pendingMethodologyId },
      body: { description: 'More.' },
    }),
  'notYours.project': () =>
    provoke(by('B'), updateProject, { query: { projectKey: own.publishedKey }, body: { region: 'Kwale' } }),
  'notYours.verification': () =>
    provoke(by('M'), startVerification, {
      params: { verificationId: own.openVerificationId },
      body: { declaration: 'None.', noConflictOfInterest: true },
    }),
  'offer.accountStands': () => setAccount({ status: "'suspended'" }, () => provoke(by('M'), makeOffer, offer())),
  'oneself.delete': () => provoke(by('A'), deleteUser, { query: { username: personOf('A').username } }),
  'oneself.factors': () => provoke(by('T'), resetFactors, { body: { username: personOf('T').username } }),
  'oneself.role': () => change('A', { username: personOf('A').username, role: 'General' }),
  'oneself.sessions': () => provoke(by('T'), endUserSessions, { body: { username: personOf('T').username } }),
  'oneself.status': () => change('A', { username: personOf('A').username, status: 'SUSPENDED' }),
  'people.accountMissing': () => invite('T', { accountId: null, role: 'AccountAdmin' }),
  'people.closedAccount': () => setAccount({ status: "'rejected'" }, () => invite('T')),
  'people.emailTaken': () => invite('T', { email: personOf('B').email }),
  'people.inAccount': () => invite('A', { accountId: undefined, email: personOf('M').email }),
  'people.onlyAccount': () => provoke(by('M'), leaveAccount, { params: { accountId: 'a1' } }),
  'people.lastAdmin': () => change('T', { username: personOf('A').username, role: 'General' }),
  'people.noRole': async () => {
    const invited = await invite('T', { accountId: null })
    return change('T', { username: JSON.parse(invited.answer.text).username, role: 'AccountAdmin' })
  },
  'people.noTaker': () =>
    provoke(by('M'), assignTask, {
      body: { kind: 'measurement.decide', subjectId: own.submittedMeasurementId, username: personOf('B').username },
    }),
  'people.pendingAccount': () => setAccount({ status: "'pending'" }, () => invite('A', { accountId: undefined })),
  'people.registryAdmin': async () => {
    const groups = (['General', 'AccountAdmin'] as const).map((role) =>
      groupName({ tenantId: tenantId(), accountId: 'operator', role }),
    )
    const admin = await tenant().addPerson(groups, 'operator')
    return provoke(admin, updateUser, { body: { username: personOf('T').username, status: 'SUSPENDED' } })
  },
  'people.alsoElsewhere': async () => {
    const groups = ['a1', 'a2'].map((accountId) => groupName({ tenantId: tenantId(), accountId, role: 'General' }))
    const { username } = await tenant().addPerson(groups, 'a1')
    return provoke(by('A'), updateUser, { body: { username, status: 'SUSPENDED' } })
  },
  'people.endsViewer': () => endsOn({ role: 'General', roleEndsOn: '2001-01-01' }),
  'people.roleTooLong': () => endsOn({ role: 'Viewer', roleEndsOn: '2199-01-01' }),
  'people.registryAdminOnly': () => invite('A', { accountId: undefined, role: 'TenantAdmin' }),
  'people.setUp': () => provoke(by('A'), resendInvitation, { body: { username: personOf('M').username } }),
  'project.accountStands': () =>
    setAccount({ status: "'suspended'" }, () => provoke(by('M'), createProject, project())),
  'project.cannotChange': () =>
    provoke(by('M'), updateProject, { query: { projectKey: own.publishedKey }, body: { startDate: '2023-01-01' } }),
  'project.promised': () =>
    provoke(by('M'), updateProject, { query: { projectKey: own.publishedKey }, body: { startDate: '2023-01-01' } }),
  'project.eastOfWest': () => places({ west: '2', east: '1', south: '1', north: '2' }),
  'project.northOfSouth': () => places({ west: '1', east: '2', south: '2', north: '1' }),
  'project.measurementProvider': () => provoke(by('M'), createProject, project({ measurementProviderId: 'a2' })),
  'project.verificationProvider': () => provoke(by('M'), createProject, project({ verificationProviderId: 'a2' })),
  'project.measurerVerifies': () =>
    setAccount({ kind: "'verification provider'" }, () => edit({ verificationProviderId: 'measurer' }), 'measurer'),
  'project.methodology': () => provoke(by('M'), createProject, project({ methodologyId: 'nothing' })),
  'project.missing': async () => {
    const made = await provoke(by('M'), createProject, project())
    return decide('M', JSON.parse(made.answer.text).projectId, 'submit')
  },
  'project.namedMeasurementProvider': () =>
    naming('measurement provider', () =>
      provoke(by('M'), createProject, project({ measurementProviderId: 'measurer' })),
    ),
  'project.namedVerificationProvider': () =>
    naming('verification provider', () =>
      provoke(by('M'), createProject, project({ verificationProviderId: 'verifier' })),
    ),
  'project.ownProvider': () => provoke(by('M'), createProject, project({ measurementProviderId: 'a1' })),
  // Must precede the decision below.
  'project.overlapUndecided': () => sameOrigin(() => decide('T', own.draftId, 'approve')),
  'project.overlapRefused': () =>
    sameOrigin(async () => {
      await provoke(by('T'), decideOverlap, {
        params: { projectId: own.draftId },
        body: { otherTenantId: tenantId(), otherProjectId: own.publishedId, verdict: 'refused', reason: 'One place.' },
      })
      return decide('T', own.draftId, 'approve')
    }),
  'project.ownerStands': () =>
    during('project', own.draftId, { status: "'pending'" }, () =>
      setAccount({ status: "'pending'" }, () => decide('T', own.draftId, 'approve')),
    ),
  'project.pointOrArea': () => edit({ longitude: 39, latitude: -4, area: square }),
  'project.projectOrClaim': () => provoke(by('V'), readEvidence, { query: { tenantId: tenantId() } }),
  'project.twice': () => edit({ sdgs: [1, 1] }),
  'project.type': () => provoke(by('M'), createProject, project({ type: 'Alchemy' })),
  'reissue.noneDue': () => provoke(by('T'), reissueCertificates, { body: { reason: 'A wrong period.' } }),
  'reissue.underWay': async () => {
    await cast.world.sql`
      insert into reissue (tenant_id, id, reason, wordings) values (${tenantId()}, 'act', 'A wrong period.', '{}')`
    return provoke(by('T'), reissueCertificates, { body: { reason: 'A wrong period.' } })
  },
  'request.certificate': () => sendRaw(by('V'), `/certificates/${tenantId()}/${own.claimId}.pdf?language=xx`),
  'request.consistency': () =>
    provoke(by('V'), readConsistency, { query: { tenantId: tenantId(), from: '2', to: '1' } }),
  'request.cursor': () => provoke(by('T'), listAudit, { query: { cursor: 'nowhere' } }),
  'request.field': () => toDraft(aFile(), { colour: 'green' }),
  'request.fieldMissing': () =>
    provoke(by('M'), uploadDocument, { form: form({ projectKey: own.draftKey, document: aFile() }) }),
  'request.fileField': () =>
    provoke(by('M'), uploadImage, { form: form({ projectKey: own.draftKey, picture: aFile() }) }),
  'request.form': () =>
    sendRaw(
      by('M'),
      '/api/document',
      { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nContent' },
      addDocument,
    ),
  'request.idempotencyKey': () =>
    provoke(by('M'), createProject, { ...project(), headers: { 'idempotency-key': 'x'.repeat(300) } }),
  'request.invalid': () => provoke(by('M'), createProject, project({ startDate: 'soon' })),
  'request.keyUsed': async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await provoke(by('M'), createProject, { ...project(), headers })
    return provoke(by('M'), createProject, { ...project({ description: 'Another.' }), headers })
  },
  'request.noFile': () =>
    provoke(by('M'), uploadDocument, { form: form({ projectKey: own.draftKey, documentType: 'Other' }) }),
  'request.shared': () => sendRaw(by('V'), '/oembed'),
  'request.unreadable': () => sendRaw(by('M'), '/api/project', json('{'), createProject),
  'request.username': () =>
    provoke(by('A'), deleteUser, { query: { username: personOf('M').username }, body: { username: 'somebody' } }),
  'settings.belowDocuments': () => settings({ limits: { projectDocuments: 1 } }),
  'settings.belowPeople': () => settings({ limits: { accountUsers: 1 } }),
  'settings.changed': () => settings({ owner: 'Another', version: 999_999 }),
  'settings.typeTwice': () => settings({ projectTypes: ['Reeds', 'Reeds'] }),
  'settings.unlistedType': () => settings({ projectTypeNames: { fr: { Alchemy: 'Alchimie' } } }),
  'stands.account': () => provoke(by('T'), decideAccount, { params: { accountId: 'a1' }, body: { act: 'resume' } }),
  'stands.finding': () =>
    during('finding', own.findingId, { status: "'closed'", closed_at: 'now()' }, () => writeToFinding('M', 'respond')),
  'stands.measurement': () =>
    provoke(by('M'), rescheduleMeasurement, {
      params: { measurementId: own.submittedMeasurementId },
      body: { dueDate: '2030-01-01' },
    }),
  'stands.methodology': () =>
    provoke(by('T'), decideMethodology, { params: { methodologyId: own.methodologyId }, body: { act: 'approve' } }),
  'stands.project': () => decide('T', own.publishedId, 'approve'),
  'stands.user': async () => {
    const invited = await invite('T')
    return change('T', { username: JSON.parse(invited.answer.text).username, status: 'SUSPENDED' })
  },
  'stands.verification': () =>
    provoke(by('Q'), startVerification, {
      params: { verificationId: own.verificationId },
      body: { declaration: 'None.', noConflictOfInterest: true },
    }),
  'streams.ofPerson': async () => {
    const leaving = new AbortController()
    const person = await tenant().addPerson(
      [groupName({ tenantId: tenantId(), accountId: 'a1', role: 'General' })],
      'a1',
    )
    for (let open = 0; open < limits.streamsOfPerson; open += 1) {
      await person.fetch(watchTasks.path, { signal: leaving.signal })
    }
    const refused = await provoke(person, watchTasks)
    leaving.abort()
    return refused
  },
  'trial.files': () =>
    setAccount({ status: "'pending'" }, () => untilRefused(limits.pendingFiles + 1, () => toDraft(aFile()))),
  'trial.methodologies': () =>
    setAccount({ status: "'pending'" }, () =>
      untilRefused(limits.pendingMethodologies + 1, () => provoke(by('M'), proposeMethodology, proposal())),
    ),
  'trial.projects': () =>
    setAccount({ status: "'pending'" }, () =>
      untilRefused(limits.pendingProjects + 1, () => provoke(by('M'), createProject, project())),
    ),
  'units.byYear': () =>
    mint({ verificationId: own.verificationId, quantity: 5, byYear: [{ year: 1999, quantity: 5 }] }),
  'units.claimOfStopped': () =>
    setTenant({ claims_of_stopped_projects: 'false' }, () =>
      setProject({ status: "'suspended'" }, () => provoke(by('M'), createClaim, claimOf())),
    ),
  'units.exceedsVerified': () => mint({ verificationId: own.verificationId, quantity: 999_999_999 }),
  'units.mintingPaused': () =>
    setTenant({ minting_paused_reason: "'apart'" }, () => mint({ verificationId: own.verificationId, quantity: 1 })),
  'units.nobodyReceives': async () => {
    await cast.world.sql`
      insert into account (tenant_id, id, name, kind, country, status)
      values (${tenantId()}, 'empty', 'Nobody', 'buyer', 'KE', 'active')`
    return transferTo('empty')
  },
  'units.notActive': () =>
    setProject({ status: "'suspended'" }, () => mint({ verificationId: own.verificationId, quantity: 1 })),
  'units.notVerified': () => mint({ verificationId: own.openVerificationId, quantity: 1 }),
  'units.previewDiffers': () => transferTo('a2', undefined, { previewId: `zzzzzzzz.${'0'.repeat(64)}` }),
  'units.previewExpired': () => transferTo('a2', undefined, { previewId: `00000000.${'0'.repeat(64)}` }),
  'units.receiverStands': () => setAccount({ status: "'suspended'" }, () => transferTo('a2'), 'a2'),
  'units.sameAccount': () => transferTo('a1'),
  'units.sameAsset': () =>
    transferTo('a2', [
      { assetId: own.assetId, quantity: 1 },
      { assetId: own.assetId, quantity: 2 },
    ]),
  'units.sameVerification': () =>
    mint({
      items: [
        { verificationId: own.verificationId, quantity: 1 },
        { verificationId: own.verificationId, quantity: 1 },
      ],
    }),
  'units.senderStands': () => setAccount({ status: "'suspended'" }, () => transferTo('a2')),
  'units.senderStopped': () => setAccount(stoppedBy('A'), () => transferTo('a2')),
  'units.severalAccounts': () =>
    provoke(by('T'), mintUnits, {
      body: {
        items: [
          { verificationId: own.verificationId, quantity: 1 },
          { verificationId: others.verificationId, quantity: 1 },
        ],
      },
    }),
  'units.tooFew': () => transferTo('a2', [{ assetId: own.assetId, quantity: 999_999_999 }]),
  'verification.declaration': () => opinion(own.openVerificationId, { outcome: 'not verified' }),
  'verification.noStatement': () =>
    setOpinion({ status: "'in progress'" }, () =>
      opinion(own.openVerificationId, { outcome: 'verified', quantity: 5 }),
    ),
  'verification.tooMany': () =>
    opinion(own.openVerificationId, { outcome: 'verified', quantity: 999_999_999, noConflictOfInterest: true }),
  'verification.quantityReason': async () => {
    await provoke(by('Q'), addDocument, documentOf('verification', own.openVerificationId, { title: 'Verification' }))
    return setOpinion({ status: "'in progress'" }, () =>
      opinion(own.openVerificationId, { outcome: 'verified', quantity: 5 }),
    )
  },
  'units.transferOfStopped': () =>
    setTenant({ transfers_of_stopped_projects: 'false' }, () =>
      setProject({ status: "'suspended'" }, () => transferTo('buyer')),
    ),
  'units.yearsMissing': () =>
    crossing(() =>
      setOpinion({ status: "'verified'", quantity: '5' }, () =>
        mint({ verificationId: own.openVerificationId, quantity: 1 }),
      ),
    ),
  'units.exceedsYear': () =>
    crossing(() =>
      setOpinion({ status: "'verified'", quantity: '5', by_year: "'{2,3}'" }, () =>
        mint({
          verificationId: own.openVerificationId,
          quantity: 3,
          byYear: [{ year: 2028, quantity: 3 }],
        }),
      ),
    ),
  'years.tooMany': async () =>
    during(
      'measurement',
      await measurementOf(own.openVerificationId),
      { period: acrossYears, by_year: "'{999999,1}'" },
      () =>
        opinion(own.openVerificationId, {
          outcome: 'verified',
          quantity: 1_000_000,
          byYear: [
            { year: 2028, quantity: 999_998 },
            { year: 2029, quantity: 2 },
          ],
          noConflictOfInterest: true,
        }),
    ),
  'years.missing': () =>
    crossing(() =>
      opinion(own.openVerificationId, { outcome: 'verified', quantity: 1_000_000, noConflictOfInterest: true }),
    ),
  'years.others': () =>
    crossing(() =>
      opinion(own.openVerificationId, {
        outcome: 'verified',
        quantity: 1_000_000,
        byYear: [{ year: 1999, quantity: 1_000_000 }],
        noConflictOfInterest: true,
      }),
    ),
  'years.notMeasured': () =>
    during('measurement', own.submittedMeasurementId, { period: "'[2029-12-31,2030-01-02)'" }, () =>
      provoke(by('M'), decideMeasurement, {
        params: { measurementId: own.submittedMeasurementId },
        body: { act: 'accept' },
      }),
    ),
  'years.notMissing': () =>
    provoke(by('Q'), stateYears, {
      params: { verificationId: own.verificationId },
      body: { byYear: [{ year: 2024, quantity: 5 }] },
    }),
  'years.sum': () =>
    provoke(by('P'), submitMeasurement, {
      params: { measurementId: own.openMeasurementId },
      body: { quantity: 5, byYear: [{ year: 2024, quantity: 4 }] },
    }),
}

const withdrawing = { decision: 'withdraw', waitsFor: 'approval' } as const
const aWaiting = (preparedBy: Letter = 'M') => aPendingClaim(cast.world.sql, own, personOf(preparedBy))
const endsOn = (words: object) => provoke(by('A'), updateUser, { body: { username: personOf('M').username, ...words } })
async function asRole(role: 'Viewer' | 'Operator', work: () => Promise<Provoked>): Promise<Provoked> {
  const { username } = personOf('M')
  await personOf('A').call(updateUser, { body: { username, role } })
  try {
    return await work()
  } finally {
    await personOf('A').call(updateUser, { body: { username, role: 'General' } })
  }
}
const makeLink = (words: object = {}) => provoke(by('A'), createAuditorLink, { body: { ...aLinkBody(), ...words } })

async function byLink(facts: Record<string, string>, query: Record<string, string> = {}): Promise<Provoked> {
  const { linkId, token } = await anAuditorLink(own)
  const read = () => provoke(by('V'), listBookedClaims, { query, headers: { [auditorHeader]: token } })
  return Object.keys(facts).length === 0 ? read() : during('auditor_link', linkId, facts, read)
}

const stop = (token: string) => provoke(by('V'), stopByLink, { body: { token } })
const lift = (who: Letter) => provoke(by(who), liftStop, { params: { accountId: 'a1' }, body: { reason: 'So.' } })
async function liftBySignIn(rule: StepUpRule, claims: Parameters<typeof restated>[2]): Promise<Provoked> {
  const { sql, baseUrl } = cast.world
  const admin = callerAt(baseUrl, await restated(sql, personOf('T').token, claims))
  const forget = () => forgetTenant(cast.world.deps, tenantId())
  const provoked = await during('tenant', tenantId(), { step_up: `'${rule}'` }, () => {
    forget()
    return provoke(admin, liftStop, { params: { accountId: 'a1' }, body: { reason: 'So.' } })
  })
  forget()
  return provoked
}
const stoppedBy = (who: Letter) => ({ stopped_at: 'now()', stopped_by: `'${personOf(who).username}'` })

async function stopping(facts: Record<string, string>): Promise<Provoked> {
  const token = await aStopLink(own)
  const hash = hashOfToken(token).toString('hex')
  const assignments = Object.entries(facts).map((fact) => fact.join(' = '))
  await cast.world.sql.unsafe(`update stop_link set ${assignments} where token_hash = '\\x${hash}'`)
  return stop(token)
}

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [39, -4],
      [40, -4],
      [40, -3],
      [39, -4],
    ],
  ],
}
const places = (query: Record<string, string>) =>
  provoke(by('V'), readProjectPlaces, { query: { tenantId: tenantId(), ...query } })

/** The pending draft shares its origin with the published project. */
const sameOrigin = (work: () => Promise<Provoked>) => {
  const origin = { origin_registry: "'Elsewhere'", origin_id: "'E-1'" }
  return during('project', own.draftId, { ...origin, status: "'pending'" }, () =>
    during('project', own.publishedId, origin, work),
  )
}

/** Methodologies of a1 name another provider than its projects. */
async function naming(kind: string, work: () => Promise<Provoked>): Promise<Provoked> {
  const { sql } = cast.world
  const id = `another-${crypto.randomUUID()}`
  await sql`
    insert into account (tenant_id, id, name, kind, country, status)
    values (${tenantId()}, ${id}, ${id}, ${kind}, 'KE', 'active')`
  for (const methodologyId of [own.methodologyId, await methodologyOf(own.publishedId)]) {
    await sql`insert into methodology_provider values (${tenantId()}, ${methodologyId}, ${id})`
  }
  const provoked = await work()
  await sql`delete from methodology_provider where account_id = ${id}`
  return provoked
}

async function methodologyOf(projectId: string): Promise<string> {
  const [row] = await cast.world.sql<{ id: string }[]>`select methodology_id as id from project where id = ${projectId}`
  return row?.id ?? ''
}

/** The open verification's period spans years without a split. */
async function crossing(work: () => Promise<Provoked>): Promise<Provoked> {
  return during('measurement', await measurementOf(own.openVerificationId), { period: acrossYears }, work)
}

const notFromOutside: Record<string, string> = {
  'access.anotherSite': 'a page of the identity provider says it, not the web app',
  'access.ended': 'two admins have to end each other at the same moment',
  'access.noRecord': 'whoever signs in by the provider of the registry has a record',
  'actedOn.verification': 'its decision alone rests on documents, which are locked from then on',
  'claim.importedCertificate': 'an import makes such claims, not a person',
  'file.crowded': 'eight uploads have to be under way at the same moment',
  'file.infected': 'a virus scanner has to be there',
  'file.underWay': 'three uploads have to be under way at the same moment',
  'locked.project': 'the documents of a project are open for as long as it is shown',
  'noSuch.sender': 'whoever may not know of an account is told before that there is none',
  'noSuch.transaction': 'whoever moves units is answered with that movement',
  'notYours.account': 'whoever may not change an account is told that there is none',
  'notYours.offer': 'whoever may not withdraw an offer is told that there is none',
  'offer.moved': 'the units have to move between two statements',
  'people.elsewhere': 'another identity provider has to be there',
  'people.elsewhereGroups': 'another identity provider has to be there',
  'people.factorsElsewhere': 'another identity provider has to be there',
  'people.sessionsElsewhere': 'another identity provider has to be there',
  'people.emailSignsIn': 'the identity provider has to know an address that the registry does not',
  'people.lastRegistryAdmin': 'whoever ends an admin of the registry is another one',
  'people.groupNames': 'Cognito has to be there',
  'people.justSent': 'a mail server has to be there',
  'people.most': 'server/people/users/users.test.ts fills an account',
  'request.host': 'no browser sends two hosts',
  'settings.deployment': 'the deployment has to set a fact of the registry',
  'streams.crowded': 'a thousand pages have to wait',
  'streams.ofAddress': 'a hundred pages of visitors have to wait',
  'units.mostVintages': 'periods of more than two hundred years in all have to be verified',
  'units.noAsset': 'the contract asks for one before the ledger does',
  'units.noVerification': 'the contract asks for one before the ledger does',
  'units.quantity': 'the contract asks for a quantity before the ledger does',
}

function refusalIn(language: Language, { call, answer }: Provoked): string {
  const t = words.get(language)
  if (!t) throw new Error(language)
  const { status, text } = answer
  return failureText(failureOf(call, status, '', JSON.parse(text)), t)
}

const reasonsIn = ({ answer }: Provoked): string[] => {
  const { reason, details = [] } = JSON.parse(answer.text)
  return [reason, ...details.map((detail: { reason?: string }) => detail.reason)]
}
/** Sentences for codes without a known reason. */
const generalIn = (language: Language) =>
  (['invalid', 'forbidden', 'not_found', 'conflict', 'bug', 'unavailable'] as const).map((code) =>
    words.get(language)?.t(`failures.${code}`),
  )

const provoked = new Map<string, Provoked>()
describe('a refusal is worded in every language, with all its facts, because', () => {
  test.each(Object.entries(provocations))('%s', { timeout: 60_000 }, async (reason, provoke) => {
    const answered = await provoke()
    expect([answered.answer.status, answered.answer.text.slice(0, 400)]).toEqual([
      expect.toSatisfy((status) => status >= 400 && status < 500),
      expect.stringContaining('{'),
    ])
    expect(reasonsIn(answered)).toContain(reason)
    provoked.set(reason, answered)
    const sentences = languages.map((language) => refusalIn(language, answered))
    expect(new Set(sentences).size).toBe(languages.length)
    for (const [index, language] of languages.entries()) {
      const sentence = sentences[index] ?? ''
      expect(sentence).not.toMatch(/\{\{|refusals\.|undefined|\[object/)
      // A missing role has only the general sentence.
      if (reason !== 'access.role') expect(generalIn(language)).not.toContain(sentence)
    }
  })
})
test('every reason was provoked, or is named above with why it cannot be', () => {
  const all = Object.entries(enRefusals.refusals).flatMap(([group, names]) =>
    Object.keys(names).map((name) => `${group}.${name}`),
  )
  expect([...provoked.keys(), ...Object.keys(notFromOutside)].sort()).toEqual(all.sort())
})
