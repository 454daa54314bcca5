import { readArguments } from '#server/app/arguments.ts'
import { diagnose } from '#server/doctor/doctor.ts'
import type { Diagnosis } from '#server/doctor/finding.ts'
import { connectChain } from '#server/infra/chain/chain.ts'
import type { Config } from '#server/infra/config.ts'
import { runCommand } from './run.ts'

/** `npm run doctor`: reports a deployment's faults, changes nothing; exits with 1 on a fault. */
const usage = 'npm run doctor'

await runCommand(
  'registry doctor',
  (args) => {
    readArguments(args, { usage, options: {} })
    return async ({ sql, config }) => {
      const counts = { ok: 0, warning: 0, wrong: 0 }
      for await (const diagnosis of diagnose({ sql, config, chain: chainOf(config) })) {
        counts[diagnosis.verdict] += 1
        console.log(line(diagnosis))
      }
      if (counts.wrong > 0) process.exitCode = 1
      return `\n${counts.wrong} wrong, ${counts.warning} warnings, ${counts.ok} in order.`
    }
  },
  { asItIs: true },
)

function chainOf({ CHAIN_RPC_URL: rpcUrl, CHAIN_OPERATOR_KEY: key, CHAIN_CONFIRMATIONS: confirmations }: Config) {
  return rpcUrl && key ? connectChain({ rpcUrl, operatorKey: `0x${key.slice(2)}`, confirmations }) : null
}

function line({ verdict, subject, says, todo }: Diagnosis): string {
  const head = `${verdict.padEnd(9)}${subject.padEnd(16)}`
  return `${head}${says}${todo ? `\n${' '.repeat(head.length)}→ ${todo}` : ''}`
}
