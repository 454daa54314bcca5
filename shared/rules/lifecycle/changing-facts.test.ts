import { expect, test } from 'vitest'
import { mayChange } from './changing-facts.ts'

test.each(['draft', 'pending', 'rejected'] as const)('everything of a project that is %s may change', (status) => {
  expect(mayChange(status, 'projectName', 'Mangroves')).toBe(true)
})

test.each(['approved', 'active', 'suspended'] as const)('of a project that is %s, what it promised stays', (status) => {
  expect(mayChange(status, 'projectName', 'Mangroves')).toBe(false)
  expect(mayChange(status, 'verificationProviderId', null)).toBe(false)
  expect(mayChange(status, 'sector', 'Agriculture')).toBe(false)
  expect(mayChange(status, 'sector', '')).toBe(true)
  expect(mayChange(status, 'region', 'Kwale')).toBe(true)
})

test('nothing of a withdrawn project changes', () => {
  expect(mayChange('withdrawn', 'region', '')).toBe(false)
})
