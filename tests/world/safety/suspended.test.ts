import { beforeAll, expect, test } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { type Cast, theCast } from '#tests/conformance/cast-of-cells.ts'
import { rows } from '#tests/conformance/cells.ts'
import type { Side } from '#tests/conformance/sides.ts'
import { answerTo } from '#tests/conformance/trying.ts'
import { aSite } from '#tests/kit/a-site.ts'
import { anApprovedProject, anIssuedAsset } from '#tests/kit/acts.ts'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { outcomeOf } from '#tests/kit/outcome.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'

let cast: Cast
let theirs: Side
let files: Record<'picture' | 'document' | 'certificate', string>

const publicRows = rows.filter(
  ({ endpoint: { access }, kind }) => kind === 'public' && permissions[access].visitor !== 'none',
)

beforeAll(async () => {
  cast = await theCast()
  theirs = sideNamed('a3')
  files = {
    ...(await filesOf(theirs.tenant)),
    certificate: `/certificates/${theirs.tenantId}/${theirs.claimId}.pdf`,
  }
  for (const row of publicRows) {
    const { status } = await answerTo(playerNamed('V'), row, await row.aim(theirs, null))
    expect([row.name, status]).toEqual([row.name, 200])
  }
  const [image, document, certificate] = await Promise.all(Object.values(files).map(statusOf))
  expect([image, document]).toEqual([200, 200])
  // A certificate needs a confirmed claim.
  expect([200, 409]).toContain(certificate)
  await cast.world.sql`update tenant set status = 'suspended' where id = ${theirs.tenantId}`
}, 120_000)

test('open streams of events end: those of a person who is suspended, and all of a registry that is', async () => {
  // Without confirmations, nothing else ends the streams.
  const tenant = await aTenant({ world: await aWorld({ CHAIN_CONFIRMATIONS: '1000' }) })
  const { sql } = tenant.world
  const { transaction } = await anIssuedAsset(tenant, { quantity: 1 })
  const path = `/api/records/${transaction.transactionId}/events`
  let isOver = false
  const visitorStream = (await tenant.visitor.fetch(path)).text().finally(() => {
    isOver = true
  })
  const personStream = await tenant.buyer.fetch(path)
  await sql`update app_user set status = 'SUSPENDED' where username = ${tenant.buyer.username}`
  expect(await personStream.text()).not.toContain('event: end')
  expect(isOver).toBe(false)
  await sql`update tenant set status = 'suspended' where id = ${tenant.tenant.id}`
  expect(await visitorStream).not.toContain('event: end')
}, 30_000)

test.each(publicRows.map((row) => [row.name, row] as const))(
  '%s is answered to nobody',
  async (_name, row) => {
    for (const letter of ['V', 'A'] as const) {
      const status = async () => (await answerTo(playerNamed(letter), row, await row.aim(theirs, null))).status
      await expect.poll(status, { timeout: 10_000 }).toBe(404)
    }
  },
  25_000,
)

test.each(['picture', 'document', 'certificate'] as const)(
  'a %s is answered to nobody',
  async (kind) => {
    await expect.poll(() => statusOf(files[kind]), { timeout: 10_000 }).toBe(404)
  },
  15_000,
)

test('the page of a project does not say what it is', async () => {
  const { baseUrl, stop } = await aSite(cast.world)
  const page = async () => (await fetch(`${baseUrl}/collection/project?key=${theirs.publishedKey}`)).text()
  await expect.poll(page, { timeout: 10_000 }).not.toContain('Mangroves of Gazi Bay')
  await stop()
}, 15_000)

test('its people must sign in', async () => {
  const outcome = () => outcomeOf(playerNamed('X').caller.call(readAccount))
  await expect.poll(outcome, { timeout: 15_000 }).toBe('unauthenticated')
}, 20_000)

async function filesOf(tenant: TenantOfTest): Promise<Record<'picture' | 'document', string>> {
  const { projectKey, projectId } = await anApprovedProject(tenant)
  const upload = async (kind: 'image' | 'document', fields: [string, string | Blob, string?][]) => {
    const form = new FormData()
    form.append('projectKey', projectKey)
    for (const [name, value, fileName] of fields) {
      if (typeof value === 'string') form.append(name, value)
      else form.append(name, value, fileName)
    }
    const answer = await tenant.proponent.fetch(`/api/project/${kind}`, { method: 'POST', body: form })
    expect([kind, answer.status]).toEqual([kind, 200])
  }
  await upload('image', [['image', new Blob([onePixel]), 'a.png']])
  await upload('document', [
    ['documentType', 'PDS'],
    ['document', new Blob([Buffer.from(await anEmptyPdf())]), 'a.pdf'],
  ])
  const [names] = await tenant.world.sql<{ image: string; document: string }[]>`
    select p.image_file_name as image, d.file_name as document from project p
    join document d on d.tenant_id = p.tenant_id and d.project_id = p.id
    where p.tenant_id = ${tenant.tenant.id} and p.id = ${projectId}`
  return {
    picture: `/images/${tenant.tenant.id}/proponent/${projectId}/${names!.image}`,
    document: `/documents/${tenant.tenant.id}/proponent/${names!.document}`,
  }
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function statusOf(path: string): Promise<number> {
  return (await playerNamed('V').caller.fetch(path)).status
}

function playerNamed(letter: 'V' | 'A' | 'X') {
  return cast.players.find((player) => player.letter === letter)!
}

function sideNamed(accountId: string): Side {
  return cast.sides.find((side) => side.accountId === accountId)!
}
