import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type FairGate, fairGate } from '#server/infra/fair-gate.ts'
import { Failure } from '#shared/rules/failure.ts'
import { failureOf, sendFailure } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Health checks pass even under load. */
    isAlwaysLetIn?: boolean
    /** Default `reads`. */
    share?: Share
  }
}

/** A visitor's read waits as long as its statement may take, another call as long as for a connection. */
const [soonMs, laterMs] = [3_000, 30_000]

/**
 * Concurrent calls in total and per caller, and waiting time. About as many as connections (`server/infra/db/wall.ts`),
 * so that calls wait here in fair turns.
 */
const shares = {
  /** Public reads. */
  reads: { atOnce: 8, ofOne: 3, waitMs: soonMs },
  /** Public reads of many rows: searches, facets, maps, sums. */
  searches: { atOnce: 3, ofOne: 2, waitMs: soonMs },
  /** Reads for signed-in people. */
  members: { atOnce: 16, ofOne: 2, waitMs: laterMs },
  /** Generated files: statements, exports, pictures of shared links. */
  papers: { atOnce: 16, ofOne: 2, waitMs: laterMs },
  /** Stored files, possibly remote. */
  files: { atOnce: 32, ofOne: 16, waitMs: laterMs },
  changes: { atOnce: 48, ofOne: 24, waitMs: laterMs },
  signIns: { atOnce: 32, ofOne: 16, waitMs: laterMs },
} as const
export type Share = keyof typeof shares

function crowded(): Failure {
  return new Failure('unavailable', 'Too many are asking at the same time. Try again in a moment.')
}

type Place = { leave(): void; again<Result>(work: () => Promise<Result>): Promise<Result> }
const places = new WeakMap<FastifyRequest, Place>()

type Crowds = {
  /** Per share. */
  waiting: number
  /** Null if always admitted. */
  shareOf: (request: FastifyRequest) => Share | null
  callerOf: (request: FastifyRequest) => string
}

/**
 * Admits calls by share, in turns per caller, or answers 503, so that memory and response times are bounded and no
 * caller crowds out another. A call holds its place from its complete body (slow senders hold none) until its answer
 * starts.
 */
export function turnCrowdsAway(app: FastifyInstance, { waiting, shareOf, callerOf }: Crowds): void {
  const gates = new Map<Share, FairGate>()

  function gateOf(share: Share): FairGate {
    const gate = gates.get(share) ?? fairGate({ ...shares[share], waiting, crowded })
    gates.set(share, gate)
    return gate
  }

  function enter(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const share = places.has(request) ? null : shareOf(request)
    if (share === null) {
      done()
      return
    }
    const refuse = (error: Error) => void sendFailure(failureOf(error), request, reply)
    const [gate, caller] = [gateOf(share), callerOf(request)]
    const leave = gate.enter(caller, done, refuse)
    places.set(request, { leave, again: (work) => gate.run(caller, work) })
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

/** Call it when the answer starts. */
export function giveUpPlace(request: FastifyRequest): void {
  places.get(request)?.leave()
}

/** Gives work of an answer that has started another place in the call's share. */
export function inTurn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
  return places.get(request)?.again(work) ?? work()
}

function mayHaveBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
