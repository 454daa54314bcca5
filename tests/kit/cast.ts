import type { Caller, Person } from './person.ts'
import type { World } from './world.ts'

/** The organisations of a tenant of a test; their ids are these names, the same in every tenant. */
export const accountKinds = {
  operator: 'proponent',
  proponent: 'proponent',
  measurer: 'measurement provider',
  verifier: 'verification provider',
  buyer: 'buyer',
} as const
export type AccountName = keyof typeof accountKinds
export const accountNames: AccountName[] = ['operator', 'proponent', 'measurer', 'verifier', 'buyer']

/** A tenant of its own for a test, with an active account for each kind of organisation and somebody for each role. */
export type TenantOfTest = {
  world: World
  tenant: { id: string }
  visitor: Caller
  /** Signed in, but in no group yet. */
  newcomer: Person
  /** Belongs to `operator`. */
  tenantAdmin: Person
  /** Administers `proponent`. */
  accountAdmin: Person
  proponent: Person
  measurer: Person
  verifier: Person
  buyer: Person
  /** Adds somebody with these groups. */
  addPerson(groups: string[], accountId?: string | null): Promise<Person>
}
