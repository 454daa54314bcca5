import { Failure } from '#shared/rules/failure.ts'
import type { Directory } from './directory.ts'

/** For an identity provider that has no administration interface of ours: its people are administered there. */
export function externalDirectory(): Directory {
  const refuse = async (): Promise<never> => {
    throw new Failure('conflict', 'The people of this registry are administered at its identity provider.')
  }
  return {
    invite: refuse,
    resend: refuse,
    setGroups: refuse,
    setNames: refuse,
    suspend: refuse,
    resume: refuse,
    remove: refuse,
    find: async () => null,
  }
}
