import { isRunning } from '#tests/kit/processes.ts'
import { type SeveralMachines, severalMachines } from '../deploy/several-machines.ts'
import type { Deployment } from './deployment.ts'
import type { Scenario } from './scenario.ts'
import { underLoad } from './under-load.ts'
import { watchSettlements } from './watching.ts'

/** Patroni's TTL (deploy/patroni/config.yml), and time to promote and find the new primary. */
const longestOutageMs = 20_000 + 5_000

export const failover: Scenario = {
  name: 'failover',
  fault: 'machine of the PostgreSQL primary lost (kill -9 of all its processes); three registries behind HAProxy',
  recoveredBy: 'Patroni, which promotes the standby; the lost machine boots and joins again',
  short: { times: 1, movements: 300 },
  long: { times: 10, movements: 12_000 },
  async run(order) {
    const machines = await severalMachines()
    const wrong: string[] = []
    let reconnections = 0
    try {
      const outcome = await underLoad({
        order,
        ...machines,
        // Enough confirmations that watched movements wait when the primary dies.
        settings: { ...machines.settings, CHAIN_CONFIRMATIONS: '6' },
        async inject(deployment) {
          await machines.cluster.whole()
          const watched = await watchSettlements(deployment)
          await losePrimary(machines)
          reconnections += await watched.confirmed
          wrong.push(...(await deadOf(deployment)))
        },
      })
      if (outcome.longestOutageMs > longestOutageMs) wrong.push(`An outage took ${outcome.longestOutageMs} ms.`)
      const notes = [`streams that were asked for again: ${reconnections}`]
      return { ...outcome, wrong: [...outcome.wrong, ...wrong], notes }
    } finally {
      await machines.stop()
    }
  },
}

/** The machine boots after the failover. */
async function losePrimary({ cluster }: SeveralMachines): Promise<void> {
  const lost = await cluster.primary()
  if (!lost) throw new Error('There is no primary to lose.')
  await lost.kill()
  await cluster.takenOver()
  lost.start()
}

async function deadOf({ registries }: Deployment): Promise<string[]> {
  const alive = await Promise.all(registries.map((registry) => isRunning(registry.pid())))
  return registries.flatMap(({ url }, index) => (alive[index] ? [] : [`The registry at ${url} has ended.`]))
}
