import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { readAccount } from '#shared/contract/accounts.ts'
import { listUsers } from '#shared/contract/users.ts'
import { closeAfterwards } from '#tests/kit/closing.ts'
import { callerAt } from '#tests/kit/person.ts'
import { aWorld } from '#tests/kit/world.ts'
import { audience, clientId, type Glewlwyd, startGlewlwyd } from './glewlwyd.ts'

// Glewlwyd's access tokens have several groups as one text.

describe('with Glewlwyd as identity provider', () => {
  let provider: Glewlwyd
  beforeAll(async () => {
    provider = await startGlewlwyd()
    closeAfterwards(provider.stop)
  })

  const worldWith = (settings: Record<string, string>) =>
    aWorld({ OIDC_AUTHORITY: provider.authority, OIDC_CLIENT_ID: clientId, OIDC_AUDIENCE: audience, ...settings })

  test('people sign in with all their groups, where the delimiter is set', async () => {
    const token = await provider.signIn('zuhura', ['sample|TenantAdmin', 'other|reef|General'])
    expect(decodeJwt(token).groups).toBe('sample|TenantAdmin,other|reef|General')
    const { baseUrl } = await worldWith({ OIDC_GROUPS_DELIMITER: ',' })
    const { items } = await callerAt(baseUrl, token).call(listUsers, { query: {} })
    expect(items).toEqual([expect.objectContaining({ status: 'ACTIVE' })])
  })

  test('and are refused where it is not', async () => {
    const token = await provider.signIn('juma', ['sample|TenantAdmin', 'other|reef|General'])
    const { baseUrl, logged } = await worldWith({})
    await expect(callerAt(baseUrl, token).call(readAccount)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(logged.join('\n')).toContain('groups are not a bounded list of strings')
  })
})
