import { weakenDue } from '#server/units/caps/weakening.ts'
import type { TenantOfTest } from './cast.ts'

/** As if a day had passed since weaker rules of the registry or its accounts were saved. */
export async function aDayLater({
  world: { sql, deps },
  tenant,
}: Pick<TenantOfTest, 'world' | 'tenant'>): Promise<void> {
  await sql`update protection_to_come set starts_at = now() where tenant_id = ${tenant.id}`
  await weakenDue({ sql, log: deps.log })
}
