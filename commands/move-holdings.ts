import { userInfo } from 'node:os'
import { readArguments } from '#server/app/arguments.ts'
import type { Sql } from '#server/infra/db/database.ts'
import { Refused } from '#server/infra/refused.ts'
import { type KnownContract, knownContracts } from '#server/units/settlement/contracts.store.ts'
import { requestMove, requestReturn } from '#server/units/settlement/contracts.ts'
import { lastMove, type MoveProgress } from '#server/units/settlement/moves.store.ts'
import { runCommand, type Work } from './run.ts'

/** `npm run move-holdings`: shows the contracts, and moves all holdings to one of this version. */
const usage = `npm run move-holdings               the contracts on the chain, and how far a move is
npm run move-holdings -- begin      has the settling process pause the contract and move all holdings to a new one
npm run move-holdings -- return     gives a move up that is not done, and resumes the contract of before`

const verbs: Readonly<Record<string, Work>> = {
  list: async ({ sql }) => overview(sql),
  async begin({ sql }) {
    const { from, parked } = await requestMove(sql, userInfo().username)
    const kept =
      parked === 0
        ? ''
        : `\n${parked} parked movements stay parked; npm run tenant -- retry ID sends them to the new contract afterwards.`
    return `The settling process moves all holdings of ${from} to a new contract. npm run move-holdings shows how far it is.${kept}`
  },
  async return({ sql }) {
    await requestReturn(sql)
    return 'The settling process resumes the contract of before.'
  },
}

await runCommand('registry move of holdings', ([verb = 'list', ...args]) => {
  if (verb === '--help') readArguments([verb], { usage, options: {} })
  const work = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!work) throw new Refused(`There is no “${verb}”.\n\n${usage}`)
  readArguments(args, { usage, options: {} })
  return work
})

async function overview(sql: Sql): Promise<string> {
  const [contracts, move] = await Promise.all([knownContracts(sql), lastMove(sql)])
  if (contracts.length === 0) return 'The chain has no contract of this registry yet.'
  return [...contracts.map(line), ...(move ? [stateOf(move)] : [])].join('\n')
}

function line({ role, address, chainId, fromBlock, lastBlock }: KnownContract): string {
  return `${role.padEnd(9)} ${address}  chain ${chainId}, blocks ${fromBlock} to ${lastBlock}`
}

function stateOf({ state, isListed, holdings, sent, final }: MoveProgress): string {
  if (state === 'done') return `The last move is done: ${holdings} holdings.`
  if (state === 'returned') return 'The last move was given up.'
  if (state === 'returning') return 'A move is given up: the contract of before is about to be resumed.'
  if (!isListed) return 'A move is under way: what was sent becomes final, and the contract is paused.'
  return `A move is under way: ${holdings} holdings, ${sent} sent, ${final} final.`
}
