import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Directory } from './directory.ts'

/** What the features about people are given. */
export type PeopleDeps = InfraDeps & { directory: Directory }
