import type { Language } from '#shared/rules/languages.ts'

/** Someone as the identity provider knows them. The username is the `sub` of their tokens. */
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

/**
 * Where people and their passwords are kept: the embedded identity provider or another one behind the same acts. Acts on
 * somebody who is not there fail with `not_found`; a provider that cannot be reached fails with `unavailable`.
 */
export type Directory = {
  /** Whether people are invited, and groups given, at a provider whose people we cannot administer. */
  isElsewhere: boolean
  /**
   * Adds a person who sets up the sign-in by a link. The link went out by mail, or, where no mail can be sent, is answered
   * for the admin to pass on. Fails with `email_taken` if the address is taken, `too_many_requests` after too many letters to
   * it.
   */
  invite(invitation: Invitation): Promise<{ username: string; invitationUrl: string | null }>
  /** Makes a new link; the ones before stop working. Fails with `conflict` once the sign-in is set up, else as above. */
  resend(username: string): Promise<{ invitationUrl: string | null }>
  /** Replaces the groups; tokens carry them from the next renewal on. */
  setGroups(username: string, groups: readonly string[]): Promise<void>
  setNames(username: string, names: { firstName: string; lastName: string }): Promise<void>
  /** Ends all sessions and lets nobody sign in until {@link Directory.resume}. */
  suspend(username: string): Promise<void>
  resume(username: string): Promise<void>
  remove(username: string): Promise<void>
  find(username: string): Promise<DirectoryUser | null>
  /** Whoever signs in to the tenant with this address, in any capitalisation. */
  findByEmail(tenantId: string, email: string): Promise<DirectoryUser | null>
}
