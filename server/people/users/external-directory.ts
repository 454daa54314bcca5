import { Failure } from '#shared/rules/failure.ts'
import { cognitoDirectory, cognitoPoolOf } from './cognito-directory.ts'
import type { Directory } from './directory.ts'

/** The directory behind an identity provider that is not ours, by the provider's address: an Amazon Cognito user pool, or none. */
export function externalDirectory(authority: string): Directory {
  const pool = cognitoPoolOf(authority)
  return pool ? cognitoDirectory(pool) : noDirectory()
}

/**
 * For an identity provider that has no administration interface of ours: people are invited and groups given there. What
 * takes away works here alone, for the registry's own record is asked at every call; a role that is given counts once the
 * provider's tokens carry its groups.
 */
function noDirectory(): Directory {
  const leaveToRecord = async () => {}
  const nobody = async () => null
  const refuse = async (): Promise<never> => {
    throw new Failure('conflict', 'People are invited at the identity provider of this registry.')
  }
  return {
    isElsewhere: true,
    invite: async ({ groups }) => {
      const given = groups.length > 0 ? ` Invite this person there, with the groups ${groups.join(', ')}.` : ''
      throw new Failure('conflict', `People are invited at the identity provider of this registry.${given}`)
    },
    resend: refuse,
    setGroups: leaveToRecord,
    setNames: leaveToRecord,
    suspend: leaveToRecord,
    resume: leaveToRecord,
    remove: leaveToRecord,
    find: nobody,
    findByEmail: nobody,
  }
}
