import { callChain } from '#tests/kit/chain-rpc.ts'
import type { Deployment } from './deployment.ts'
import type { Scenario } from './scenario.ts'
import { chainPid, signal } from './servers.ts'
import { underLoad } from './under-load.ts'

const harms: readonly ((deployment: Deployment, random: () => number) => Promise<unknown>)[] = [
  ({ chainRpcUrl }, random) => callChain(chainRpcUrl, 'anvil_rollback', [1 + Math.floor(4 * random())]),
  ({ chainRpcUrl }, random) => callChain(chainRpcUrl, 'anvil_reorg', [1 + Math.floor(3 * random()), []]),
  ({ chainRpcUrl }) => callChain(chainRpcUrl, 'anvil_dropAllTransactions', []),
  // A killed node loses up to a minute of blocks.
  async (deployment) => signal(await chainPid(deployment), 'SIGKILL'),
]

export const chain: Scenario = {
  name: 'chain',
  fault: 'the chain rolls back, reorganises, drops what it accepted, loses its last blocks, in turn',
  recoveredBy: 'the settler, which sends the same signed bytes again',
  short: { times: 4, movements: 200 },
  long: { times: 20, movements: 2_000 },
  run: (order) =>
    underLoad({
      order,
      async inject(deployment, time) {
        const harm = harms[time % harms.length]
        // A restarting or shorter chain is damaged enough.
        await harm?.(deployment, order.random).catch((error: unknown) => order.report(String(error)))
      },
    }),
}
