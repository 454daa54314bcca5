import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '#server/infra/config.ts'
import { openLineSink } from './line-sink.ts'

const stdout = 1

/**
 * The structured log: one JSON line each on stdout, without tokens and without personal data; `facts` are added to each line.
 * `onTrouble` receives why lines cannot be written, and null when they can be again.
 */
export function openLog(
  config: Pick<Config, 'LOG_LEVEL'>,
  { facts, onTrouble }: { facts?: (() => object) | undefined; onTrouble?: (trouble: string | null) => void } = {},
): FastifyBaseLogger {
  const sink = openLineSink(stdout, onTrouble)
  process.on('exit', sink.flushSync)
  return pino(
    {
      level: config.LOG_LEVEL,
      ...(facts ? { mixin: facts } : {}),
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: {
        // The query may hold names that people search for, the address is personal: neither belongs in a log.
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
        }),
      },
    },
    sink,
  )
}
