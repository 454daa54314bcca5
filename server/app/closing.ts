import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

export type Closing = {
  hasBegun(): boolean
  streamsEnd: AbortSignal
  /** Resolves when no connection is left. */
  close(app: FastifyInstance, patience: Patience): Promise<void>
}

/** `drainMs` is for balancers to notice; after `cutAfterMs` open calls are cut. */
type Patience = { drainMs: number; cutAfterMs?: number }

/** Longer than a movement waits for locks. */
export const usualCutAfterMs = 15_000
const lookForIdleMs = 50

/**
 * While balancers notice the failing `/readyz`, calls are answered as usual. Then no connection is accepted, streams
 * end, and open calls finish or are cut.
 */
export function aClosing(): Closing {
  let hasBegun = false
  const streamsEnd = new AbortController()
  return {
    hasBegun: () => hasBegun,
    streamsEnd: streamsEnd.signal,
    async close(app, { drainMs, cutAfterMs = usualCutAfterMs }) {
      hasBegun = true
      if (drainMs > 0) await pause(drainMs)
      streamsEnd.abort()
      const idle = setInterval(() => app.server.closeIdleConnections(), lookForIdleMs)
      const late = setTimeout(() => app.server.closeAllConnections(), cutAfterMs)
      await app.close()
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

/** Sends `Connection: close` while closing: the client's next call reaches another process. */
export function endConnections(app: FastifyInstance, closing: Pick<Closing, 'hasBegun'>): void {
  const end = ({ raw }: FastifyReply) => {
    if (closing.hasBegun() && !raw.headersSent) raw.setHeader('connection', 'close')
  }
  // Also on request: some responses bypass Fastify.
  app.addHook('onRequest', (_request, reply, done) => {
    end(reply)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    end(reply)
    done(null, payload)
  })
}
