import { expect, test } from 'vitest'
import { mayChange, whyFixed } from './changing-facts.ts'

test.each(['draft', 'pending', 'rejected'] as const)('everything of a project that is %s may change', (status) => {
  expect(mayChange(status, 'projectName', 'Mangroves')).toBe(true)
})

test.each(['approved', 'active', 'suspended'] as const)('of a project that is %s, what it promised stays', (status) => {
  expect(mayChange(status, 'projectName', 'Mangroves')).toBe(false)
  expect(mayChange(status, 'verificationProviderId', null)).toBe(false)
  expect(mayChange(status, 'country', 'KE')).toBe(false)
  expect(mayChange(status, 'country', null)).toBe(true)
  expect(mayChange(status, 'sector', 'Agriculture')).toBe(false)
  expect(mayChange(status, 'sector', '')).toBe(true)
  expect(mayChange(status, 'region', 'Kwale')).toBe(true)
})

test('a fixed fact says whether the approval rests on it or it was stated once', () => {
  expect(whyFixed('active', 'projectName', 'Mangroves')).toBe('approval')
  expect(whyFixed('active', 'sector', 'Agriculture')).toBe('stated')
  expect(whyFixed('active', 'region', 'Kwale')).toBeNull()
  expect(whyFixed('withdrawn', 'region', 'Kwale')).toBe('withdrawal')
})

test('nothing of a withdrawn project changes', () => {
  expect(mayChange('withdrawn', 'region', '')).toBe(false)
})
