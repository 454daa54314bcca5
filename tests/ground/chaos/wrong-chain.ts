import { setTimeout as pause } from 'node:timers/promises'
import { callChain } from '#tests/kit/chain-rpc.ts'
import type { Scenario } from './scenario.ts'
import { underLoad } from './under-load.ts'

const rightId = 31337
const wrongId = 4242
/** Several passes of the settler. */
const wrongForMs = 4_000
/** Logged for operators. */
const logLine = /Settlement stands still/

export const wrongChain: Scenario = {
  name: 'wrong-chain',
  fault: 'the node answers for a chain with another id, four seconds each time',
  recoveredBy: 'the settler, which sends nothing to another chain than its own',
  short: { times: 1, movements: 200 },
  long: { times: 20, movements: 4_000 },
  async run(order) {
    const wrong: string[] = []
    const outcome = await underLoad({
      order,
      expectedErrors: logLine,
      async inject({ chainRpcUrl, registries }, time) {
        await callChain(chainRpcUrl, 'anvil_setChainId', [wrongId])
        await pause(wrongForMs)
        await callChain(chainRpcUrl, 'anvil_setChainId', [rightId])
        const times = registries.flatMap((registry) => registry.errors()).filter((line) => logLine.test(line)).length
        if (times <= time) wrong.push(`Nobody was told of the wrong chain, time ${time + 1}.`)
      },
    })
    return { ...outcome, wrong: [...outcome.wrong, ...wrong] }
  },
}
