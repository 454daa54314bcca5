import type { Database, Sql } from '#server/infra/db/database.ts'
import type { SettlerDeps } from '#server/units/settlement/pass.ts'

/**
 * Dependencies of a settler that is killed before its `calls`th call of database or node: that call and all later ones
 * fail, and an open transaction is rolled back.
 */
export function mortal(deps: SettlerDeps, calls: number): { deps: SettlerDeps; wasKilled: () => boolean } {
  let left = calls
  const step = () => {
    left -= 1
    if (left <= 0) throw new Error('killed')
  }
  const counted = <Called extends Sql | Database>(sql: Called): Called =>
    new Proxy(sql, {
      apply(target, self, args) {
        step()
        return Reflect.apply(target, self, args)
      },
      get(target, key) {
        const value: unknown = Reflect.get(target, key)
        if (key !== 'begin' || typeof value !== 'function') return value
        return (work: (tx: Sql) => unknown, ...rest: unknown[]) => {
          step()
          return Reflect.apply(value, target, [(tx: Sql) => work(counted(tx)), ...rest])
        }
      },
    })
  const client = new Proxy(deps.chain.client, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        step()
        return Reflect.apply(value, target, args)
      }
    },
  })
  return { deps: { ...deps, sql: counted(deps.sql), chain: { ...deps.chain, client } }, wasKilled: () => left <= 0 }
}
