import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { endpoints } from '#shared/contract/index.ts'
import type { TenantOfTest } from '#tests/kit/cast.ts'
import type { Caller } from '#tests/kit/person.ts'
import { aTenant } from '#tests/kit/tenant.ts'
import { documentForm, pictureForm } from '../cells.ts'
import { type Side, sideOf } from '../sides.ts'

type Item = {
  method: Endpoint['method']
  /** As the specification writes it, with this test's values. */
  address: (side: Side) => string | Promise<string>
  by: 'visitor' | 'proponent' | 'newcomer' | 'tenantAdmin' | 'accountAdmin'
  body?: (side: Side) => unknown
  form?: (side: Side) => FormData
}

const aPerson = () => ({ firstName: 'Amina', lastName: 'Said', email: `${crypto.randomUUID()}@registry.test` })
const oneUnit = ({ assetId }: Side) => [{ assetId, quantity: 1 }]
const newProject = {
  projectName: 'Another project',
  description: 'Replanting.',
  startDate: '2024-01-01',
  endDate: '2034-01-01',
}

const getsInPublic: [string, Item][] = [
  ['247 GET /api/projects?tenantId={tenant}', get('visitor', (side) => `/api/projects?tenantId=${side.tenantId}`)],
  ['249 GET /api/project?projectId={id}', get('visitor', (side) => `/api/project?projectId=${side.publishedId}`)],
  ['248 GET /api/claims?tenantId={tenant}', get('visitor', (side) => `/api/claims?tenantId=${side.tenantId}`)],
]

const getsWithToken: [string, Item][] = [
  [
    '250 GET /api/projects?tenantId={tenant}&isAdmin=true',
    get('tenantAdmin', (side) => `/api/projects?tenantId=${side.tenantId}&isAdmin=true`),
  ],
  ['251 GET /api/projects/my', get('proponent', () => '/api/projects/my')],
  ['252 GET /api/projects/ownedAssets', get('proponent', () => '/api/projects/ownedAssets')],
  [
    '253 GET /api/projects/market?tenantId={tenant}',
    get('proponent', (side) => `/api/projects/market?tenantId=${side.tenantId}`),
  ],
  ['254 GET /api/methodologies', get('proponent', () => '/api/methodologies')],
  [
    '266 GET /api/methodology/name?methodologyName={name}',
    get('proponent', (side) => `/api/methodology/name?methodologyName=${encodeURIComponent(side.methodologyName)}`),
  ],
  [
    '255 GET /api/measurements?tenantId={tenant}',
    get('proponent', (side) => `/api/measurements?tenantId=${side.tenantId}`),
  ],
  ['256 GET /api/measurement/providers/all', get('proponent', () => '/api/measurement/providers/all')],
  [
    '257 GET /api/verifications?tenantId={tenant}',
    get('proponent', (side) => `/api/verifications?tenantId=${side.tenantId}`),
  ],
  ['258 GET /api/verification/providers/all', get('proponent', () => '/api/verification/providers/all')],
  ['259 GET /api/account', get('proponent', () => '/api/account')],
  [
    '260 GET /api/claims?tenantId={tenant}&accountId={account}',
    get('proponent', (side) => `/api/claims?tenantId=${side.tenantId}&accountId=${side.accountId}`),
  ],
  [
    '261 GET /api/transactions?accountId={account}',
    get('proponent', (side) => `/api/transactions?accountId=${side.accountId}`),
  ],
  [
    '262 GET /api/wallet/balances?accountId={account}',
    get('proponent', (side) => `/api/wallet/balances?accountId=${side.accountId}`),
  ],
  ['263 GET /api/wallet/balances/market', get('proponent', () => '/api/wallet/balances/market')],
  ['264 GET /api/accountAdmin/user/all', get('accountAdmin', () => '/api/accountAdmin/user/all')],
  ['265 GET /api/legacyCertificate', get('proponent', () => '/api/legacyCertificate')],
]

const posts: [string, Item][] = [
  [
    '267 POST /api/claim with a JSON body',
    post('proponent', '/api/claim', (side) => ({
      items: oneUnit(side),
      beneficiaryKind: 'organisation',
      beneficiary: 'Savanna Tea Ltd',
      purpose: 'corporate target',
      isAuthorised: true,
    })),
  ],
  [
    '268 POST /api/wallet/mint with a JSON body',
    post('proponent', '/api/wallet/mint', ({ verificationId }) => ({ verificationId, quantity: 1 })),
  ],
  [
    '269 POST /api/wallet/transfer with a JSON body that may carry userId',
    post('proponent', '/api/wallet/transfer', (side) => ({
      toAccountId: 'buyer',
      items: oneUnit(side),
      userId: 'somebody',
    })),
  ],
  ['270 POST /api/transactions/sync with a JSON body', post('proponent', '/api/transactions/sync', () => ({}))],
  [
    '271 POST /api/account with a JSON body',
    post('newcomer', '/api/account', () => ({ name: 'Green Hills', type: 'proponent', country: 'KE', website: '' })),
  ],
  [
    '272 POST /api/project with a JSON body',
    post('proponent', '/api/project', ({ methodologyId }) => ({ ...newProject, methodologyId })),
  ],
  [
    '273 POST /api/accountAdmin/user/invite with a JSON body',
    post('accountAdmin', '/api/accountAdmin/user/invite', aPerson),
  ],
]

const uploads: [string, Item][] = [
  [
    '274 POST /api/project/image with fields projectKey and image',
    {
      method: 'POST',
      by: 'proponent',
      address: () => '/api/project/image',
      form: ({ draftKey }) => pictureForm(draftKey),
    },
  ],
  [
    '275 POST /api/project/document with fields projectKey, documentType and document',
    {
      method: 'POST',
      by: 'proponent',
      address: () => '/api/project/document',
      form: ({ draftKey }) => documentForm(draftKey, 'PDS'),
    },
  ],
]

const changes: [string, Item][] = [
  [
    '276 PATCH /api/accountAdmin/user with a JSON body',
    {
      method: 'PATCH',
      by: 'accountAdmin',
      address: () => '/api/accountAdmin/user',
      body: ({ tenant }) => ({ username: tenant.proponent.username, firstName: 'Amina' }),
    },
  ],
  [
    '277 PATCH /api/project?projectKey={key} with a JSON body',
    {
      method: 'PATCH',
      by: 'proponent',
      address: ({ draftKey }) => `/api/project?projectKey=${draftKey}`,
      body: () => ({ projectName: ' ', sustainabilityStatement: '' }),
    },
  ],
  [
    '278 DELETE /api/accountAdmin/user?username={username} with a JSON body',
    {
      method: 'DELETE',
      by: 'accountAdmin',
      address: async ({ aUser }) => `/api/accountAdmin/user?username=${(await aUser()).username}`,
      body: () => ({}),
    },
  ],
]

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation())) })

let side: Side
let paths: z.output<typeof document>['paths']

beforeAll(async () => {
  const tenant = await aTenant({ isConfigured: true })
  await tenant.world.sql`update tenant set enable_marketplace = true`
  side = await sideOf(tenant, tenant.proponent)
  paths = document.parse(await (await tenant.visitor.fetch('/api/openapi.json')).json()).paths
}, 60_000)

describe.each([
  ['7. Calls made: GET, public', getsInPublic],
  ['7. Calls made: GET, authenticated', getsWithToken],
  ['7. Calls made: POST, JSON body', posts],
  ['7. Calls made: POST, multipart', uploads],
  ['7. Calls made: PATCH and DELETE', changes],
])('%s', (_title, items) => {
  test.each(items)('%s', async (name, item) => {
    const address = new URL(await item.address(side), 'http://registry.test')
    const endpoint = endpointAt(item.method, address.pathname)
    const operation = paths[address.pathname]?.[item.method.toLowerCase()]
    const queryNames = operation?.parameters.filter((each) => each.in === 'query').map((each) => each.name)
    expect(queryNames).toEqual(expect.arrayContaining([...address.searchParams.keys()]))
    // The form requires exactly these fields.
    if (item.form) expect(operation?.form).toEqual([...item.form(side).keys()])

    const response = await callerOf(side.tenant, item.by).fetch(address.pathname + address.search, initOf(item))
    expect(response.status, name).toBe(endpoint.status)
    const answer = endpoint.file ? new Uint8Array(await response.arrayBuffer()) : await response.json()
    expect(() => endpoint.reply.parse(answer)).not.toThrow()
  })
})

describe('7. Calls made: tokens', () => {
  test('245 authenticated calls take a bearer token: without one, and with a bad one, they answer 401', async () => {
    const { visitor } = side.tenant
    const withoutToken: Record<string, string>[] = [{}, { authorization: 'Bearer nonsense' }]
    for (const [, { address, method }] of [...getsWithToken, ...posts, ...uploads, ...changes]) {
      const path = await address(side)
      for (const headers of withoutToken) {
        const response = await visitor.fetch(path, { method, headers })
        expect([path, response.status]).toEqual([path, 401])
      }
    }
  })
})

function get(by: Item['by'], address: Item['address']): Item {
  return { method: 'GET', by, address }
}

function post(by: Item['by'], path: string, body: NonNullable<Item['body']>): Item {
  return { method: 'POST', by, address: () => path, body }
}

function callerOf(tenant: TenantOfTest, by: Item['by']): Caller {
  return tenant[by]
}

function initOf({ method, body, form }: Item): RequestInit {
  if (form) return { method, body: form(side) }
  if (!body) return { method }
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body(side)) }
}

function endpointAt(method: Endpoint['method'], path: string): Endpoint {
  const found = endpoints.find((call) => call.method === method && call.path === path)
  if (!found) throw new Error(`The contract has no ${method} ${path}.`)
  return found
}

function operation() {
  const parameter = z.object({ name: z.string(), in: z.string() })
  const form = z.object({ schema: z.object({ required: z.array(z.string()) }) })
  return z
    .object({
      parameters: z.array(parameter),
      requestBody: z.object({ content: z.object({ 'multipart/form-data': form.optional() }) }).optional(),
    })
    .transform(({ parameters, requestBody }) => ({
      parameters,
      form: requestBody?.content['multipart/form-data']?.schema.required,
    }))
}
