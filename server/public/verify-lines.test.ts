import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { listStatements, readLegacyCertificate } from '#shared/contract/accounts.ts'
import { createClaim, readClaim } from '#shared/contract/claims.ts'
import { readPublicRecord } from '#shared/contract/transactions.ts'
import { verifyLines } from '#shared/contract/verify-lines.ts'
import { burnUnits } from '#shared/contract/wallet.ts'
import { claimPath, projectPath, recordPath } from '#shared/rules/paths.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { aTenant } from '#tests/kit/tenant.ts'

/** What stands for a thing of the tenant in the cases below. */
const known = new Map<string, string>()
const filled = (text: string) => [...known].reduce((line, [name, value]) => line.replaceAll(name, value), text)

let tenant: TenantOfTest
let other: TenantOfTest

const anonymous = { beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true } as const

/** 100 units: 1 to 10 and 11 to 15 claimed, 16 to 20 burnt, 21 to 40 reserved, 41 to 60 of another account, the rest held. */
beforeAll(async () => {
  ;[tenant, other] = [await aTenant(), await aTenant()]
  const { proponent, tenantAdmin, visitor, world } = tenant
  const tenantId = tenant.tenant.id
  const { assetId, projectId } = await anIssuedAsset(tenant, { quantity: 100 })
  const claims = []
  for (const quantity of [10, 5]) {
    claims.push(await proponent.call(createClaim, { body: { ...anonymous, items: [{ assetId, quantity }] } }))
  }
  const burn = { accountId: 'proponent', items: [{ assetId, quantity: 5 }], reason: 'Counted twice.' }
  await tenantAdmin.call(burnUnits, { body: burn })
  await world.sql`
    update block set serials = '[41,101)' where tenant_id = ${tenantId} and asset_id = ${assetId} and state = 'held'`
  await world.sql`
    insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
    select tenant_id, asset_id, series, '[21,41)', account_id, 'locked', transaction_id from block
    where tenant_id = ${tenantId} and asset_id = ${assetId} and state = 'held'`
  await world.sql`
    update balance set held = 60, locked = 20 where tenant_id = ${tenantId} and asset_id = ${assetId} and account_id = 'proponent'`
  await transferred(tenant, { assetId, quantity: 20, toAccountId: 'buyer' })
  const [claim] = claims
  if (!claim) throw new Error('Nothing was claimed.')
  await world.settled(claim.transactionId)
  const pdf = async (query: string) =>
    Buffer.from(await (await visitor.fetch(`/certificates/${tenantId}/${claim.claimId}.pdf?${query}`)).arrayBuffer())
  const [bytes, swahili] = [await pdf('language=en'), await pdf('language=sw')]
  const { certificate, verifyCode, claimNumber } = await visitor.call(readClaim, { params: { claimId: claim.claimId } })
  await world.sql`update certificate set wording = 1 where tenant_id = ${tenantId} and language = 'sw'`
  await proponent.call(readLegacyCertificate)
  const [statement] = (await proponent.call(listStatements)).items
  const record = await visitor.call(readPublicRecord, { params: { transactionId: claim.transactionId } })
  const [row] = await world.sql<{ label: string; number: number }[]>`
    select concat_ws('-', t.serial_prefix, s.country, p.number, extract(year from upper(s.vintage) - 1), s.batch) as label, p.number
    from asset s join tenant t on t.id = s.tenant_id join project p on p.tenant_id = s.tenant_id and p.id = s.project_id
    where s.tenant_id = ${tenantId} and s.id = ${assetId}`
  const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const tampered = Buffer.from(bytes)
  tampered[1_000] = (tampered[1_000] ?? 0) ^ 1
  const things = {
    OWN: row?.label,
    CERTIFICATE_FILE: hashOf(bytes),
    TAMPERED_FILE: hashOf(tampered),
    SUPERSEDED_FILE: hashOf(swahili),
    STATEMENT_FILE: statement?.sha256,
    STATEMENT_CODE: statement?.verifyCode,
    VERIFY_CODE: verifyCode,
    NUMBER: certificate?.number,
    DIGITS: String(claimNumber),
    CLAIM_ID: claim.claimId,
    MOVEMENT: claim.transactionId,
    LINK: record.ledger?.hash,
    CHAIN: record.chain?.transactionHash,
    PROJECT_ID: projectId,
  }
  for (const [name, value] of Object.entries(things)) {
    if (!value) throw new Error(`${name} is missing.`)
    known.set(name, value)
  }
})

/** The text, its verdict, and its units as retired/held/locked/cancelled/never issued. */
const cases: readonly [text: string, verdict: string, units?: string][] = [
  // Whole, part, over the end.
  ['OWN-1-10', 'retired', '10/0/0/0/0'],
  ['OWN-1-15', 'retired', '15/0/0/0/0'],
  ['OWN-3', 'retired', '1/0/0/0/0'],
  ['OWN-3-7', 'retired', '5/0/0/0/0'],
  ['OWN-8-12', 'retired', '5/0/0/0/0'],
  ['OWN-15-1', 'retired', '15/0/0/0/0'],
  ['OWN-1-16', 'partly', '15/0/0/1/0'],
  ['OWN-15-21', 'partly', '1/0/1/5/0'],
  ['OWN-1-100', 'partly', '15/60/20/5/0'],
  ['OWN-1-101', 'partly', '15/60/20/5/1'],
  ['OWN-100-101', 'none', '0/1/0/0/1'],
  // Held, reserved, burnt, never issued.
  ['OWN-61-100', 'none', '0/40/0/0/0'],
  ['OWN-41-60', 'none', '0/20/0/0/0'],
  ['OWN-41-100', 'none', '0/60/0/0/0'],
  ['OWN-21-40', 'none', '0/0/20/0/0'],
  ['OWN-30', 'none', '0/0/1/0/0'],
  ['OWN-16-20', 'none', '0/0/0/5/0'],
  ['OWN-18', 'none', '0/0/0/1/0'],
  ['OWN-101', 'neverIssued', '0/0/0/0/1'],
  ['OWN-101-900', 'neverIssued', '0/0/0/0/800'],
  ['OWN-0', 'neverIssued', '0/0/0/0/1'],
  ['OWN-0-1', 'partly', '1/0/0/0/1'],
  // Of a batch, a project or a registry that is not there.
  ['NOBODY-KE-1-2024-1-1-10', 'neverIssued', '0/0/0/0/10'],
  ['OTHER-1-10', 'neverIssued', '0/0/0/0/10'],
  // As people write them.
  ['  OWN-1-10  ', 'retired', '10/0/0/0/0'],
  ['“OWN-1-10”.', 'retired', '10/0/0/0/0'],
  ['Serial numbers: OWN-1-10', 'retired', '10/0/0/0/0'],
  ['OWN – 1 – 10', 'retired', '10/0/0/0/0'],
  ['OWN-1-10; OWN-11-15', 'retired', '15/0/0/0/0'],
  ['OWN-1-10, OWN-61-70', 'partly', '10/10/0/0/0'],
  // A registry of origin that was not loaded.
  ['8164-1001-2000-VCS-VCU-1519-VER-BR-1-1-01012020-31122020-0', 'nothing'],
  // Claims by number, code, id, address.
  ['NUMBER', 'claim'],
  ['DIGITS', 'claim'],
  ['Claim DIGITS', 'claim'],
  ['Certificat n° DIGITS', 'claim'],
  ['Cheti nambari DIGITS', 'claim'],
  ['VERIFY_CODE', 'claim'],
  ['verify code: VERIFY_CODE', 'claim'],
  ['CLAIM_ID', 'claim'],
  ['https://registry.example/claims?key=CLAIM_ID', 'claim'],
  ['C-999999', 'nothing'],
  ['AAAAA-AAAAA', 'nothing'],
  // Certificates and statements by their files' hashes.
  ['CERTIFICATE_FILE', 'claim'],
  ['0xCERTIFICATE_FILE', 'claim'],
  ['SHA-256: CERTIFICATE_FILE', 'claim'],
  ['TAMPERED_FILE', 'nothing'],
  ['SUPERSEDED_FILE', 'superseded'],
  ['STATEMENT_FILE', 'statement'],
  ['STATEMENT_CODE', 'statement'],
  // Movements by id, link, chain and address.
  ['MOVEMENT', 'known'],
  ['LINK', 'known'],
  ['CHAIN', 'known'],
  ['https://registry.example/claims?record=MOVEMENT', 'known'],
  ['PROJECT_ID', 'known'],
  // Nothing of ours.
  ['0'.repeat(64), 'nothing'],
  ['5f1c9a3e-1234-4567-8a9b-0c1d2e3f4a5b', 'nothing'],
  ['Wind farm of the lake', 'nothing'],
  ['=HYPERLINK("https://elsewhere.example")', 'nothing'],
  ['"; drop table claim; --', 'nothing'],
  ['☃'.repeat(100), 'nothing'],
  ['-', 'nothing'],
]

type Row = Record<string, string>

async function verified(lines: readonly string[], more: object = {}): Promise<{ rows: Row[]; text: string }> {
  const response = await tenant.visitor.fetch('/api/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: tenant.tenant.id, lines, ...more }),
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const text = await response.text()
  return { text, rows: parse(text, { columns: true, bom: true }) }
}

test(`${cases.length} texts are verified in one call, each as the verify box answers it alone`, async () => {
  const [prefix] = await other.world.sql<{ label: string }[]>`
    select serial_prefix as label from tenant where id = ${other.tenant.id}`
  known.set('OTHER', `${prefix?.label}-KE-1-2024-1`)
  const lines = cases.map(([text]) => filled(text))
  const { rows } = await verified(lines)
  const found = rows.map(({ verdict, retired, held, locked, cancelled, neverIssued }, at) => [
    cases[at]?.[0],
    verdict,
    ...(cases[at]?.[2] === undefined ? [] : [[retired, held, locked, cancelled, neverIssued].join('/')]),
  ])
  expect(found).toEqual(cases)
  expect(rows.map(({ line }) => Number(line))).toEqual(cases.map((_, at) => at + 1))
  expect(cases.length).toBeGreaterThanOrEqual(60)
})

test('a line names the claims and the page that say more', async () => {
  const at = (path: string) => new URL(path, tenant.world.baseUrl).href
  const { rows } = await verified(
    ['OWN-1-15', 'NUMBER', 'MOVEMENT', 'PROJECT_ID', 'STATEMENT_CODE', 'nobody'].map(filled),
  )
  const [range, claim, movement, project, statement, nobody] = rows
  const first = Number(known.get('DIGITS'))
  expect([range?.claims, claim?.claims]).toEqual([`${first}; ${first + 1}`, String(first)])
  expect(range?.address).toContain('/claims?unit=')
  expect(claim?.address).toBe(at(claimPath(known.get('CLAIM_ID') ?? '')))
  expect(movement?.address).toBe(at(recordPath(known.get('MOVEMENT') ?? '')))
  expect(project?.address).toContain(projectPath('').slice(0, 10))
  expect([statement?.address, nobody?.address, nobody?.units]).toEqual(['', '', '0'])
})

test('empty lines are passed over, but counted; what could run in a spreadsheet does not', async () => {
  const { rows, text } = await verified(['', '  ', filled('OWN-1'), '', '=1+1'])
  expect(rows.map(({ line, asked }) => [line, asked])).toEqual([
    ['3', filled('OWN-1')],
    ['5', "'=1+1"],
  ])
  expect(text.split('\r\n')[0]).toBe(
    'line,asked,verdict,units,retired,held,locked,cancelled,neverIssued,notLookedAt,claims,address,asOf',
  )
})

test.each([
  ['fr', 'verdict (Réponse)', 'Retirées définitivement'],
  ['sw', 'verdict (Jibu)', 'Vimeondolewa kabisa'],
] as const)('for readers in %s, heads and answers are in words', async (heads, head, word) => {
  const { rows } = await verified([filled('OWN-1')], { heads })
  expect([rows[0]?.[head], Object.values(rows[0] ?? {})]).toEqual(['retired', expect.arrayContaining([word])])
})

test('one caller may verify several lists at once', async () => {
  const lists = await Promise.all(
    [1, 2, 3].map((of) => verified(Array.from({ length: 200 }, () => filled(`OWN-${of}`)))),
  )
  expect(lists.map(({ rows }) => rows.filter(({ verdict }) => verdict === 'retired').length)).toEqual([200, 200, 200])
})

test('a list of 10,000 lines is answered; a longer one, none, and one of an unknown registry are refused', async () => {
  const { rows } = await verified(Array.from({ length: 10_000 }, (_, at) => filled(`OWN-${(at % 100) + 1}`)))
  expect(rows).toHaveLength(10_000)
  expect(rows.filter(({ verdict }) => verdict === 'retired')).toHaveLength(1_500)
  const refused = (body: object) =>
    tenant.visitor.call(verifyLines, { body: { tenantId: tenant.tenant.id, lines: ['x'], ...body } }).then(
      () => 200,
      ({ status }: { status: number }) => status,
    )
  expect(await refused({ lines: Array.from({ length: 10_001 }, () => 'x') })).toBe(400)
  expect(await refused({ lines: [] })).toBe(400)
  expect(await refused({ lines: ['x'.repeat(2_001)] })).toBe(400)
  expect(await refused({ tenantId: 'nobody' })).toBe(404)
}, 120_000)
