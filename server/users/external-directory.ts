import { Failure } from '#shared/rules/failure.ts'
import { cognitoDirectory, cognitoPoolOf } from './cognito-directory.ts'
import type { Directory } from './directory.ts'

/** The directory behind an identity provider that is not ours, by the provider's address: an Amazon Cognito user pool, or none. */
export function externalDirectory(authority: string): Directory {
  const pool = cognitoPoolOf(authority)
  return pool ? cognitoDirectory(pool) : noDirectory()
}

/** For an identity provider that has no administration interface of ours: its people are administered there. */
function noDirectory(): Directory {
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
