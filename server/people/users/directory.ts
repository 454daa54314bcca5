import type { Language } from '#shared/rules/languages.ts'

/** A person as the identity provider knows it. The username is the `sub` of its tokens. */
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
 * Where people and their passwords are kept: the embedded identity provider or another one. Acts on a person who does not
 * exist throw `not_found`; every act throws `unavailable` if the provider cannot be reached.
 */
export type Directory = {
  /** True if people are invited and given groups at the provider itself, because the registry cannot administer it. */
  isElsewhere: boolean
  /**
   * Adds a person, who sets up the sign-in with a link. The link is sent by mail or, if that is not possible, returned for the
   * admin to pass on. Throws `email_taken` if the address is taken, `too_many_requests` after too many letters to it.
   */
  invite(invitation: Invitation): Promise<{ username: string; invitationUrl: string | null }>
  /**
   * Writes to an address that is somebody's already that an account, by its name, invites it, at the price and with the answer of an
   * invitation: the link to pass on is good for nothing. Null where the directory writes no letter to whom it knows.
   */
  ask:
    | ((
        receiver: Pick<Invitation, 'tenantId' | 'email' | 'language'>,
        account: string,
      ) => Promise<{ invitationUrl: string | null }>)
    | null
  /** Makes a new link; earlier ones stop working. Throws `conflict` once the sign-in is set up, and what `invite` throws. */
  resend(username: string): Promise<{ invitationUrl: string | null }>
  /** Replaces the groups; tokens carry them from the next renewal on. */
  setGroups(username: string, groups: readonly string[]): Promise<void>
  setNames(username: string, names: { firstName: string; lastName: string }): Promise<void>
  /** Ends all sessions and lets nobody sign in until {@link Directory.resume}. */
  suspend(username: string): Promise<void>
  resume(username: string): Promise<void>
  remove(username: string): Promise<void>
  find(username: string): Promise<DirectoryUser | null>
  /** Returns the person who signs in to the tenant with this address, in any capitalisation. */
  findByEmail(tenantId: string, email: string): Promise<DirectoryUser | null>
}
