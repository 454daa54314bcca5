import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#shared/rules/failure.ts'
import { refuseOnSocket } from './errors.ts'

export type BodyTimes = {
  /** Uploads may take longer at this minimum speed. */
  bodyMs: number
  uploadBytesPerS: number
  lookEveryMs: number
}

/** 64 kbit/s suit slow lines. Node's `requestTimeout` limits every request. */
export const usualBodyTimes: BodyTimes = { bodyMs: 30_000, uploadBytesPerS: 8_000, lookEveryMs: 5_000 }

declare module 'fastify' {
  interface FastifyContextConfig {
    isUpload?: boolean
  }
}

/** Ends requests with slow bodies, which waste memory and connections; with 408 if no answer was sent. */
export function limitBodyTime(app: FastifyInstance, headers: Readonly<Record<string, string>>, times: BodyTimes): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request.raw)) {
      const isUpload = request.routeOptions.config.isUpload ?? false
      watch(request.raw, isUpload, times, () => {
        if (reply.raw.headersSent) request.raw.destroy()
        else
          refuseOnSocket(request.raw.socket, new Failure('timed_out', 'The body of the request came too slowly.'), {
            headers,
            requestId: request.id,
          })
      })
    }
    done()
  })
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function watch(raw: IncomingMessage, isUpload: boolean, times: BodyTimes, end: () => void): void {
  const startedAt = performance.now()
  const bytesBefore = raw.socket.bytesRead
  const isTooSlow = () => {
    const elapsedMs = performance.now() - startedAt
    const leastBytes = (elapsedMs / 1000) * times.uploadBytesPerS
    return elapsedMs >= times.bodyMs && !(isUpload && raw.socket.bytesRead - bytesBefore >= leastBytes)
  }
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    if (!isTooSlow()) return
    clearInterval(timer)
    end()
  }, times.lookEveryMs)
  raw.once('close', () => clearInterval(timer))
}
