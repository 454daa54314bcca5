import { expect, test } from 'vitest'
import { askedClaimNumber, askedHash, askedOriginSerial, askedSerial, askedVerifyCode } from './asked-code.ts'

const unit = { prefix: 'SAMPLE', country: 'KE', projectNumber: 1, vintage: '2021', batch: 1, first: '12001' }

test.each([
  'SAMPLE-KE-1-2021-1-12001',
  'sample-ke-1-2021-1-12001-12300',
  ' SAMPLE-KE-1-2021-1-12001–12300 ',
  'SAMPLE – KE – 1 – 2021 – 1 – 12001',
  'sample ke 1 2021 1 12001',
])('%j names a unit', (q) => {
  expect(askedSerial(q)).toEqual(unit)
})

test.each(['', '42', 'one-two', '-1', '3ZZ9M-J4985', 'SAMPLE-KE-1-2021-1', 'SAMPLE-KE-1-2021-1-1-2-3'])(
  '%j is no serial number',
  (q) => {
    expect(askedSerial(q)).toBeNull()
  },
)

test('a claim is found by its number and by the number of its certificate, however it is typed', () => {
  expect(askedClaimNumber('42')).toBe('42')
  expect(askedClaimNumber('c-000042')).toBe('000042')
  expect(askedClaimNumber('C 000 042')).toBe('000042')
  expect(askedClaimNumber('c42')).toBe('42')
  expect(askedClaimNumber('C-')).toBeNull()
  expect(askedClaimNumber('D-42')).toBeNull()
})

test.each(['7K3QD-9XW2M', '7k3qd-9xw2m', '7K3QD 9XW2M', ' 7k3qd9xw2m '])('%j is a verify code', (q) => {
  expect(askedVerifyCode(q)).toBe('7K3QD-9XW2M')
})

test('a serial number of another registry is its parts, whatever stands between them', () => {
  expect(askedOriginSerial('8164 1 9428 vcs–vcu')).toBe('8164-1-9428-VCS-VCU')
  expect(askedOriginSerial('wind farm 2015')).toBeNull()
})

test('a hash is the same with and without its prefix', () => {
  const digits = 'ab'.repeat(32)
  expect([`0x${digits.toUpperCase()}`, ` ${digits}`].map(askedHash)).toEqual([digits, digits])
  expect(askedHash(digits.slice(1))).toBeNull()
})
