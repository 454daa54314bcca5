import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { Directory } from './directory.ts'

export type PeopleDeps = InfraDeps & { directory: Directory }
