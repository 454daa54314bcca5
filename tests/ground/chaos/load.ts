import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { transaction } from '#shared/contract/transactions.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { aClient, type Client } from './ask.ts'
import { type Stock, tokenOf } from './people.ts'

/** Movements under way: each a unit from the proponent to the buyer, asked for under its key until it is answered. */
export type Load = {
  answered(): number
  /** Resolves when so many are answered, or none is left to ask for. Rejects with what ended the load. */
  reach(count: number): Promise<void>
  /** Has no further movement begin. */
  stop(): void
  /** Resolves when every movement that was begun is answered. */
  finished: Promise<LoadResult>
}

type LoadResult = {
  /** The ids of the transactions that were answered, one for each movement. */
  answered: readonly string[]
  askedAgain: number
  longestOutageMs: number
  /** What readers saw that cannot be. */
  wrong: readonly string[]
}

export type LoadOptions = {
  /** Registries, asked in turn; or a balancer. */
  urls: readonly string[]
  /** Where the one who moves signs in. */
  publicUrl: string
  stock: Stock
  movements: number
  /** How many movements are asked for at the same time. */
  atOnce?: number
}

const usualAtOnce = 8
/** How long a movement is asked for again and again before the load is given up. */
const longestMs = 180_000
/** One person may make 50 calls a second for long: eight movers and a reader stay below, even while they ask again. */
const beforeNextMs = 200
const beforeAskingAgainMs = 200
const betweenReadsMs = 500
/** What says nothing about whether the movement was made: the registry or a balancer before it is busy or away. */
const askAgain = new Set([429, 502, 503, 504])

export function startLoad({ urls, publicUrl, stock, movements, atOnce = usualAtOnce }: LoadOptions): Load {
  const begun = { movements: 0 }
  const answered: string[] = []
  const wrong: string[] = []
  const clock = anOutageClock()
  const waiting = new Set<() => void>()
  const wanted = { movements }
  let askedAgain = 0
  let token: Promise<string> | null = null
  const body = JSON.stringify({ toAccountId: stock.to, items: [{ assetId: stock.assetId, quantity: 1 }] })
  const urlAt = (attempt: number) => urls[attempt % urls.length] ?? ''

  /** A token, asked for until there is one: the registry may be away just now. */
  async function signedIn(): Promise<string> {
    token ??= tokenOf('proponent', publicUrl).catch((error: unknown) => {
      token = null
      throw error
    })
    return token
  }

  async function move(client: Client, key: string, mover: number): Promise<string> {
    const deadline = Date.now() + longestMs
    for (let attempt = 0; ; attempt += 1) {
      const answer = await attemptOf(client, key, mover + attempt).catch((error: unknown) => ({
        status: 503,
        text: String(error),
      }))
      if (answer.status === transferUnits.status) return transaction.parse(JSON.parse(answer.text)).transactionId
      if (answer.status === 401) token = null
      else if (!askAgain.has(answer.status)) throw new Error(`A movement was answered ${answer.status}: ${answer.text}`)
      if (Date.now() > deadline) throw new Error(`A movement was not answered in ${longestMs} ms: ${answer.text}`)
      if (isOver) throw new Error('Another mover has given up.')
      askedAgain += 1
      await pause(beforeAskingAgainMs)
    }
  }

  async function attemptOf(client: Client, key: string, attempt: number) {
    const headers = {
      authorization: `Bearer ${await signedIn()}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    }
    return client.ask(`${urlAt(attempt)}${transferUnits.path}`, { method: transferUnits.method, headers, body })
  }

  async function keepMoving(mover: number): Promise<void> {
    const client = aClient(mover)
    while (begun.movements < wanted.movements) {
      begun.movements += 1
      const pacing = pause(beforeNextMs)
      answered.push(await move(client, crypto.randomUUID(), mover))
      clock.answered()
      for (const look of waiting) look()
      await pacing
    }
    client.end()
  }

  /** What was answered before a read is in it, and what nobody has begun is not. */
  async function keepReading(): Promise<void> {
    const client = aClient(249)
    const query = new URLSearchParams({ accountId: stock.from, q: stock.projectName })
    for (let turn = 0; !isOver; turn += 1) {
      const before = answered.length
      const balance = await balanceSeen(client, `${urlAt(turn)}${listBalances.path}?${query}`).catch(() => null)
      if (balance !== null) {
        const gone = stock.quantity - balance
        if (gone < before) wrong.push(`A reader saw ${gone} movements when ${before} had been answered.`)
        if (gone > begun.movements) wrong.push(`A reader saw ${gone} movements when ${begun.movements} had begun.`)
      }
      await pause(betweenReadsMs)
    }
    client.end()
  }

  async function balanceSeen(client: Client, url: string): Promise<number | null> {
    const headers = { authorization: `Bearer ${await signedIn()}` }
    const { status, text } = await client.ask(url, { method: listBalances.method, headers })
    return status === 200 ? (balances.parse(JSON.parse(text)).items[0]?.balance ?? null) : null
  }

  let isOver = false
  const moving = Promise.all(Array.from({ length: atOnce }, (_, mover) => keepMoving(mover))).finally(() => {
    isOver = true
    for (const look of waiting) look()
  })
  const reading = keepReading()
  const finished = moving.then(async () => {
    await reading
    return { answered, askedAgain, longestOutageMs: clock.longestMs(), wrong }
  })
  finished.catch(() => {}) // whoever waits for it is told

  return {
    answered: () => answered.length,
    async reach(count) {
      const reached = new Promise<void>((resolve) => {
        const look = () => {
          if (answered.length < count && !isOver) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
      await Promise.race([reached, moving])
      await reached
    },
    stop() {
      wanted.movements = 0
    },
    finished,
  }
}

const balances = z.object({ items: z.array(z.object({ balance: z.int() })) })

/** The longest time between two answers. */
function anOutageClock() {
  let last = performance.now()
  let longest = 0
  return {
    answered() {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
    },
    longestMs: () => Math.round(longest),
  }
}
