import { because, Failure } from '#shared/rules/failure.ts'
import type { Language } from '#shared/rules/languages.ts'

/** The username is the `sub` of tokens. */
export type DirectoryUser = {
  username: string
  email: string
  firstName: string
  lastName: string
  language: Language
  groups: readonly string[]
  status: 'SETUP IN PROGRESS' | 'ACTIVE' | 'SUSPENDED'
}

export type Invitation = Pick<DirectoryUser, 'email' | 'firstName' | 'lastName' | 'groups' | 'language'> & {
  tenantId: string
}

/** Methods throw `not_found` for an unknown person, `unavailable` if the provider is unreachable. */
export type Directory = {
  /** The registry cannot administer this provider: people are invited and grouped there. */
  isElsewhere: boolean
  /**
   * Adds a person and mails a link to set up the sign-in; without mail, returns the link. Throws `email_taken`,
   * `too_many_requests` after too many letters.
   */
  invite(invitation: Invitation): Promise<{ username: string; invitationUrl: string | null }>
  /**
   * Writes to a known address that the account invites it. Counts letters and answers as `invite` does, but the
   * returned link is invalid; without mail it leads to the person's profile. Null if the directory sends no such letters.
   */
  inviteKnown:
    | ((
        receiver: Pick<Invitation, 'tenantId' | 'email' | 'language'>,
        account: string,
      ) => Promise<{ invitationUrl: string | null }>)
    | null
  /** Voids earlier links. Throws `conflict` once the sign-in is set up, else like `invite`. */
  resend(username: string): Promise<{ invitationUrl: string | null }>
  /** Tokens carry the groups after their next renewal. */
  setGroups(username: string, groups: readonly string[]): Promise<void>
  setNames(username: string, names: { firstName: string; lastName: string }): Promise<void>
  /** Ends all sessions and blocks sign-in until {@link Directory.resume}. */
  suspend(username: string): Promise<void>
  resume(username: string): Promise<void>
  /** Returns how many. Throws `conflict` if the provider's own administration does this. */
  endSessions(username: string): Promise<number>
  remove(username: string): Promise<void>
  /** Returns false if the person has none. Throws `conflict` if the provider's own administration does this. */
  resetFactors(username: string): Promise<boolean>
  find(username: string): Promise<DirectoryUser | null>
  /** Ignores capitalisation. */
  findByEmail(tenantId: string, email: string): Promise<DirectoryUser | null>
}

export async function refuseSessions(): Promise<never> {
  throw new Failure(
    'conflict',
    'Sessions are ended at the identity provider of this registry.',
    because('people.sessionsElsewhere'),
  )
}

export async function refuseFactors(): Promise<never> {
  throw new Failure(
    'conflict',
    'Second factors are set up and removed at the identity provider of this registry.',
    because('people.factorsElsewhere'),
  )
}
