import { type Chain, chainIdOf, coinsOf, headOf, isContract, refusalOf } from '#server/infra/chain/chain.ts'
import { gasOfDeployment } from '#server/infra/chain/contract.ts'
import type { Database } from '#server/infra/db/database.ts'
import { contractOf, countUnknownBatches, otherChain } from '#server/units/settlement/chain-transactions.store.ts'
import { moveUnderWay } from '#server/units/settlement/moves.store.ts'
import { clockFinding } from './database-checks.ts'
import { type Check, type Finding, ok, warning, wrong } from './finding.ts'

type Deps = { sql: Database; chain: Chain }

/** About a hundred usual batches: with less, the operator may run out before anybody reacts. */
const gasForAWhile = 100n * gasOfDeployment
/** Live chains make blocks more often; an embedded chain mines on demand. */
const quietAfterMs = 10 * 60_000
/** An unused operation id, to simulate an empty batch. */
const noOperation = `0x${'0'.repeat(64)}` as const

const todo = 'see that a node runs at CHAIN_RPC_URL and can be reached from here'

export function nodeChecks(chain: Chain): Check[] {
  return [
    { subject: 'chain', look: () => head(chain), todo },
    { subject: 'operator', look: () => coins(chain), todo },
  ]
}

/** Compares the database's chain records with the chain. */
export function settlementChecks({ sql, chain }: Deps): Check[] {
  return [
    { subject: 'chain id', look: () => identity({ sql, chain }), todo },
    { subject: 'contract', look: () => contract({ sql, chain }), todo },
  ]
}

async function identity({ sql, chain }: Deps): Promise<Finding> {
  const chainId = await chainIdOf(chain)
  const other = await otherChain(sql, chainId)
  if (other === null) return ok(`chain ${chainId} answers`)
  return wrong(
    `this is chain ${chainId}, and the database is settled on chain ${other}: nothing settles`,
    `let CHAIN_RPC_URL name a node of chain ${other}`,
  )
}

async function head(chain: Chain): Promise<Finding> {
  const newest = await headOf(chain)
  const behindMs = Date.now() - newest.at.getTime()
  if (behindMs < 0) return clockFinding('this machine and the chain', -behindMs)
  if (behindMs < quietAfterMs) return ok(`block ${newest.number} is ${Math.round(behindMs / 1_000)} s old`)
  return warning(
    `the newest block, ${newest.number}, is ${Math.round(behindMs / 60_000)} minutes old`,
    'see whether the node keeps up with its chain; one that mines on demand may be that old',
  )
}

async function coins(chain: Chain): Promise<Finding> {
  const { address } = chain.operator
  const [wei, { baseFee }] = await Promise.all([coinsOf(chain), headOf(chain)])
  if (wei === 0n) return wrong(`${address} has no coins: no batch can be sent`, 'send coins to it')
  return wei > gasForAWhile * baseFee
    ? ok(`${address} has coins for a while`)
    : warning(`${address} has few coins left: ${wei} wei`, 'send coins to it')
}

async function contract({ sql, chain }: Deps): Promise<Finding> {
  const chainId = await chainIdOf(chain)
  const [deployed, unknown] = await Promise.all([contractOf(sql, chainId), countUnknownBatches(sql, chainId)])
  if (unknown > 0) {
    return wrong(
      `it was told ${unknown} batches that the database does not know, and nothing is sent to it any more`,
      'restore a newer backup or the archived log; see docs/operations.md, Settlement',
    )
  }
  if (!deployed) return ok('not deployed yet; the first start does')
  if (!(await isContract(chain, deployed.address))) {
    return wrong(
      `there is no contract at ${deployed.address} any more`,
      'see whether this is the chain that it was deployed to',
    )
  }
  if (await moveUnderWay(sql, chainId)) {
    return warning(
      `holdings move from or to ${deployed.address}, and movements wait`,
      'npm run move-holdings says how far',
    )
  }
  const refusal = await refusalOf(chain, deployed.address, noOperation, [])
  if (refusal === null) return ok(`${deployed.address} takes what ${chain.operator.address} sends`)
  if (refusal.startsWith('AccessControlUnauthorizedAccount')) {
    return wrong(
      `${chain.operator.address} has not the operator's role on ${deployed.address}`,
      'grant it with the key of an admin of the contract, or set CHAIN_OPERATOR_KEY to the operator’s',
    )
  }
  if (refusal.startsWith('EnforcedPause')) return wrong(`${deployed.address} is paused`, 'let its pauser resume it')
  return wrong(`${deployed.address} takes nothing: ${refusal}`, 'look at the contract')
}
