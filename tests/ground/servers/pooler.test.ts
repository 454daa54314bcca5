import { describe, expect, inject, test } from 'vitest'
import { createClaim, listClaims } from '#shared/contract/claims.ts'
import { aPooler } from '#tests/ground/servers/pooler.ts'
import { anIssuedAsset, transferred } from '#tests/kit/acts.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { aWorld } from '#tests/kit/world.ts'
import { connectDatabase, inTenant, newId } from '../../../server/infra/db/database.ts'
import { connectApplication } from '../../../server/infra/db/wall.ts'

/** A user as in “PgBouncer” of docs/operations.md, or only a member of the role. */
async function aUserOfRequests(databaseUrl: string, { isComplete = true } = {}): Promise<string> {
  const sql = connectDatabase(inject('servers').databaseUrl, { max: 1 })
  const name = `requests_${newId().replaceAll('-', '')}`
  await sql.unsafe(`create role ${name} login password 'of-a-test' in role registry_app`)
  if (isComplete) {
    for (const setting of [
      'role = registry_app',
      "timezone = 'UTC'",
      "lock_timeout = '2s'",
      "statement_timeout = '30s'",
      "idle_in_transaction_session_timeout = '30s'",
    ]) {
      await sql.unsafe(`alter role ${name} set ${setting}`)
    }
  }
  closeAfterwards(async () => {
    await sql.unsafe(`drop role ${name}`)
    await sql.end()
  })
  return Object.assign(new URL(databaseUrl), { username: name, password: 'of-a-test' }).href
}

describe('requests through PgBouncer', () => {
  test('move units, behind the wall, while many share three connections', async () => {
    const world = await aWorld(async (url) => ({ DATABASE_POOL_URL: await aPooler(await aUserOfRequests(url)) }))
    const [tenant, other] = [await aTenant({ world }), await aTenant({ world })]
    const { assetId, transaction } = await anIssuedAsset(tenant, { quantity: 100 })
    await Promise.all(
      Array.from({ length: 20 }, () => transferred(tenant, { assetId, quantity: 2, toAccountId: 'buyer' })),
    )
    await tenant.buyer.call(createClaim, {
      body: {
        items: [{ assetId, quantity: 5 }],
        beneficiaryKind: 'organisation',
        beneficiary: 'The sea',
        purpose: 'corporate target',
        isAuthorised: true,
      },
    })
    await world.settled(transaction.transactionId)
    const query = { tenantId: tenant.tenant.id }
    expect((await tenant.visitor.call(listClaims, { query })).items).toHaveLength(1)
    expect(await world.sql`select * from ledger_faults(${tenant.tenant.id})`).toHaveLength(0)

    const { sql } = world.deps
    const taken = await inTenant(sql, tenant.tenant.id, (tx) => tx`update account set name = 'Taken over'`)
    expect(taken.count).toBe(5)
    const added = inTenant(
      sql,
      tenant.tenant.id,
      (tx) => tx`insert into account (tenant_id, id, name, kind) values (${other.tenant.id}, 'mole', 'Mole', 'buyer')`,
    )
    await expect(added).rejects.toMatchObject({ code: '42501' })
    expect(await sql`select from app_user`).toHaveLength(0)
    const rows: number[] = []
    for await (const some of sql<{ n: number }[]>`select n from generate_series(1, 2500) n`.cursor(1_000)) {
      rows.push(some.length)
    }
    expect(rows).toEqual([1_000, 1_000, 500])
  }, 60_000)

  test('are refused at the start where the user does not take on the role, or the pooler drops what was said', async () => {
    const database = await aDatabase()
    closeAfterwards(database.drop)
    const { url, sql } = database
    const member = await aPooler(await aUserOfRequests(url, { isComplete: false }))
    await expect(connectApplication(sql, { url, poolUrl: member })).rejects.toThrow(
      'does not act as the application: role is none, lock_timeout is 0',
    )
    const asOwner = await aPooler(url)
    await expect(connectApplication(sql, { url, poolUrl: asOwner })).rejects.toThrow('role is none')
    const ignoring = await aPooler(url, {
      ignore_startup_parameters: 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    })
    await expect(connectApplication(sql, { url: ignoring })).rejects.toThrow('belongs into DATABASE_POOL_URL')
  }, 60_000)
})
