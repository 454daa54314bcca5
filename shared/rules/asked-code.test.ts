import { expect, test } from 'vitest'
import { askedClaimNumber, askedSerial } from './asked-code.ts'

const unit = { prefix: 'SAMPLE', country: 'KE', projectNumber: 1, vintage: '2021', batch: 1, first: '12001' }

test.each([
  'SAMPLE-KE-1-2021-1-12001',
  'sample-ke-1-2021-1-12001-12300',
  ' SAMPLE-KE-1-2021-1-12001–12300 ',
  'SAMPLE – KE – 1 – 2021 – 1 – 12001',
])('%j names a unit', (q) => {
  expect(askedSerial(q)).toEqual(unit)
})

test.each(['', '42', 'one-two', '-1', '3ZZ9M-J4985', 'SAMPLE-KE-1-2021-1', 'SAMPLE-KE-1-2021-1-1-2-3'])(
  '%j is no serial number',
  (q) => {
    expect(askedSerial(q)).toBeNull()
  },
)

test('a claim is found by its number and by the number of its certificate', () => {
  expect(askedClaimNumber('42')).toBe('42')
  expect(askedClaimNumber('c-000042')).toBe('000042')
  expect(askedClaimNumber('C-')).toBeNull()
  expect(askedClaimNumber('D-42')).toBeNull()
})
