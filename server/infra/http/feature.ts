import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#shared/rules/permissions.ts'
import type { OpenStream } from './event-streams.ts'
import type { Serve } from './serve.ts'

type Mount = {
  /** For files and pictures, outside the contract. */
  app: FastifyInstance
  /** An invalid token counts as none. */
  actorOf: (request: FastifyRequest) => Promise<Actor>
  /** Makes changed groups and suspensions effective at once. */
  forgetActors: () => void
  openStream: OpenStream
  /** The built web app; null where only the API is served. */
  webFolder: string | null
}

export type Feature<Deps> = (serve: Serve, deps: Deps, mount: Mount) => void
