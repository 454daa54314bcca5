import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import type { Config } from '#server/infra/config.ts'
import { openLineSink } from './line-sink.ts'
import { spoken } from './terminal.ts'

const stdout = 1

/** JSON lines on stdout, sentences where it is a terminal, without tokens or personal data, each with `facts`. `onTrouble` is that of `openLineSink`. */
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
        // Query (names) and address are personal: neither is logged.
        req: (request: { method: string; url: string }) => ({
          method: request.method,
          path: request.url.split('?')[0],
        }),
      },
    },
    process.stdout.isTTY ? { write: (line) => sink.write(spoken(line)) } : sink,
  )
}
