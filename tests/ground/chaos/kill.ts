import type { Scenario } from './scenario.ts'
import { underLoad } from './under-load.ts'

export const kill: Scenario = {
  name: 'kill',
  fault: 'kill -9 of the registry process',
  recoveredBy: 'whatever starts it again, such as systemd',
  short: { times: 3, movements: 200 },
  long: { times: 200, movements: 10_000 },
  run: (order) =>
    underLoad({
      order,
      async inject({ registries }) {
        const [registry] = registries
        await registry?.kill()
        await registry?.start()
      },
    }),
}
