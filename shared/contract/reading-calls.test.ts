import { expect, test } from 'vitest'
import { endpoints } from './index.ts'
import { readingCalls } from './reading-calls.ts'

const declared = Object.values(readingCalls)

test.for(declared)('$name is an endpoint’s call, with the fields of its query', (call) => {
  const endpoint = endpoints.find(({ name }) => name === call.name)
  expect(endpoint).toMatchObject({ method: call.method, path: call.path, access: call.access })
  if ('queryFields' in call) expect(new Set(endpoint?.queryFields)).toEqual(new Set(call.queryFields))
})
