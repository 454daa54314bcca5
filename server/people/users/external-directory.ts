import { because, Failure } from '#shared/rules/failure.ts'
import { cognitoDirectory, cognitoPoolOf } from './cognito-directory.ts'
import type { Directory } from './directory.ts'

/** Returns the directory of an external identity provider, by its address: an Amazon Cognito user pool, or none that we can reach. */
export function externalDirectory(authority: string): Directory {
  const pool = cognitoPoolOf(authority)
  return pool ? cognitoDirectory(pool) : noDirectory()
}

/**
 * For an identity provider that the registry cannot administer: people are invited and given groups there. Suspending, deleting
 * and taking groups away work in the registry's own record alone, which is asked at every call; a role that is given counts
 * once the provider's tokens carry its groups.
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
    ask: null,
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
