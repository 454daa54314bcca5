import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '#server/infra/config.ts'

/** So many bytes of lines are written at once, or what there is after so long, and the rest when the process ends. */
const together = { minLength: 4_096, periodicFlush: 100 }

/** The structured log: one JSON line each on stdout, without tokens and without personal data; `facts` are added to each. */
export function openLog(config: Pick<Config, 'LOG_LEVEL'>, facts?: () => object): FastifyBaseLogger {
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
    pino.destination({ ...together }),
  )
}
