import {
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  CreateUserPoolClientCommand,
  CreateUserPoolCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tokenVerifier } from '#server/infra/auth/verify-token.ts'
import { type Cognito, startCognito } from '#tests/kit/cognito.ts'
import { cognitoDirectory, cognitoPoolOf } from './cognito-directory.ts'
import type { Directory } from './directory.ts'

const password = 'Correct-horse-7-battery'

let cognito: Cognito
let client: CognitoIdentityProviderClient
let directory: Directory
let pool: { UserPoolId: string }
let clientId: string

beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  cognito = await startCognito()
  const place = { region: 'local', endpoint: cognito.endpoint }
  client = new CognitoIdentityProviderClient(place)
  const made = await client.send(new CreateUserPoolCommand({ PoolName: 'registry', UsernameAttributes: ['email'] }))
  pool = { UserPoolId: made.UserPool?.Id ?? '' }
  const app = await client.send(
    new CreateUserPoolClientCommand({ ...pool, ClientName: 'web', ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'] }),
  )
  clientId = app.UserPoolClient?.ClientId ?? ''
  directory = cognitoDirectory({ ...place, userPoolId: pool.UserPoolId })
})
afterAll(async () => {
  client.destroy()
  await cognito.stop()
})

function invite(email: string, groups = ['t|a|General']) {
  return directory.invite({ tenantId: 't', email, firstName: 'Amina', lastName: 'Achieng', groups, language: 'sw' })
}

async function signIn(email: string) {
  const flow = { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: email, PASSWORD: password } } as const
  const { AuthenticationResult } = await client.send(new InitiateAuthCommand({ ClientId: clientId, ...flow }))
  return { access: AuthenticationResult?.AccessToken ?? '', id: AuthenticationResult?.IdToken ?? '' }
}

async function setUp(username: string): Promise<void> {
  await client.send(
    new AdminSetUserPasswordCommand({ ...pool, Username: username, Password: password, Permanent: true }),
  )
}

describe('a person in a user pool', () => {
  test('is invited by Cognito itself and known by the sub of its tokens', async () => {
    const { username, invitationUrl } = await invite('amina@registry.test')
    expect(invitationUrl).toBeNull()
    expect(await directory.find(username)).toEqual({
      username,
      email: 'amina@registry.test',
      firstName: 'Amina',
      lastName: 'Achieng',
      language: 'sw',
      groups: ['t|a|General'],
      status: 'SETUP IN PROGRESS',
    })
  })

  test('signs in with a token that the server accepts for our client, an id token not', async () => {
    const { username } = await invite('tokens@registry.test', ['t|a|General', 't|a|AccountAdmin'])
    await setUp(username)
    const { access, id } = await signIn('tokens@registry.test')
    const authority = `${cognito.endpoint}/${pool.UserPoolId}`
    const rules = { authority, clientId, audience: 'registry-api', groupsClaim: 'cognito:groups' }
    const log = { warn: () => {} }
    const verify = tokenVerifier(rules)
    const verified = await verify(access, log)
    expect(verified.subject).toBe(username)
    expect([...verified.groups].sort()).toEqual(['t|a|AccountAdmin', 't|a|General'])
    await expect(verify(id, log)).rejects.toMatchObject({ code: 'unauthenticated' })
    const other = tokenVerifier({ ...rules, clientId: 'other' })
    await expect(other(access, log)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('changes groups and names', async () => {
    const { username } = await invite('changes@registry.test', ['t|a|General', 't|a|AccountAdmin'])
    await directory.setGroups(username, ['t|a|General', 't|b|General'])
    await directory.setNames(username, { firstName: 'Zoë', lastName: 'Ünal' })
    const found = await directory.find(username)
    expect(found).toMatchObject({ firstName: 'Zoë', lastName: 'Ünal' })
    expect([...(found?.groups ?? [])].sort()).toEqual(['t|a|General', 't|b|General'])
  })

  test('is suspended and resumed', async () => {
    const { username } = await invite('suspended@registry.test')
    await setUp(username)
    expect(await directory.find(username)).toMatchObject({ status: 'ACTIVE' })
    await directory.suspend(username)
    expect(await directory.find(username)).toMatchObject({ status: 'SUSPENDED' })
    await directory.resume(username)
    expect(await directory.find(username)).toMatchObject({ status: 'ACTIVE' })
  })

  test('is not invited twice, and again after it was removed', async () => {
    const { username } = await invite('twice@registry.test')
    await expect(invite('twice@registry.test')).rejects.toMatchObject({ code: 'email_taken' })
    await directory.remove(username)
    expect(await directory.find(username)).toBeNull()
    expect((await invite('twice@registry.test')).username).not.toBe(username)
  })

  test('is not sent another invitation once it has set up the sign-in', async () => {
    const { username } = await invite('set-up@registry.test')
    await setUp(username)
    await expect(directory.resend(username)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('in a group longer than Cognito takes is not invited at all', async () => {
    await expect(invite('long@registry.test', [`t|${'a'.repeat(120)}|General`])).rejects.toMatchObject({
      code: 'invalid',
    })
    const left = client.send(new AdminGetUserCommand({ ...pool, Username: 'long@registry.test' }))
    await expect(left).rejects.toMatchObject({ name: 'UserNotFoundException' })
  })
})

// Not setNames: the emulator reports another error than Cognito.
test.each([
  ['resend', (people: Directory) => people.resend('nobody')],
  ['setGroups', (people: Directory) => people.setGroups('nobody', [])],
  ['suspend', (people: Directory) => people.suspend('nobody')],
  ['resume', (people: Directory) => people.resume('nobody')],
  ['remove', (people: Directory) => people.remove('nobody')],
])('%s of somebody who is not there fails with not_found', async (_name, act) => {
  await expect(act(directory)).rejects.toMatchObject({ code: 'not_found' })
})

test('a pool that cannot be reached is an outage', async () => {
  const unreachable = cognitoDirectory({ region: 'local', userPoolId: 'x', endpoint: 'http://127.0.0.1:9' })
  await expect(unreachable.find('x')).rejects.toMatchObject({ code: 'unavailable' })
})

test('the pool is known by the issuer’s address', () => {
  expect(cognitoPoolOf('https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_AbC123')).toEqual({
    region: 'eu-west-1',
    userPoolId: 'eu-west-1_AbC123',
  })
  expect(cognitoPoolOf('https://cognito-idp.eu-west-1.amazonaws.com.evil.example.org/x')).toBeNull()
  expect(cognitoPoolOf('https://id.example.org/realms/registry')).toBeNull()
})
