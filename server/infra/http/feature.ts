import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor } from '#shared/rules/permissions.ts'
import type { OpenStream } from './event-streams.ts'
import type { Serve } from './serve.ts'

/** What a feature's routes are given beside their dependencies. */
type Mount = {
  /** For addresses outside the contract: files and pictures. */
  app: FastifyInstance
  /** Who asks at such an address; a bad token is no token. */
  actorOf: (request: FastifyRequest) => Promise<Actor>
  /** Lets changed groups and suspensions take effect at once. */
  forgetActors: () => void
  openStream: OpenStream
}

/** A feature's routes: each serves its calls and forwards them. `Deps` is what its acts need. */
export type Feature<Deps> = (serve: Serve, deps: Deps, mount: Mount) => void
