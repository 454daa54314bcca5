import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  type AdminCreateUserCommandInput,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminListGroupsForUserCommand,
  type AdminListGroupsForUserCommandOutput,
  AdminRemoveUserFromGroupCommand,
  AdminUpdateUserAttributesCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  CognitoIdentityProviderServiceException,
  CreateGroupCommand,
  GroupExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { because, Failure, nullOn } from '#shared/rules/failure.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { type Directory, type DirectoryUser, refuseFactors, refuseSessions } from './directory.ts'

export type CognitoOptions = {
  region: string
  userPoolId: string
  /** An emulator's address. */
  endpoint?: string
}

/** Cognito's limit. */
const maxGroupLength = 128

const poolAuthority = /^https:\/\/cognito-idp\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/([\w-]+)\/?$/

/** Reads the issuer `https://cognito-idp.{region}.amazonaws.com/{pool}`; null for other issuers. */
export function cognitoPoolOf(authority: string): CognitoOptions | null {
  const [, region, userPoolId] = poolAuthority.exec(authority) ?? []
  return region && userPoolId ? { region, userPoolId } : null
}

/**
 * An Amazon Cognito user pool whose user names are e-mail addresses. Cognito mails invitations, with a temporary
 * password. The SDK's credentials come from the environment and need `Admin*User*`, `AdminListGroupsForUser` and
 * `CreateGroup`.
 */
export function cognitoDirectory({ userPoolId, ...place }: CognitoOptions): Directory {
  const client = new CognitoIdentityProviderClient({ ...place, maxAttempts: 3 })
  const pool = { UserPoolId: userPoolId }

  return {
    isElsewhere: false,
    async invite({ email, firstName, lastName, groups, language }) {
      refuseLong(groups)
      const names = attributesOf({
        email,
        email_verified: 'true',
        given_name: firstName,
        family_name: lastName,
        locale: language,
      })
      const username = await create({ Username: email, UserAttributes: names })
      try {
        await putIn(username, groups)
      } catch (error) {
        await remove(username)
        throw error
      }
      return { username, invitationUrl: null }
    },
    inviteKnown: null,
    endSessions: refuseSessions,
    resetFactors: refuseFactors,
    async resend(username) {
      const user = await existing(username)
      if (!user) throw new Failure('not_found', 'There is no such user.', because('noSuch.user'))
      if (user.status !== 'SETUP IN PROGRESS')
        throw new Failure('conflict', 'This person has set up the sign-in already.', because('people.setUp'))
      await create({ Username: user.email, MessageAction: 'RESEND' })
      return { invitationUrl: null }
    },
    async setGroups(username, groups) {
      refuseLong(groups)
      const held = await groupsOf(username)
      await putIn(
        username,
        groups.filter((group) => !held.includes(group)),
      )
      for (const group of held.filter((group) => !groups.includes(group))) {
        await send(client.send(new AdminRemoveUserFromGroupCommand({ ...pool, Username: username, GroupName: group })))
      }
    },
    async setNames(username, { firstName, lastName }) {
      const UserAttributes = attributesOf({ given_name: firstName, family_name: lastName })
      await send(client.send(new AdminUpdateUserAttributesCommand({ ...pool, Username: username, UserAttributes })))
    },
    async suspend(username) {
      // Disabling also revokes tokens.
      await send(client.send(new AdminDisableUserCommand({ ...pool, Username: username })))
    },
    async resume(username) {
      await send(client.send(new AdminEnableUserCommand({ ...pool, Username: username })))
    },
    remove,
    find: existing,
    // The pool knows an address once, for all tenants.
    findByEmail: (_tenantId, email) => existing(email),
  }

  async function create(input: Omit<AdminCreateUserCommandInput, 'UserPoolId'>): Promise<string> {
    const command = new AdminCreateUserCommand({ ...pool, ...input, DesiredDeliveryMediums: ['EMAIL'] })
    const { User } = await send(client.send(command))
    const username = attributeOf(User?.Attributes, 'sub')
    if (!username) throw new Error('Cognito made a user without a sub.')
    return username
  }

  async function remove(username: string): Promise<void> {
    await send(client.send(new AdminDeleteUserCommand({ ...pool, Username: username })))
  }

  /** Finds a person by `sub` or e-mail address. */
  async function existing(name: string): Promise<DirectoryUser | null> {
    const read = async () => {
      const user = await send(client.send(new AdminGetUserCommand({ ...pool, Username: name })))
      return toUser(user, await groupsOf(name))
    }
    return read().catch(nullOn('not_found'))
  }

  async function groupsOf(username: string): Promise<string[]> {
    const groups: string[] = []
    let NextToken: string | undefined
    do {
      const page: AdminListGroupsForUserCommandOutput = await send(
        client.send(new AdminListGroupsForUserCommand({ ...pool, Username: username, Limit: 60, NextToken })),
      )
      groups.push(...(page.Groups ?? []).flatMap(({ GroupName }) => GroupName ?? []))
      NextToken = page.NextToken
    } while (NextToken)
    return groups
  }

  async function putIn(username: string, groups: readonly string[]): Promise<void> {
    for (const GroupName of groups) {
      await ensureGroup(GroupName)
      await send(client.send(new AdminAddUserToGroupCommand({ ...pool, Username: username, GroupName })))
    }
  }

  async function ensureGroup(GroupName: string): Promise<void> {
    try {
      await client.send(new CreateGroupCommand({ ...pool, GroupName }))
    } catch (error) {
      if (!(error instanceof GroupExistsException)) throw meaningOf(error)
    }
  }
}

function refuseLong(groups: readonly string[]): void {
  if (groups.every((group) => group.length <= maxGroupLength)) return
  throw new Failure(
    'invalid',
    `Cognito takes group names of at most ${maxGroupLength} characters.`,
    because('people.groupNames', { most: maxGroupLength }),
  )
}

/** Refusals of the registry itself are bugs and stay errors. */
function meaningOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (error.name === 'UserNotFoundException')
    return new Failure('not_found', 'There is no such user.', because('noSuch.user'))
  if (error.name === 'UsernameExistsException' || error.name === 'AliasExistsException') {
    return new Failure(
      'email_taken',
      'Somebody signs in with this e-mail address already.',
      because('people.emailSignsIn'),
    )
  }
  if (error.name === 'UnsupportedUserStateException') {
    return new Failure('conflict', 'This person has set up the sign-in already.', because('people.setUp'))
  }
  const isOverloaded = error.name === 'TooManyRequestsException' || error.name === 'LimitExceededException'
  const isOutage =
    error instanceof CognitoIdentityProviderServiceException ? error.$fault === 'server' : 'code' in error
  if (!isOverloaded && !isOutage) return error
  return new Failure('unavailable', 'The sign-in service cannot be reached. Try again in a moment.')
}

async function send<Answer>(sent: Promise<Answer>): Promise<Answer> {
  try {
    return await sent
  } catch (error) {
    throw meaningOf(error)
  }
}

function toUser(user: AdminGetUserCommandOutput, groups: readonly string[]): DirectoryUser {
  const language = attributeOf(user.UserAttributes, 'locale')
  return {
    username: attributeOf(user.UserAttributes, 'sub'),
    email: attributeOf(user.UserAttributes, 'email'),
    firstName: attributeOf(user.UserAttributes, 'given_name'),
    lastName: attributeOf(user.UserAttributes, 'family_name'),
    language: languageOf(language),
    groups,
    status: statusOf(user),
  }
}

function statusOf({ Enabled, UserStatus }: AdminGetUserCommandOutput): DirectoryUser['status'] {
  if (Enabled === false) return 'SUSPENDED'
  return UserStatus === 'FORCE_CHANGE_PASSWORD' ? 'SETUP IN PROGRESS' : 'ACTIVE'
}

function attributesOf(values: Record<string, string>): AttributeType[] {
  return Object.entries(values).map(([Name, Value]) => ({ Name, Value }))
}

function attributeOf(attributes: AttributeType[] | undefined, name: string): string {
  return attributes?.find(({ Name }) => Name === name)?.Value ?? ''
}
