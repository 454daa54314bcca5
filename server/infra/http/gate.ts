import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Failure } from '#shared/rules/failure.ts'
import { sendFailure } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route says how the process is: it answers whatever the crowd. */
    isAlwaysLetIn?: boolean
  }
}

/** Requests of one kind that may be at work at the same time in this process. */
export type Lane = { atWork: number; readonly atOnce: number }

export function laneOf(atOnce: number): Lane {
  return { atWork: 0, atOnce }
}

/**
 * Turns requests away with 503 at once while as many of their lane are at work as may be: whoever was let in is answered in
 * good time, and memory does not grow with the crowd. `laneFor` names no lane for what is always let in. A request is at work
 * from when all of it is here, so that nobody holds a place by sending slowly, until its answer begins to be sent.
 */
export function turnCrowdsAway(app: FastifyInstance, laneFor: (request: FastifyRequest) => Lane | null): void {
  const leaving = new WeakMap<FastifyRequest, () => void>()

  function enter(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const lane = leaving.has(request) ? null : laneFor(request)
    if (!lane) {
      done()
      return
    }
    if (lane.atWork >= lane.atOnce) {
      sendFailure(
        new Failure('unavailable', 'Too many are asking at the same time. Try again in a moment.'),
        request,
        reply,
      )
      return
    }
    lane.atWork += 1
    let isIn = true
    const leave = () => {
      if (isIn) lane.atWork -= 1
      isIn = false
    }
    leaving.set(request, leave)
    reply.raw.once('close', leave)
    done()
  }

  app.addHook('onRequest', (request, reply, done) => {
    if (mayHaveBody(request)) done()
    else enter(request, reply, done)
  })
  app.addHook('preValidation', enter)
  app.addHook('onSend', (request, _reply, _payload, done) => {
    leaving.get(request)?.()
    done()
  })
}

function mayHaveBody({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD'
}
