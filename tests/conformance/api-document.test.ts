import { expect, test } from 'vitest'
import { z } from 'zod'
import { apiDocument } from '#server/infra/http/openapi.ts'
import { endpoints } from '#shared/contract/index.ts'
import { permissions } from '#shared/rules/permissions.ts'
import { theWorld } from '#tests/kit/world.ts'

const document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.object({ description: z.string() }))) })

test('the API document that is served is the one that the answers of all tests are held against', async () => {
  const { baseUrl } = await theWorld()
  expect(await (await fetch(`${baseUrl}/api/openapi.json`)).json()).toEqual(apiDocument())
})

test('the API document says of every call which role reaches how far', async () => {
  const { baseUrl } = await theWorld()
  const { paths } = document.parse(await (await fetch(`${baseUrl}/api/openapi.json`)).json())
  const descriptionOf = (name: string) => {
    const call = endpoints.find((each) => each.name === name)
    return call && paths[call.path.replace(/:(\w+)/g, '{$1}')]?.[call.method.toLowerCase()]?.description
  }
  const missing = endpoints.filter((call) => !descriptionOf(call.name)?.includes(`\`${call.access}\``))
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(permissions['measurement.accept']).toMatchObject({ visitor: 'none', member: 'own', tenantAdmin: 'tenant' })
  expect(descriptionOf('decideMeasurement')).toBe(
    [
      'Who may call this, and how far (`measurement.accept`):',
      '',
      '- visitor: not at all',
      '- signed in, without an account: not at all',
      "- member of an account: what is the caller's account's",
      "- account admin: what is the caller's account's",
      '- tenant admin: everything in the tenant',
    ].join('\n'),
  )
})
