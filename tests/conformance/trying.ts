import { pathOf } from '#shared/contract/endpoint.ts'
import type { Player } from './cast-of-cells.ts'
import type { Request, Row } from './cells.ts'

/** Calls as somebody and answers the status, with the beginning of what was said. */
export async function tried(player: Player, row: Row, request: Request): Promise<{ status: number; text: string }> {
  const response = await player.caller.fetch(addressOf(row, request), initOf(row, request))
  const { status } = response
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status, text: 'a stream of events' }
  }
  return { status, text: (await response.text()).slice(0, 200) }
}

function addressOf({ endpoint }: Row, { params, query }: Request): string {
  const search = new URLSearchParams(query)
  return search.size > 0 ? `${pathOf(endpoint, params)}?${search}` : pathOf(endpoint, params)
}

function initOf({ endpoint: { method } }: Row, { body, form }: Request): RequestInit {
  if (form) return { method, body: form }
  if (body === undefined) return { method }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
