import { z } from 'zod'

const reply = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() })

/** Throws the node's JSON-RPC error. */
export async function callChain(rpcUrl: string, method: string, params: unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = reply.parse(await response.json())
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}
