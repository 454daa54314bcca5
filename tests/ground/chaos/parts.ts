import type { Scenario } from './scenario.ts'
import { chainPid, postgresPid, signal } from './servers.ts'
import { underLoad } from './under-load.ts'

export const parts: Scenario = {
  name: 'parts',
  fault: 'kill -9 of the embedded PostgreSQL or chain alone, in turn',
  recoveredBy: 'the process, which starts it again at the same address',
  short: { times: 4, movements: 200 },
  long: { times: 20, movements: 2_000 },
  run: (order) =>
    underLoad({
      order,
      isEmbedded: true,
      inject: async (deployment, time) =>
        signal(await (time % 2 === 0 ? postgresPid : chainPid)(deployment), 'SIGKILL'),
    }),
}
