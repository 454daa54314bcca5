import type { Scenario } from './scenario.ts'
import { chainPid, postgresPid, signal } from './servers.ts'
import { underLoad } from './under-load.ts'

export const killEverything: Scenario = {
  name: 'kill-everything',
  fault: 'kill -9 of registry, PostgreSQL and chain at the same moment',
  recoveredBy: 'whatever starts the process again, such as systemd',
  short: { times: 3, movements: 200 },
  long: { times: 20, movements: 1_000 },
  run: (order) =>
    underLoad({
      order,
      isEmbedded: true,
      async inject(deployment) {
        const [registry] = deployment.registries
        const servers = await Promise.all([postgresPid(deployment), chainPid(deployment)])
        const killed = registry?.kill()
        for (const pid of servers) signal(pid, 'SIGKILL')
        await killed
        await registry?.start()
      },
    }),
}
