import { readArguments } from '#server/app/arguments.ts'
import { tenantRecords } from '#server/people/tenants/administering.ts'
import { atLength, ledgerFaults } from '#server/units/ledger/faults.ts'
import { type LedgerFault, verifyLedger } from '#server/units/ledger/verify-ledger.ts'
import { runCommand } from './run.ts'

/**
 * `npm run verify-ledger`: recomputes every registry's ledger from its first movement and names the first place that
 * differs; changes nothing; exits with 1 on a difference.
 */
const usage = 'npm run verify-ledger'

await runCommand(
  'registry verify-ledger',
  (args) => {
    readArguments(args, { usage, options: {} })
    return async ({ sql }) => {
      const lines: string[] = []
      for (const { id: tenantId } of await tenantRecords(sql)) {
        const { links, lastHash, fault } = await verifyLedger(sql, tenantId)
        lines.push(
          `${tenantId}: ${links} movements hold${fault ? `; then ${saysOf(fault)}` : `, the last hash is ${lastHash}.`}`,
        )
        if (fault) process.exitCode = 1
      }
      for (const { tenantId, fault } of await atLength(sql, ledgerFaults)) {
        lines.push(`${tenantId}: ${fault}`)
        process.exitCode = 1
      }
      return lines.join('\n')
    }
  },
  { asItIs: true },
)

function saysOf({ sequence, transactionId, of }: LedgerFault): string {
  const place = `movement ${sequence} (${transactionId})`
  return {
    order: `a movement is missing before ${place}.`,
    movement: `${place} is gone.`,
    link: `${place} or its serial numbers differ from what its hash covers.`,
    document: `the words or the evidence behind ${place} differ from what their hash covers.`,
  }[of]
}
