import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** How this process stops answering: first balancers are told, then streams end, then calls under way. */
export type Closing = {
  hasBegun(): boolean
  /** Aborted when streams are to end. */
  streamsEnd: AbortSignal
  /** Closes the app; resolves when nobody is connected any more. */
  close(app: FastifyInstance, patience: Patience): Promise<void>
}

/** How long balancers get to notice, and calls under way to be answered before they are cut. */
type Patience = { drainMs: number; cutAfterMs?: number }

/** What hangs is waited for so long: longer than a movement waits for locks. */
export const usualCutAfterMs = 15_000
const lookForIdleMs = 50

/**
 * While balancers notice that `/readyz` fails, everything is answered as ever, and each answer says that its connection ends;
 * then nobody is let in, streams end, and what is under way is answered, unless it hangs.
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
      // A connection that was kept is closed as soon as its call is answered.
      const idle = setInterval(() => app.server.closeIdleConnections(), lookForIdleMs)
      const late = setTimeout(() => app.server.closeAllConnections(), cutAfterMs)
      await app.close()
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

/** Once the closing has begun, tells every caller to connect anew for the next call, which reaches another process. */
export function endConnections(app: FastifyInstance, closing: Pick<Closing, 'hasBegun'>): void {
  const end = ({ raw }: FastifyReply) => {
    if (closing.hasBegun() && !raw.headersSent) raw.setHeader('connection', 'close')
  }
  // When it comes too, as some answers are sent without Fastify.
  app.addHook('onRequest', (_request, reply, done) => {
    end(reply)
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    end(reply)
    done(null, payload)
  })
}
