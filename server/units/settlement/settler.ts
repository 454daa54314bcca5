import { chainIdOf } from '#server/infra/chain/chain.ts'
import { Refused } from '#server/infra/refused.ts'
import { linkPending } from '#server/units/ledger/hash-chain.ts'
import { submitAnchors } from './anchors.ts'
import {
  contractOf,
  countOpen,
  countUnknownBatches,
  type OpenChainTransaction,
  openChainTransactions,
  otherChain,
} from './chain-transactions.store.ts'
import { whatFits } from './fitting.ts'
import { followChain } from './follow.ts'
import { moveUnderWay } from './moves.store.ts'
import { moveOn } from './moving.ts'
import type { Moment, PassResult, SettlerDeps } from './pass.ts'
import { batchesOf, batchOperations } from './plan.ts'
import { repairRefused } from './repair.ts'
import { concludeDeep, recordFate } from './resolve.ts'
import { dueMovements, hasDue, hasRefused } from './settlement.store.ts'
import { sendAgain, submitBatches, submitDeployment } from './submit.ts'

/** Nodes keep a few dozen waiting transactions of one sender. */
const batchesInFlight = 16
/** Movements keep most of the room. */
const anchorsPerPass = 4
/** More than are ever in flight, for a chain that lost many. */
const openPerPass = 64

/**
 * Links movements, reads the chain, concludes final batches, resends lost ones and submits new ones. May be interrupted
 * and repeated. Fails with `unavailable` without the chain.
 */
export async function settleOnce(deps: SettlerDeps): Promise<PassResult> {
  await linkPending(deps.sql)
  const chainId = await chainIdOf(deps.chain)
  const other = await otherChain(deps.sql, chainId)
  if (other !== null) throw wrongChain(other, chainId)

  const moment = { chainId, head: await followChain(deps, chainId) }
  const signer = deps.chain.operator.address
  const isSigned = ({ state }: OpenChainTransaction) => state === 'signed'
  const openNow = () => openChainTransactions(deps.sql, chainId, signer, openPerPass)
  await recordFate(deps, moment, (await openNow()).filter(isSigned))
  const open = await openNow()
  const confirmed = await concludeDeep(deps, moment, open)
  await sendAgain(deps, moment, open.filter(isSigned))
  const unknownBatches = await countUnknownBatches(deps.sql, chainId)
  // A movement recorded here may be in an unknown batch, and would be executed twice.
  if (unknownBatches === 0) await submitDue(deps, moment)
  return { ...moment, confirmed, isQuiet: await isQuiet(deps, chainId), unknownBatches }
}

/** The contract first, then a move to a newer one, refused movements, then heads of logs and new batches while there is room. */
async function submitDue(deps: SettlerDeps, moment: Moment): Promise<void> {
  const { sql, chain } = deps
  const contract = await contractOf(sql, moment.chainId)
  if (!contract) return submitDeployment(deps, moment)
  if (contract.minedIn === null) {
    if (contract.deployer === chain.operator.address) return
    throw new Error(`The chain has no contract, and only ${contract.deployer}, another operator, can deploy it again.`)
  }
  const move = await moveUnderWay(sql, moment.chainId)
  if (move) return moveOn(deps, moment, move, contract, batchesInFlight)

  const open = await countOpen(sql, moment.chainId, chain.operator.address)
  if (await hasRefused(sql)) {
    if (open.signed + open.mined === 0) await repairRefused(deps, moment, contract.address)
    return
  }
  const room = batchesInFlight - open.signed
  if (room <= 0) return
  const left = room - (await submitAnchors(deps, moment, contract.address, Math.min(room, anchorsPerPass)))
  const due = await dueMovements(sql, { refused: false, limit: left * batchOperations })
  const fit = await whatFits(deps, due)
  await submitBatches(deps, moment, contract.address, batchesOf(fit).slice(0, left))
}

async function isQuiet({ sql, chain }: SettlerDeps, chainId: number): Promise<boolean> {
  const open = await countOpen(sql, chainId, chain.operator.address)
  if (open.signed + open.mined > 0 || (await moveUnderWay(sql, chainId))) return false
  return !(await hasDue(sql)) && !(await hasRefused(sql))
}

function wrongChain(settledOn: bigint, connectedTo: number): Refused {
  return new Refused(
    `This registry is settled on chain ${settledOn}, but its node is one of chain ${connectedTo}. Let CHAIN_RPC_URL lead to ` +
      `chain ${settledOn}: nothing is lost, and settlement goes on by itself.`,
  )
}
