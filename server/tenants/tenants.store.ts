import type { Sql } from '#server/db/database.ts'

/** A registry, of the many that a deployment serves. */
export type Tenant = {
  id: string
  name: string
  tagline: string
  owner: string
  assetName: string
  assetNamePlural: string
  contactEmail: string
  contactAddress: string
  serialPrefix: string
  accent: string
  enableMarketplace: boolean
  openRegistration: boolean
}

const columns = (sql: Sql) => sql`
  t.id, t.name, t.tagline, t.owner, t.asset_name as "assetName", t.asset_name_plural as "assetNamePlural",
  t.contact_email as "contactEmail", t.contact_address as "contactAddress", t.serial_prefix as "serialPrefix", t.accent,
  t.enable_marketplace as "enableMarketplace", t.open_registration as "openRegistration"`

export async function tenantById(sql: Sql, id: string): Promise<Tenant | null> {
  const [row] = await sql<Tenant[]>`select ${columns(sql)} from tenant t where t.id = ${id} and t.status = 'active'`
  return row ?? null
}

/** The tenant that a host name belongs to, suspended ones included. */
export async function tenantIdOfHost(sql: Sql, host: string): Promise<string | null> {
  const [row] = await sql<{ tenantId: string }[]>`select tenant_id as "tenantId" from tenant_host where host = ${host}`
  return row?.tenantId ?? null
}

/** The host name that the tenant was given first. */
export async function firstHostOf(sql: Sql, tenantId: string): Promise<string | null> {
  const [row] = await sql<{ host: string }[]>`
    select host from tenant_host where tenant_id = ${tenantId} order by created_at, host limit 1`
  return row?.host ?? null
}

/** Makes the tenant, or brings what the settings say about it up to date. Its serial prefix and accent stay. */
export async function saveConfiguredTenant(
  sql: Sql,
  tenant: Omit<Tenant, 'accent' | 'openRegistration'>,
): Promise<void> {
  await sql`
    insert into tenant (id, name, tagline, owner, asset_name, asset_name_plural, contact_email, contact_address,
      serial_prefix, enable_marketplace)
    values (${tenant.id}, ${tenant.name}, ${tenant.tagline}, ${tenant.owner}, ${tenant.assetName}, ${tenant.assetNamePlural},
      ${tenant.contactEmail}, ${tenant.contactAddress}, ${tenant.serialPrefix}, ${tenant.enableMarketplace})
    on conflict (id) do update set name = excluded.name, tagline = excluded.tagline, owner = excluded.owner,
      asset_name = excluded.asset_name, asset_name_plural = excluded.asset_name_plural,
      contact_email = excluded.contact_email, contact_address = excluded.contact_address,
      enable_marketplace = excluded.enable_marketplace`
}
