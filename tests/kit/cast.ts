import type { Caller, Person } from './person.ts'
import type { World } from './world.ts'

/** Names are account ids. */
export const accountKinds = {
  operator: 'proponent',
  proponent: 'proponent',
  measurer: 'measurement provider',
  verifier: 'verification provider',
  buyer: 'buyer',
} as const
export type AccountName = keyof typeof accountKinds
export const accountNames: AccountName[] = ['operator', 'proponent', 'measurer', 'verifier', 'buyer']

/** A test's own tenant, with all kinds of accounts and all roles. */
export type TenantOfTest = {
  world: World
  tenant: { id: string }
  visitor: Caller
  /** In no group. */
  newcomer: Person
  /** Belongs to `operator`. */
  tenantAdmin: Person
  /** Administers `proponent`. */
  accountAdmin: Person
  proponent: Person
  measurer: Person
  verifier: Person
  buyer: Person
  addPerson(groups: string[], accountId?: string | null): Promise<Person>
}
