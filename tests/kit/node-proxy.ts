import { once } from 'node:events'
import { createServer } from 'node:http'
import { toFunctionSelector } from 'viem'
import { z } from 'zod'
import { callChain } from './chain-rpc.ts'
import { closeAfterwards } from './closing.ts'

const call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) })
const calls = call.array().or(call.transform((one) => [one]))
const range = z.object({ fromBlock: z.string(), toBlock: z.string() })

export type Temper = {
  /** Refuses event queries over more blocks. */
  mostBlocks?: number
  /** Refuses larger responses; a batch is one response. */
  mostBytes?: number
  /** Pads responses about events and receipts. */
  addedBytes?: number
  chainId?: number
  /** Reads pending state, as a node does while it makes a block. */
  readsAhead?: boolean
  /** Runs once, before the query whether the contract has executed a batch. */
  beforeExecuted?: (() => Promise<unknown>) | undefined
  /** Delays reads of balances. */
  balancesAfter?: Promise<void>
}

const balanceOfBatch = toFunctionSelector('function balanceOfBatch(address[], uint256[])')
const executed = toFunctionSelector('function executed(bytes32)')
const callOf = z.object({ data: z.string() })

/** A proxy to a real node with the limits of public nodes. */
export async function aNodeBefore(rpcUrl: string, temper: Temper) {
  const requested: number[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const questions = calls.parse(JSON.parse(body))
    const answer = async () => {
      const forwarded = temper.readsAhead ? await ahead(rpcUrl, body) : body
      const upstream = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: forwarded,
      })
      const added = questions.filter(({ method }) => /getLogs|Receipt/.test(method)).length * (temper.addedBytes ?? 0)
      return (await upstream.text()) + ' '.repeat(added)
    }
    const refuse = (message: string) =>
      JSON.stringify(questions.map(({ id }) => ({ jsonrpc: '2.0', id, error: { code: -32005, message } })))
    const wide = questions.map(widthOf)
    requested.push(...wide.filter((blocks) => blocks > 0))
    response.setHeader('content-type', 'application/json')
    if (wide.some((blocks) => blocks > (temper.mostBlocks ?? Number.POSITIVE_INFINITY))) {
      return response.end(refuse('block range is too wide'))
    }
    if (temper.chainId && questions.every(({ method }) => method === 'eth_chainId')) {
      const result = `0x${temper.chainId.toString(16)}`
      return response.end(JSON.stringify(questions.map(({ id }) => ({ jsonrpc: '2.0', id, result }))))
    }
    if (questions.some((question) => isAbout(balanceOfBatch, question))) await temper.balancesAfter
    if (temper.beforeExecuted && questions.some((question) => isAbout(executed, question))) {
      const first = temper.beforeExecuted
      temper.beforeExecuted = undefined
      await first()
    }
    const given = await answer().catch(() => null)
    if (given === null) return request.socket.destroy()
    return response.end(
      given.length > (temper.mostBytes ?? Number.POSITIVE_INFINITY) ? refuse('response size exceeded') : given,
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closeAfterwards(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return {
    rpcUrl: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    /** The number of blocks of each event query. */
    requested,
    temper,
  }
}

function widthOf({ method, params: [first] }: z.output<typeof call>): number {
  if (method !== 'eth_getLogs') return 0
  const { fromBlock, toBlock } = range.parse(first)
  return Number(toBlock) - Number(fromBlock) + 1
}

/** Replaces the newest block by `pending` in reads of contract and nonces. */
async function ahead(rpcUrl: string, body: string): Promise<string> {
  const newest = await callChain(rpcUrl, 'eth_blockNumber', [])
  return /"eth_(call|getTransactionCount)"/.test(body) ? body.replaceAll(`"${newest}"`, '"pending"') : body
}

function isAbout(selector: string, { method, params: [first] }: z.output<typeof call>): boolean {
  return method === 'eth_call' && callOf.parse(first).data.startsWith(selector)
}
