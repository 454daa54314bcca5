import { Failure } from '#shared/rules/failure.ts'
import { cognitoDirectory, cognitoPoolOf } from './cognito-directory.ts'
import type { Directory } from './directory.ts'

/** The directory behind an identity provider that is not ours, by the provider's address: an Amazon Cognito user pool, or none. */
export function externalDirectory(authority: string): Directory {
  const pool = cognitoPoolOf(authority)
  return pool ? cognitoDirectory(pool) : noDirectory()
}

/**
 * For an identity provider that has no administration interface of ours: groups are given and people invited there. What
 * takes away works here alone, for the registry's own record is asked at every call.
 */
function noDirectory(): Directory {
  const refuse = async (): Promise<never> => {
    throw new Failure('conflict', 'The people of this registry are administered at its identity provider.')
  }
  const leaveToRecord = async () => {}
  return {
    invite: refuse,
    resend: refuse,
    setGroups: refuse,
    setNames: leaveToRecord,
    suspend: leaveToRecord,
    resume: leaveToRecord,
    remove: leaveToRecord,
    find: async () => null,
  }
}
