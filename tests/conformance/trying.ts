import { pathOf } from '#shared/contract/calls.ts'
import type { Player } from './cast-of-cells.ts'
import type { Request, Row } from './row.ts'

export type Answer = { status: number; contentType: string | null; text: string }

/** Cancels event streams after their start. */
export async function answerTo(player: Pick<Player, 'caller'>, row: Row, request: Request): Promise<Answer> {
  const response = await player.caller.fetch(addressOf(row, request), initOf(row, request))
  const { status } = response
  const contentType = response.headers.get('content-type')
  if (contentType?.startsWith('text/event-stream')) {
    await response.body?.cancel()
    return { status, contentType, text: '' }
  }
  return { status, contentType, text: await response.text() }
}

/** Cancels the body. */
export async function headersOf(player: Player, row: Row, request: Request): Promise<Response> {
  const response = await player.caller.fetch(addressOf(row, request), initOf(row, request))
  await response.body?.cancel()
  return response
}

function addressOf({ endpoint }: Row, { params, query }: Request): string {
  const search = new URLSearchParams(query)
  return search.size > 0 ? `${pathOf(endpoint, params)}?${search}` : pathOf(endpoint, params)
}

function initOf({ endpoint: { method } }: Row, { body, form, headers = {} }: Request): RequestInit {
  if (form) return { method, headers, body: form }
  if (body === undefined) return { method, headers }
  return { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }
}
