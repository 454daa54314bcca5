import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aLedgerTenant } from '#tests/kit/settled-ledger.ts'
import vectors from '../docs/proof-vectors.json' with { type: 'json' }

function run(
  file: string,
  args: string[],
  settings: Record<string, string> = {},
): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, ...settings }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, '..', file), ...args], { env }, (error, output, complaint) =>
      resolve({ code: Number(error?.code ?? 0), output: output + complaint }),
    )
  })
}

test('verify-ledger names the last hash of each ledger, and the first place that differs', async () => {
  const { sql, url, drop } = await aDatabase()
  closeAfterwards(drop)
  const tenant = await aLedgerTenant(sql)
  const { assetId } = await tenant.mint(10)
  await tenant.transfer(assetId, 5)
  const claimed = await tenant.claim(assetId, 2)
  while (!(await linkPending(sql)));
  const [last] = await sql<{ hash: string }[]>`
    select encode(hash, 'hex') as hash from ledger_link where tenant_id = ${tenant.tenantId} order by sequence desc limit 1`
  const verify = () => run('commands/verify-ledger.ts', [], { DATABASE_URL: url })
  const holds = await verify()
  expect(holds).toMatchObject({ code: 0 })
  expect(holds.output).toContain(`${tenant.tenantId}: 3 movements hold, the last hash is ${last?.hash}.`)

  await sql.begin(async (tx) => {
    await tx`alter table claim disable trigger user`
    await tx`update claim set beneficiary_name = 'Another' where transaction_id = ${claimed.transactionId}`
    await tx`alter table claim enable trigger user`
    await tx`update balance set held = held + 1 where tenant_id = ${tenant.tenantId} and account_id = 'maker'`
  })
  const differs = await verify()
  expect(differs).toMatchObject({ code: 1 })
  expect(differs.output).toContain(
    `${tenant.tenantId}: 2 movements hold; then the words or the evidence behind movement 3 (${claimed.transactionId}) differ from what their hash covers.`,
  )
  expect(differs.output).toContain(`${tenant.tenantId}: ${assetId}: account maker, held: blocks 5, balance 6`)
}, 60_000)

test('verify-proof says which checks hold, without a registry', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-proof-'))
  closeAfterwards(() => rm(folder, { recursive: true }))
  const [mint] = vectors.movements
  const proof = { format: 'registry-proof/1', movement: mint?.text, document: null, link: mint?.link, log: null }
  const [good, bad, broken] = ['good.json', 'bad.json', 'broken.json'].map((name) => join(folder, name))
  await writeFile(good ?? '', JSON.stringify(proof))
  await writeFile(bad ?? '', JSON.stringify({ ...proof, movement: mint?.text.replace('1000', '1001') }))
  await writeFile(broken ?? '', '{')
  const verify = (...files: (string | undefined)[]) => run('proof/verify.ts', files.map(String))
  expect(await verify(good)).toEqual({ code: 0, output: expect.stringMatching(/^holds .*\nholds .*\n$/) })
  expect(await verify(good, bad)).toEqual({ code: 1, output: expect.stringMatching(/^FAILS .*covers the movement/m) })
  expect(await verify(broken)).toEqual({ code: 1, output: expect.stringMatching(/^FAILS .*This is no proof/m) })
  expect(await verify()).toEqual({ code: 2, output: 'npm run verify-proof -- [--key KEY] FILE …\n' })
}, 60_000)

test('the program of an outsider agrees about every vector and every changed one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-proof-'))
  closeAfterwards(() => rm(folder, { recursive: true }))
  const proofs = vectors.movements.map(({ text, link }) => ({
    format: 'registry-proof/1',
    movement: text,
    document: [...vectors.claims, ...vectors.mints].find(({ sha256 }) => text.includes(sha256))?.text ?? null,
    link,
    log: null,
  }))
  const check = async (file: string, content: unknown) => {
    await writeFile(join(folder, file), typeof content === 'string' ? content : JSON.stringify(content))
    return run('docs/check-proofs.mjs', [join(folder, file)])
  }
  expect(await check('list.json', proofs)).toEqual({ code: 0, output: '6 proofs, 6 hold, 0 fail\n' })
  const lines = proofs.map((proof) => JSON.stringify(proof)).join('\n')
  expect(await check('lines.jsonl', lines)).toMatchObject({ code: 0 })
  const changed = await check('changed.jsonl', lines.replaceAll('buyer', 'maker'))
  expect(changed).toEqual({ code: 1, output: expect.stringContaining('6 proofs, 3 hold, 3 fail\n') })
  const corrections = vectors.corrections.map(({ text }) => text)
  const corrected = proofs.map((proof, at) => (at === 3 ? { ...proof, corrections } : proof))
  expect(await check('corrected.json', corrected)).toEqual({ code: 0, output: '6 proofs, 6 hold, 0 fail\n' })
  const torn = JSON.stringify(corrected).replace('2025-06-30', '2025-06-29')
  expect(await check('torn.json', torn)).toEqual({ code: 1, output: expect.stringContaining('does not continue') })
  const beyond = JSON.stringify(proofs).replace(/"quantity\\":\\"700/, '"quantity\\":\\"600')
  expect(await check('beyond.json', beyond)).toEqual({
    code: 1,
    output: expect.stringContaining('exceed the quantity'),
  })
  expect(await check('none.json', 'no proof')).toMatchObject({ code: 2 })
}, 60_000)
