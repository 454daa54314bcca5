import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FairGate, fairGate } from '#server/infra/fair-gate.ts'
import { Failure } from '#shared/rules/failure.ts'
import { failureOf, sendFailure } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route says how the process is: it answers whatever the crowd. */
    isAlwaysLetIn?: boolean
    /** Which share of the process its calls are answered in; `reads` unless it says another. */
    share?: Share
  }
}

/** Reads of a crowd give up as soon as their statements would; others wait as long as for a connection. */
const [soonMs, laterMs] = [3_000, 30_000]

/**
 * The shares of a process: how many calls of a kind are at work at a time, in all and of one caller, and how long one waits. About as
 * many as there are connections for them (`server/infra/db/wall.ts`), so that calls wait here, by turns, and not there, in one line.
 */
const shares = {
  /** What visitors may read, whoever reads it. */
  reads: { atOnce: 8, ofOne: 3, waitMs: soonMs },
  /** Of that, what looks through far more rows than it answers with: searches, facets, maps, sums. */
  searches: { atOnce: 3, ofOne: 2, waitMs: soonMs },
  /** What only people who are signed in may read. */
  members: { atOnce: 16, ofOne: 2, waitMs: laterMs },
  /** What writes a file for its reader: statements, exports, pictures of shared links. */
  papers: { atOnce: 16, ofOne: 2, waitMs: laterMs },
  /** Pictures, documents and certificates, which may come from a store elsewhere. */
  files: { atOnce: 32, ofOne: 16, waitMs: laterMs },
  changes: { atOnce: 48, ofOne: 24, waitMs: laterMs },
  signIns: { atOnce: 32, ofOne: 16, waitMs: laterMs },
} as const
export type Share = keyof typeof shares

function crowded(): Failure {
  return new Failure('unavailable', 'Too many are asking at the same time. Try again in a moment.')
}

const leaving = new WeakMap<FastifyRequest, () => void>()

type Crowds = {
  /** How many calls may wait before each share. */
  waiting: number
  /** The share that a call is answered in; null for what is always let in. */
  shareOf: (request: FastifyRequest) => Share | null
  callerOf: (request: FastifyRequest) => string
}

/**
 * Lets calls in by the gate of their share, in turn by caller, and answers 503 to those that it refuses: whoever was let in is answered
 * in good time, memory does not grow with the crowd, and nobody is turned away for what another caller asks. A call is at work from when
 * all of it is here, so that nobody holds a place by sending slowly, until its answer begins to be sent.
 */
export function turnCrowdsAway(app: FastifyInstance, { waiting, shareOf, callerOf }: Crowds): void {
  const gates = new Map<Share, FairGate>()

  function gateOf(share: Share): FairGate {
    const gate = gates.get(share) ?? fairGate({ ...shares[share], waiting, crowded })
    gates.set(share, gate)
    return gate
  }

  function enter(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const share = leaving.has(request) ? null : shareOf(request)
    if (share === null) {
      done()
      return
    }
    const refuse = (error: Error) => void sendFailure(failureOf(error), request, reply)
    const leave = gateOf(share).enter(callerOf(request), done, refuse)
    leaving.set(request, leave)
    reply.raw.once('close', leave)
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (mayHaveBody(request)) done()
    else enter(request, reply, done)
  })
  app.addHook('preValidation', enter)
  app.addHook('onSend', (request, _reply, _payload, done) => {
    giveUpPlace(request)
    done()
  })
}

/** Gives the place of a call to the next one: its answer is about to be sent. */
export function giveUpPlace(request: FastifyRequest): void {
  leaving.get(request)?.()
}

function mayHaveBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
