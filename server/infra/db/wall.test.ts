import { beforeAll, describe, expect, test } from 'vitest'
import { failureOf } from '#server/infra/http/errors.ts'
import { anIssuedAsset } from '#tests/kit/acts.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { aDatabase } from '#tests/kit/database.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { connectDatabase, type Database, identifier, inTenant, newId } from './database.ts'
import { migrate } from './migrate.ts'
import { connectApplication } from './wall.ts'

let ours: TenantOfTest
let theirs: TenantOfTest
let sql: Database
/** Without row-level security. */
let deployment: Database

beforeAll(async () => {
  ours = await aTenant()
  theirs = await aTenant()
  await anIssuedAsset(theirs, { quantity: 10 })
  await anIssuedAsset(ours, { quantity: 10 })
  sql = ours.world.deps.sql
  deployment = ours.world.sql
})

const refusedByPolicy = { code: '42501', message: expect.stringContaining('row-level security') }
const refusedByGrant = { code: '42501', message: expect.stringMatching(/permission denied|must be owner/) }

describe('a query whose WHERE is wrong', () => {
  test('changes no row of another tenant', async () => {
    const names = () => deployment`select id, name from account where tenant_id = ${theirs.tenant.id} order by id`
    const before = await names()
    const { count } = await inTenant(sql, ours.tenant.id, (tx) => tx`update account set name = 'Taken over'`)
    expect(count).toBe(5)
    expect(await names()).toEqual(before)
  })

  test('adds no row to another tenant', async () => {
    const added = inTenant(
      sql,
      ours.tenant.id,
      (tx) => tx`insert into account (tenant_id, id, name, kind) values (${theirs.tenant.id}, 'mole', 'Mole', 'buyer')`,
    )
    await expect(added).rejects.toMatchObject(refusedByPolicy)
  })

  test('moves no row into another tenant', async () => {
    const id = newId()
    await inTenant(
      sql,
      ours.tenant.id,
      (tx) => tx`insert into account (tenant_id, id, name, kind) values (${ours.tenant.id}, ${id}, 'Ours', 'buyer')`,
    )
    const moved = inTenant(
      sql,
      ours.tenant.id,
      (tx) => tx`update account set tenant_id = ${theirs.tenant.id} where id = ${id}`,
    )
    await expect(moved).rejects.toMatchObject(refusedByGrant)
  })

  test.each(['app_user', 'audit_event', 'movement_request', 'notice'])(
    'reads no row of another tenant in %s',
    async (table) => {
      const found = await inTenant(sql, ours.tenant.id, (tx) => tx`select distinct tenant_id from ${identifier(table)}`)
      expect(found.map((row) => row.tenant_id).filter((id) => id !== ours.tenant.id)).toEqual([])
    },
  )
})

test('outside of a tenant nothing is written and nothing private is read', async () => {
  const added = sql`insert into audit_event (tenant_id, actor, act, subject) values (${ours.tenant.id}, 'a', 'b', 'c')`
  await expect(added).rejects.toMatchObject(refusedByPolicy)
  expect((await sql`update account set name = 'Nobody'`).count).toBe(0)
  expect(await sql`select from app_user`).toHaveLength(0)
})

test('a movement names its tenant for its own transaction only', async () => {
  const [row] = await sql.begin((tx) => tx`select coalesce(current_setting('registry.tenant', true), '') as tenant`)
  expect(row).toEqual({ tenant: '' })
})

describe('the ledger', () => {
  const rowsOf = async (table: string) => {
    const [row] = await deployment<{ rows: string }[]>`
      select coalesce(json_agg(t order by t::text)::text, '') as rows from ${identifier(table)} t
      where tenant_id in (${ours.tenant.id}, ${theirs.tenant.id})`
    return row?.rows
  }
  const tables = ['asset', 'balance', 'block', 'claim', 'entry', 'movement_request', 'transaction']

  test.each(tables)('is not written by hand: %s', async (table) => {
    const before = await rowsOf(table)
    const asOwnTenant = (order: (tx: Database) => PromiseLike<unknown>) =>
      inTenant(sql, ours.tenant.id, (tx) => Promise.resolve(order(tx as Database)))
    const name = identifier(table)
    await expect(asOwnTenant((tx) => tx`insert into ${name} default values`)).rejects.toMatchObject(refusedByGrant)
    await expect(asOwnTenant((tx) => tx`update ${name} set tenant_id = tenant_id`)).rejects.toMatchObject(
      refusedByGrant,
    )
    await expect(asOwnTenant((tx) => tx`delete from ${name}`)).rejects.toMatchObject(refusedByGrant)
    await expect(asOwnTenant((tx) => tx`select from ${name} for no key update`)).rejects.toMatchObject(refusedByGrant)
    expect(await rowsOf(table)).toBe(before)
  })

  const movements = (tx: Database, tenantId: string) => {
    const request = tx`${tenantId}, 'mole', null, ''::bytea, '::1', 'a test', ${newId()}`
    const items = tx`'[{"assetId": "any", "quantity": 1}]'::jsonb`
    return {
      mint: () => tx`select ledger_mint(${request}, ${items})`,
      transfer: () => tx`select ledger_transfer(${request}, 'maker', 'buyer', ${items}, null)`,
      claim: () => tx`select ledger_claim(${request}, 'maker', ${items}, '{}'::jsonb, null)`,
      burn: () => tx`select ledger_burn(${request}, 'maker', ${items}, 'a test')`,
      proceed: () => tx`select pending_proceed(${tenantId}, 'any', 'undo', 'mole')`,
      end: () => tx`select pending_end(${tenantId}, 'any', 'undo', 'withdrawn', 'mole', null, null)`,
      correct: () => tx`select correct_claim(${tenantId}, 'any', 3, '{}', 'mole', false, null, now(), ''::bytea)`,
    }
  }

  test.each(['mint', 'transfer', 'claim', 'burn', 'proceed', 'end', 'correct'] as const)(
    'moves nothing of another tenant than the transaction names, or of one that it does not name: %s',
    async (kind) => {
      const outside = { code: '42501', message: expect.stringContaining('row-level security') }
      const foreignMovement = inTenant(sql, ours.tenant.id, (tx) => movements(tx as Database, theirs.tenant.id)[kind]())
      await expect(foreignMovement).rejects.toMatchObject(outside)
      await expect(movements(sql, ours.tenant.id)[kind]()).rejects.toMatchObject(outside)
      await expect(movements(deployment, ours.tenant.id)[kind]()).rejects.toMatchObject(outside)
      // Within its tenant, the call reaches the ledger.
      const ownMovement = inTenant(sql, ours.tenant.id, (tx) => movements(tx as Database, ours.tenant.id)[kind]())
      await expect(ownMovement).rejects.toMatchObject({ code: 'RG000' })
    },
  )

  test('is written by functions that nobody else may call, and that find no table but its own', async () => {
    const functions = await deployment`
      select proname as name, has_function_privilege('public', oid, 'execute') as "isPublic",
        has_function_privilege('registry_app', oid, 'execute') as "isOfRequests",
        'search_path=public, pg_temp' = any (proconfig) as "hasPath"
      from pg_proc where prosecdef and pronamespace = 'public'::regnamespace order by 1`
    const standing = { isPublic: false, isOfRequests: true, hasPath: true }
    const names = [
      'correct_claim',
      'end_acts_of',
      'guard_accounts',
      'keep_membership',
      'ledger_burn',
      'ledger_claim',
      'ledger_mint',
      'ledger_transfer',
      'overlap_decided_at',
      'pending_end',
      'pending_proceed',
      'tally_projects',
    ]
    expect([...functions]).toEqual(names.map((name) => ({ name, ...standing })))
  })

  test('is not misled by tables of the same name', async () => {
    const [before] = await deployment<{ held: bigint; account: string; asset: string }[]>`
      select held, account_id as account, asset_id as asset from balance
      where tenant_id = ${ours.tenant.id} and held > 0 limit 1`
    if (!before) throw new Error('Nobody holds units.')
    await inTenant(sql, ours.tenant.id, async (tx) => {
      await tx`create temporary table balance on commit drop as select * from public.balance`
      await tx`grant all on balance to public`
      await tx`
        select ledger_burn(${ours.tenant.id}, 'tester', null, '', '::1', 'a test', ${newId()}, ${before.account},
          ${JSON.stringify([{ assetId: before.asset, quantity: 1 }])}::text::jsonb, 'a test')`
    })
    const [after] = await deployment`
      select held from balance
      where tenant_id = ${ours.tenant.id} and account_id = ${before.account} and asset_id = ${before.asset}`
    expect(after).toEqual({ held: before.held - 1n })
  })
})

describe('the application', () => {
  test('writes no line of the audit log for another time', async () => {
    const [line] = await inTenant(
      sql,
      ours.tenant.id,
      (tx) => tx`
        insert into audit_event (tenant_id, at, actor, act, subject)
        values (${ours.tenant.id}, '2001-01-01', 'somebody', 'project.submit', 'project:p') returning at = now() as "isNow"`,
    )
    expect(line).toEqual({ isNow: true })
  })

  test.each([
    'entry',
    'transaction',
    'ledger_link',
    'claim_correction',
    'audit_event',
    'movement_request',
    'chain_signature',
    'imported_row',
    'former_name',
  ])('neither changes nor deletes what is written once: %s', async (table) => {
    const asOwnTenant = (order: (tx: Database) => PromiseLike<unknown>) =>
      inTenant(sql, ours.tenant.id, (tx) => Promise.resolve(order(tx as Database)))
    await expect(asOwnTenant((tx) => tx`delete from ${identifier(table)}`)).rejects.toMatchObject(refusedByGrant)
    await expect(asOwnTenant((tx) => tx`truncate ${identifier(table)} cascade`)).rejects.toMatchObject(refusedByGrant)
    const [column] = await deployment<{ name: string }[]>`
        select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1`
    const name = identifier(column!.name)
    const changed = asOwnTenant((tx) => tx`update ${identifier(table)} set ${name} = ${name}`)
    await expect(changed).rejects.toMatchObject(refusedByGrant)
  })

  test.each([
    ['tally', 'rows'],
    ['unit_sum', 'issued'],
    ['beneficiary_sum', 'units'],
    ['project_month', 'issued'],
    ['project', 'minted'],
    ['project', 'retired'],
    ['verification', 'is_issued'],
    ['verification', 'measurement_id'],
    ['account', 'kind'],
    ['app_user', 'username'],
  ])('changes neither stored sums nor columns that no act changes: %s.%s', async (table, column) => {
    const name = identifier(column)
    const changed = inTenant(sql, ours.tenant.id, (tx) => tx`update ${identifier(table)} set ${name} = ${name}`)
    await expect(changed).rejects.toMatchObject(refusedByGrant)
  })

  test.each(['quantity = quantity + 1', "status = 'in progress'"])(
    'does not change the verdict of a decided verification: %s',
    async (change) => {
      const changed = inTenant(sql, ours.tenant.id, (tx) => tx.unsafe(`update verification set ${change}`))
      await expect(changed).rejects.toMatchObject({ code: '23000' })
    },
  )

  test('owns nothing, disables no trigger and opens no wall', async () => {
    const [owned] = await deployment`
      select (select count(*)::int from pg_class where relowner = r.oid) as relations,
        (select count(*)::int from pg_proc where proowner = r.oid) as functions, r.rolsuper, r.rolbypassrls, r.rolcanlogin
      from pg_roles r where rolname = 'registry_app'`
    const nothing = { relations: 0, functions: 0 }
    expect(owned).toEqual({ ...nothing, rolsuper: false, rolbypassrls: false, rolcanlogin: false })
    await expect(sql`alter table entry disable trigger all`).rejects.toMatchObject(refusedByGrant)
    await expect(sql`alter table account disable row level security`).rejects.toMatchObject(refusedByGrant)
    await expect(sql`create table mine (id text)`).rejects.toMatchObject(refusedByGrant)
    const open = sql.begin(async (tx) => {
      await tx`set local registry.scope = 'deployment'`
      return tx`update account set name = 'Taken over'`
    })
    expect((await open).count).toBe(0)
  })

  test('signs in with a login of its own, and stays the application whatever role a statement sets', async () => {
    const [owner] = await deployment<{ name: string }[]>`select session_user::text as name`
    const asLogin = <Result>(work: (tx: Database) => PromiseLike<Result>) =>
      sql.begin(async (tx) => {
        await tx`select set_config('role', 'none', true), set_config('registry.scope', 'deployment', true)`
        return work(tx as Database)
      })
    const [login] = await asLogin(
      (tx) => tx<{ name: string; isSuper: boolean }[]>`
        select current_user::text as name, rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as "isSuper"
        from pg_roles where rolname = session_user`,
    )
    expect(login).toEqual({ name: expect.stringMatching(/^registry_requests_\d+$/), isSuper: false })
    expect((await asLogin((tx) => tx`update account set name = 'Taken over'`)).count).toBe(0)
    for (const statement of [
      'select from identity.signing_key',
      'update balance set held = held + 1',
      'alter table entry disable trigger all',
      'create table mine (id text)',
      `set role ${owner!.name}`,
      `set session authorization ${owner!.name}`,
      `grant ${owner!.name} to registry_app`,
      "copy account to program 'cat'",
    ]) {
      await expect(asLogin((tx) => tx.unsafe(statement))).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('sees nothing of the identity provider', async () => {
    await expect(sql`select from identity.signing_key`).rejects.toMatchObject(refusedByGrant)
  })
})

test('a crowd of readers is turned away at once and holds up nobody else', async () => {
  const { reads } = ours.world.deps
  const crowd = Array.from({ length: 120 }, async () => reads`select pg_sleep(5)`)
  const outcomes = Promise.allSettled(crowd)
  await expect.poll(() => connectionsAtWork('registry-reads')).toBe(4)
  const late = reads`select 1`
  await expect(Promise.race([late, sql`select pg_sleep(0.5)`])).rejects.toMatchObject({ code: 'unavailable' })
  expect([...(await sql`select current_user::text as name`)]).toEqual([{ name: 'registry_app' }])
  const failures = (await outcomes).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : null))
  expect(failures.map((error) => failureOf(error).code)).toEqual(crowd.map(() => 'unavailable'))
  expect([...(await reads`select current_user::text as name`)]).toEqual([{ name: 'registry_app' }])
})

async function connectionsAtWork(name: string): Promise<number> {
  const [row] = await deployment<{ count: number }[]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = ${name} and state = 'active'`
  return row?.count ?? 0
}

test('every table with a tenant is behind the wall, and so are the tenants', async () => {
  const tables = await deployment<{ name: string; isForced: boolean; policies: string[] }[]>`
    select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as "isForced",
      array(select p.polcmd::text || ' ' || coalesce(pg_get_expr(p.polwithcheck, c.oid), pg_get_expr(p.polqual, c.oid))
        from pg_policy p where p.polrelid = c.oid and p.polroles = '{0}' order by 1) as policies
    from pg_class c
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and (c.relname = 'tenant' or exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))
    order by 1`
  const privately = [
    'account_role',
    'answered_request',
    'app_user',
    'audit_event',
    'auditor_link',
    'checked_document',
    'letter',
    'membership',
    'movement_request',
    'notice',
    'overlap_decision',
    'pending_act',
    'protection_to_come',
    'recipient',
    'recipient_request',
    'stop_link',
    'task_assignment',
    'task_reminder',
    'unnamed_file',
  ]
  expect(tables.length).toBeGreaterThan(20)
  for (const { name, isForced, policies } of tables) {
    const ours = `(${name === 'tenant' ? 'id' : 'tenant_id'} = current_setting('registry.tenant'::text, true))`
    const reads = privately.includes(name) ? ours : 'true'
    expect({ name, isForced, policies }).toEqual({
      name,
      isForced: true,
      policies: [`a ${ours}`, `d ${ours}`, `r ${reads}`, `w ${ours}`],
    })
  }
})

describe('a database user who is no superuser', () => {
  async function asOwner({ mayTakeRole }: { mayTakeRole: boolean }) {
    const database = await aDatabase()
    closeAfterwards(database.drop)
    const owner = `owner_${newId().replaceAll('-', '')}`
    const name = `owned_${newId().replaceAll('-', '')}`
    const admin = database.sql
    await admin.unsafe(`create role ${owner} login password 'of-a-test'`)
    await admin.unsafe(`create database ${name} owner ${owner}`)
    const url = Object.assign(new URL(database.url), { pathname: `/${name}`, username: owner, password: 'of-a-test' })
    const owned = connectDatabase(url.href, { max: 2 })
    await migrate(owned)
    if (mayTakeRole) {
      await owned`revoke all on all tables in schema public from registry_app`
      await admin.unsafe(`grant registry_app to ${owner}`)
    }
    const application = await connectApplication(owned, { url: url.href })
    closeAfterwards(async () => {
      await Promise.all([owned.end(), application.end()])
      await admin.unsafe(`drop database ${name} with (force)`)
      await admin.unsafe(`drop role ${owner}`)
    })
    for (const id of ['one', 'other']) {
      await owned`insert into tenant (id, name, asset_name, asset_name_plural, serial_prefix) values (${id}, ${id}, 'U', 'U', 'UU')`
      await owned`insert into account (tenant_id, id, name, kind) values (${id}, 'a', 'A', 'buyer')`
    }
    return { owned, url: url.href, ...application }
  }

  test('makes no login where it may make no roles, and has requests sign in as DATABASE_APP_URL says', async () => {
    const { owned, url, isApart } = await asOwner({ mayTakeRole: true })
    expect(isApart).toBe(false)
    const name = `requests_${newId().replaceAll('-', '')}`
    await deployment.unsafe(`create role ${name} login password 'of-a-test' in role registry_app`)
    const appUrl = Object.assign(new URL(url), { username: name }).href
    const application = await connectApplication(owned, { url, appUrl })
    closeAfterwards(async () => {
      await application.end()
      await deployment.unsafe(`drop role ${name}`)
    })
    expect(application).toMatchObject({ isApart: true, hasRole: true })
    expect(await application.reads`select session_user::text as name, current_user::text as role`).toEqual([
      { name, role: 'registry_app' },
    ])
    const strangers = connectApplication(owned, { url, appUrl: appUrl.replace(name, 'nobody') })
    await expect(strangers).rejects.toThrow('DATABASE_APP_URL')
  })

  test.each([true, false])('has the wall all the same; may take the role on: %s', async (mayTakeRole) => {
    const { owned, sql, hasRole } = await asOwner({ mayTakeRole })
    expect(hasRole).toBe(mayTakeRole)
    const { count } = await inTenant(sql, 'one', (tx) => tx`update account set name = 'Changed'`)
    expect(count).toBe(1)
    await expect(
      inTenant(sql, 'one', (tx) => tx`insert into app_user (tenant_id, username, email) values ('other', 'u', 'u@x')`),
    ).rejects.toMatchObject(refusedByPolicy)
    expect(await owned`select name from account order by name`).toMatchObject([{ name: 'A' }, { name: 'Changed' }])
    expect((await owned`update account set name = 'By the deployment'`).count).toBe(2)
  })

  test.each([true, false])('has its ledger moved inside the wall; may take the role on: %s', async (mayTakeRole) => {
    const { owned, sql } = await asOwner({ mayTakeRole })
    for (const tenant of ['one', 'other']) {
      await owned`insert into account (tenant_id, id, name, kind, receives_without_people) values (${tenant}, 'b', 'B', 'buyer', true)`
      await owned`update account set status = 'active' where tenant_id = ${tenant}`
      await owned`insert into project (tenant_id, id, account_id, number, name, status) values (${tenant}, 'p', 'a', 1, 'P', 'active')`
      await owned`insert into asset (tenant_id, id, project_id, vintage, batch, country, verified_quantity, issued)
        values (${tenant}, 's', 'p', '[2024-01-01,2025-01-01)', 1, 'KE', 10, 10)`
      await owned`insert into block (tenant_id, asset_id, series, serials, account_id, state, transaction_id)
        select tenant_id, id, series, '[1,11)', 'a', 'held', 'mint' from asset where tenant_id = ${tenant}`
      await owned`insert into balance (tenant_id, account_id, asset_id, held) values (${tenant}, 'a', 's', 10)`
    }
    const transfer = (tenant: string) =>
      inTenant(
        sql,
        'one',
        (tx) => tx`
          select ledger_transfer(${tenant}, 'u', null, '', '::1', 'a test', ${newId()}, 'a', 'b',
            '[{"assetId": "s", "quantity": 4}]'::jsonb, null)`,
      )
    await transfer('one')
    await expect(transfer('other')).rejects.toMatchObject({ code: '42501' })
    expect([...(await owned`select tenant_id, account_id, held from balance order by 1, 2`)]).toEqual([
      { tenant_id: 'one', account_id: 'a', held: 6n },
      { tenant_id: 'one', account_id: 'b', held: 4n },
      { tenant_id: 'other', account_id: 'a', held: 10n },
    ])
    expect([...(await owned`select fault from ledger_faults('one') where fault not like '%entries 0'`)]).toEqual([])
  })
})
