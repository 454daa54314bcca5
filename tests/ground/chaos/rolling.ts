import { deployedEnvironment } from '../deploy/deployed.ts'
import { startHaproxy } from '../deploy/haproxy.ts'
import { type Deployment, freePorts } from './deployment.ts'
import type { Scenario } from './scenario.ts'
import { underLoad } from './under-load.ts'
import { startVisits } from './visits.ts'

/** Few, so that movements last until the last registry is back. */
const atOnce = 2

export const rolling: Scenario = {
  name: 'rolling',
  fault: 'three registries behind HAProxy restarted in turn (SIGTERM)',
  recoveredBy: 'HAProxy, which asks the others: no call fails',
  short: { times: 1, movements: 500 },
  long: { times: 10, movements: 2_500 },
  async run(order) {
    const [listen, ...ports] = await freePorts(4)
    const environment = await deployedEnvironment('haproxy/default', {
      HAPROXY_LISTEN: `127.0.0.1:${listen}`,
      ...Object.fromEntries(ports.map((port, index) => [`REGISTRY_${index + 1}`, `127.0.0.1:${port}`])),
    })
    const haproxy = await startHaproxy(['registry.cfg'], environment)
    const wrong: string[] = []
    let reads = 0
    try {
      const outcome = await underLoad({
        order,
        ports,
        atOnce,
        publicUrl: haproxy.url,
        settings: { TRUSTED_PROXIES: '127.0.0.1', DRAIN_SECONDS: '5' },
        async inject(deployment) {
          const visits = startVisits(haproxy.url)
          await restartInTurn(deployment)
          const { read, failed } = await visits.end()
          reads += read
          wrong.push(...failed)
        },
      })
      if (outcome.retried > 0) wrong.push(`${outcome.retried} movements were not answered at once.`)
      return { ...outcome, wrong: [...outcome.wrong, ...wrong], notes: [`${reads} reads beside the movements`] }
    } finally {
      await haproxy.stop()
    }
  },
}

async function restartInTurn({ registries }: Deployment): Promise<void> {
  for (const registry of registries) {
    await registry.stop()
    await registry.start()
  }
}
