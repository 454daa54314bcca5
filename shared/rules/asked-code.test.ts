import { expect, test } from 'vitest'
import { askedClaimNumber, askedSerials } from './asked-code.ts'

test('a serial number is read as a range and as one unit', () => {
  expect(askedSerials('sample-ke-1-2021-1-12001-12300')).toEqual([
    { head: 'SAMPLE-KE-1-2021-1', first: '12001' },
    { head: 'SAMPLE-KE-1-2021-1-12001', first: '12300' },
  ])
  expect(askedSerials('SAMPLE-KE-1-2021-1-12304')).toContainEqual({ head: 'SAMPLE-KE-1-2021-1', first: '12304' })
})

test.each(['', '42', 'one-two', '-1', '3ZZ9M-J4985'])('%j is no serial number', (q) => {
  expect(askedSerials(q)).toEqual([])
})

test('a claim is found by its number and by the number of its certificate', () => {
  expect(askedClaimNumber('42')).toBe('42')
  expect(askedClaimNumber('c-000042')).toBe('000042')
  expect(askedClaimNumber('C-')).toBeNull()
  expect(askedClaimNumber('D-42')).toBeNull()
})
