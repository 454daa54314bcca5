import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { pendingAct } from '#shared/contract/pending.ts'
import { transaction } from '#shared/contract/transactions.ts'
import { listBalances, transferUnits } from '#shared/contract/wallet.ts'
import { aClient, type Client } from './ask.ts'
import { type Stock, tokenOf } from './people.ts'

/** Transfers of one unit, retried under their keys until answered. */
export type Load = {
  answered(): number
  /** Resolves at `count` answers or the end; rejects with the load's error. */
  reach(count: number): Promise<void>
  stop(): void
  /** Resolves when all begun movements are answered. */
  finished: Promise<LoadResult>
}

type LoadResult = {
  answered: readonly string[]
  retried: number
  longestOutageMs: number
  /** Reads that cannot be true. */
  wrong: readonly string[]
}

export type LoadOptions = {
  urls: readonly string[]
  publicUrl: string
  stock: Stock
  movements: number
  atOnce?: number
}

const usualAtOnce = 8
/** The retry limit of a movement. */
const longestMs = 180_000
/** Eight movers and a reader, with retries, stay below the limit of 50 calls a second per person. */
const beforeNextMs = 200
const retryMs = 200
const betweenReadsMs = 500
/** The movement waits for its end. */
const waitsStatus = 202
/** After these statuses the movement's outcome is unknown. */
const retryStatuses = new Set([429, 502, 503, 504])

export function startLoad({ urls, publicUrl, stock, movements, atOnce = usualAtOnce }: LoadOptions): Load {
  const begun = { movements: 0 }
  const answered: string[] = []
  const wrong: string[] = []
  const clock = anOutageClock()
  const waiting = new Set<() => void>()
  const wanted = { movements }
  let retried = 0
  let token: Promise<string> | null = null
  const body = JSON.stringify({ toAccountId: stock.to, items: [{ assetId: stock.assetId, quantity: 1 }] })
  const urlAt = (attempt: number) => urls[attempt % urls.length] ?? ''

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
      if (answer.status === waitsStatus) return pendingAct.parse(JSON.parse(answer.text)).pendingId
      if (answer.status === 401) token = null
      else if (!retryStatuses.has(answer.status))
        throw new Error(`A movement was answered ${answer.status}: ${answer.text}`)
      if (Date.now() > deadline) throw new Error(`A movement was not answered in ${longestMs} ms: ${answer.text}`)
      if (isOver) throw new Error('Another mover has given up.')
      retried += 1
      await pause(retryMs)
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

  /** Checks that reads include movements answered earlier and none that has not begun. */
  async function keepReading(): Promise<void> {
    const client = aClient(249)
    const query = new URLSearchParams({ accountId: stock.from, q: stock.projectName })
    for (let turn = 0; !isOver; turn += 1) {
      const before = answered.length
      const balance = await balanceSeen(client, `${urlAt(turn)}${listBalances.path}?${query}`).catch(() => null)
      if (balance !== null) {
        const movedUnits = stock.quantity - balance
        if (movedUnits < before) wrong.push(`A reader saw ${movedUnits} movements when ${before} had been answered.`)
        if (movedUnits > begun.movements)
          wrong.push(`A reader saw ${movedUnits} movements when ${begun.movements} had begun.`)
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
    return { answered, retried, longestOutageMs: clock.longestMs(), wrong }
  })
  // Callers handle the error.
  finished.catch(() => {})

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
