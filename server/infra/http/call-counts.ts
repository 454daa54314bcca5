import { createHash } from 'node:crypto'
import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import { LRUCache } from 'lru-cache'
import { addCalls, forgetCallsBefore } from '#server/infra/db/call-counts.ts'
import { type Worker, workOnChanges } from '#server/infra/db/changes.ts'
import type { Database } from '#server/infra/db/database.ts'
import type { Log } from '#server/infra/doors/deps.ts'

/** This minute's calls: here, here but not yet shared, in other processes. */
type Count = { own: number; unshared: number; elsewhere: number }

export type CallCounts = {
  /** Returns the minute's total over all processes. */
  add(caller: string, max: number): { current: number; ttl: number }
  /** Takes the unshared counts of busy callers. */
  unshared(): { minute: number; counts: Map<string, Count> }
}

const minuteMs = 60_000
/** Callers can be forged. */
const maxCallers = 50_000
/** Share of the limit that makes a caller busy. */
const busyShare = 0.02

export function callCounts(now: () => number = Date.now): CallCounts {
  let minute = 0
  const counts = new LRUCache<string, Count>({ max: maxCallers })
  let hot = new Map<string, Count>()

  function turnOver(at: number): void {
    const current = Math.floor(at / minuteMs)
    if (current === minute) return
    minute = current
    counts.clear()
    hot = new Map()
  }

  return {
    add(caller, max) {
      const at = now()
      turnOver(at)
      const count = counts.get(caller) ?? { own: 0, unshared: 0, elsewhere: 0 }
      count.own += 1
      count.unshared += 1
      counts.set(caller, count)
      if (count.own >= max * busyShare) hot.set(caller, count)
      return { current: count.own + count.elsewhere, ttl: (minute + 1) * minuteMs - at }
    },
    unshared() {
      turnOver(now())
      const taken = { minute, counts: hot }
      hot = new Map()
      return taken
    },
  }
}

const shareEveryMs = 1_000

/**
 * Shares busy callers' counts between processes, every second in one statement. During an outage each process counts
 * alone.
 */
export function shareCounts(counts: CallCounts, sql: Database, log: Log): Worker {
  let sweptIn = 0

  async function share(): Promise<void> {
    const { minute, counts: hot } = counts.unshared()
    if (hot.size === 0) return
    const byName = new Map([...hot].map(([caller, count]) => [nameOf(caller), count]))
    const added = [...byName].map(([caller, { unshared: calls }]) => ({ caller, calls }))
    const sums = new Map((await addCalls(sql, minute, added)).map(({ caller, calls }) => [caller, calls]))
    for (const { caller, calls } of added) {
      const count = byName.get(caller)
      if (!count) continue
      count.unshared -= calls
      count.elsewhere = (sums.get(caller) ?? 0) - (count.own - count.unshared)
    }
    if (sweptIn !== minute) await forgetCallsBefore(sql, minute - 1)
    sweptIn = minute
  }

  return workOnChanges({
    work: () =>
      share().catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'Calls are counted in this process alone.'),
      ),
    lookEveryMs: shareEveryMs,
  })
}

/** Callers are personal data, so the table has hashes. */
function nameOf(caller: string): string {
  return createHash('sha256').update(caller).digest('base64url').slice(0, 22)
}

/** For Fastify's rate limiter. */
export function storeOn(counts: CallCounts): FastifyRateLimitStoreCtor {
  return class implements FastifyRateLimitStore {
    incr(
      caller: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _windowMs?: number,
      max = Number.POSITIVE_INFINITY,
    ): void {
      callback(null, counts.add(caller, max))
    }

    child(): FastifyRateLimitStore {
      return this
    }
  }
}
