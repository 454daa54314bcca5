import type { Scenario } from './scenario.ts'
import { postgresPid, signal } from './servers.ts'
import { underLoad } from './under-load.ts'

export const restartDatabase: Scenario = {
  name: 'restart-database',
  fault: 'PostgreSQL killed with -9 and restarted in turn',
  recoveredBy: 'whatever starts PostgreSQL again; the pool connects again',
  short: { times: 2, movements: 200 },
  long: { times: 30, movements: 4_000 },
  run: (order) =>
    underLoad({
      order,
      registries: 2,
      // The process restarts its embedded PostgreSQL.
      inject: async (deployment, time) => signal(await postgresPid(deployment), time % 2 === 0 ? 'SIGKILL' : 'SIGINT'),
    }),
}
