import type { Sql } from '#server/db/database.ts'
import type { Tenant } from './tenants.store.ts'

/** A tenant as whoever runs the deployment sees it. */
export type TenantRecord = Tenant & { status: string; hosts: string[]; mintingPausedReason: string | null }

const records = (sql: Sql) => sql`
  select t.id, t.name, t.tagline, t.owner, t.asset_name as "assetName", t.asset_name_plural as "assetNamePlural",
    t.contact_email as "contactEmail", t.contact_address as "contactAddress", t.serial_prefix as "serialPrefix", t.accent,
    t.enable_marketplace as "enableMarketplace", t.open_registration as "openRegistration", t.status, t.minting_paused_reason as "mintingPausedReason",
    array(select h.host from tenant_host h where h.tenant_id = t.id order by h.created_at, h.host) as hosts
  from tenant t`

/** Every tenant; whoever runs the deployment made each of them by hand. */
export async function tenantRecords(sql: Sql): Promise<TenantRecord[]> {
  return sql<TenantRecord[]>`${records(sql)} order by t.id`
}

/** The tenant, kept from changing until the transaction ends. */
export async function lockedTenant(tx: Sql, id: string): Promise<TenantRecord | null> {
  const [row] = await tx<TenantRecord[]>`${records(tx)} where t.id = ${id} for no key update of t`
  return row ?? null
}

/** Answers false when there is a tenant of that id. */
export async function insertTenant(tx: Sql, tenant: Tenant): Promise<boolean> {
  const { count } = await tx`
    insert into tenant (id, name, tagline, owner, asset_name, asset_name_plural, contact_email, contact_address,
      serial_prefix, accent, enable_marketplace, open_registration)
    values (${tenant.id}, ${tenant.name}, ${tenant.tagline}, ${tenant.owner}, ${tenant.assetName}, ${tenant.assetNamePlural},
      ${tenant.contactEmail}, ${tenant.contactAddress}, ${tenant.serialPrefix}, ${tenant.accent}, ${tenant.enableMarketplace}, ${tenant.openRegistration})
    on conflict (id) do nothing`
  return count === 1
}

export async function updateTenant(tx: Sql, tenant: Tenant): Promise<void> {
  await tx`
    update tenant set name = ${tenant.name}, tagline = ${tenant.tagline}, owner = ${tenant.owner},
      asset_name = ${tenant.assetName}, asset_name_plural = ${tenant.assetNamePlural},
      contact_email = ${tenant.contactEmail}, contact_address = ${tenant.contactAddress}, accent = ${tenant.accent},
      enable_marketplace = ${tenant.enableMarketplace}, open_registration = ${tenant.openRegistration}
    where id = ${tenant.id}`
}

export async function updateStatus(tx: Sql, id: string, status: 'active' | 'suspended'): Promise<void> {
  await tx`update tenant set status = ${status} where id = ${id}`
}

/** The other tenant whose serial numbers begin the same. Whoever makes a tenant waits for the one before. */
export async function tenantWithPrefix(tx: Sql, serialPrefix: string): Promise<string | null> {
  await tx`lock table tenant in share row exclusive mode`
  const [row] = await tx<{ id: string }[]>`select id from tenant where serial_prefix = ${serialPrefix} limit 1`
  return row?.id ?? null
}

/** Answers false when the host name belongs to a tenant already. */
export async function insertHost(tx: Sql, tenantId: string, host: string): Promise<boolean> {
  const { count } = await tx`
    insert into tenant_host (host, tenant_id) values (${host}, ${tenantId}) on conflict do nothing`
  return count === 1
}

/** Answers false when the host name is not this tenant's. */
export async function deleteHost(tx: Sql, tenantId: string, host: string): Promise<boolean> {
  const { count } = await tx`delete from tenant_host where host = ${host} and tenant_id = ${tenantId}`
  return count === 1
}
