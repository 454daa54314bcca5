import { because, Failure } from '#shared/rules/failure.ts'
import { cognitoDirectory, cognitoPoolOf } from './cognito-directory.ts'
import { type Directory, refuseFactors, refuseSessions } from './directory.ts'

/** An Amazon Cognito user pool, else a provider that the registry cannot administer. */
export function externalDirectory(authority: string): Directory {
  const pool = cognitoPoolOf(authority)
  return pool ? cognitoDirectory(pool) : noDirectory()
}

/**
 * Suspending, deleting and removing groups change only the record, which every call checks. An added role applies once
 * tokens carry its groups.
 */
function noDirectory(): Directory {
  const leaveToRecord = async () => {}
  const nobody = async () => null
  const refuse = async (): Promise<never> => {
    throw new Failure(
      'conflict',
      'People are invited at the identity provider of this registry.',
      because('people.elsewhere'),
    )
  }
  return {
    isElsewhere: true,
    invite: async ({ groups }) => {
      const given = groups.length > 0 ? ` Invite this person there, with the groups ${groups.join(', ')}.` : ''
      throw new Failure(
        'conflict',
        `People are invited at the identity provider of this registry.${given}`,
        groups.length > 0 ? because('people.elsewhereGroups', { groups }) : because('people.elsewhere'),
      )
    },
    inviteKnown: null,
    resend: refuse,
    setGroups: leaveToRecord,
    setNames: leaveToRecord,
    suspend: leaveToRecord,
    resume: leaveToRecord,
    remove: leaveToRecord,
    endSessions: refuseSessions,
    resetFactors: refuseFactors,
    find: nobody,
    findByEmail: nobody,
  }
}
