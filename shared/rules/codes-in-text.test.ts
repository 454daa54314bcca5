import { expect, test } from 'vitest'
import {
  addressIn,
  claimNumberIn,
  firstSerialIn,
  hashIn,
  idIn,
  originSerialsIn,
  parseOriginRange,
  projectNumberIn,
  serialsIn,
  verifyCodeIn,
} from './codes-in-text.ts'

const unit = {
  prefix: 'SAMPLE',
  country: 'KE',
  projectNumber: 1,
  vintage: '2021',
  batch: 1,
  first: '12001',
  last: '12001',
}
const range = { ...unit, last: '12300' }

test.each(['SAMPLE-KE-1-2021-1-12001', 'sample ke 1 2021 1 12001', 'ＳＡＭＰＬＥ-KE-1-2021-1-12001'])(
  '%j names a unit',
  (q) => {
    expect(firstSerialIn(q)).toEqual(unit)
  },
)

test.each([
  'sample-ke-1-2021-1-12001-12300',
  ' SAMPLE-KE-1-2021-1-12001–12300 ',
  'SAMPLE – KE – 1 – 2021 – 1 – 12001 – 12300',
  'SAMPLE‑KE‑1‑2021‑1‑12001‑12300',
  'SAMPLE−KE−1−2021−1−12001−12300',
  'SAMPLE\u00ad-KE-1-2021-1-12001-12300',
  'SAMPLE-\u200bKE-1-2021-1-12001-12300',
  '\ufeffSAMPLE-KE-1-2021-1-12001-12300',
  '\u00a0SAMPLE-KE-1-2021-1-12001-12300.',
  '"SAMPLE-KE-1-2021-1-12001-12300"',
  '« SAMPLE-KE-1-2021-1-12001-12300 »',
  'Serial number: SAMPLE-KE-1-2021-1-12001-12300',
  'Serial number SAMPLE-KE-1-2021-1-12001-12300',
  'SAMPLE-KE-1-2021-1-\n12001-12300',
  'SAMPLE-KE-1-2021-1-12,001-12,300',
  'SAMPLE-KE-1-2021-1-12.001-12.300',
  'SAMPLE-KE-1-2021-1-12\u202f001-12\u202f300',
  'SAMPLE-KE-1-2021-1-12300-12001',
])('%j names a range', (q) => {
  expect(serialsIn(q)).toEqual([range])
})

test.each([
  'SAMPLE-KE-1-2021-1-12001-12300; SAMPLE-KE-1-2021-1-12001',
  'SAMPLE-KE-1-2021-1-12001-12300\nSAMPLE-KE-1-2021-1-12001\n',
  '- SAMPLE-KE-1-2021-1-12001-12300\n- SAMPLE-KE-1-2021-1-12001',
  'SAMPLE-KE-1-2021-1-12001-12300, SAMPLE-KE-1-2021-1-12001',
  'SAMPLE-KE-1-2021-1-12001-12300 SAMPLE-KE-1-2021-1-12001',
])('%j names both', (q) => {
  expect(serialsIn(q)).toEqual([range, unit])
})

test.each([
  '',
  '42',
  'one-two',
  '-1',
  '3ZZ9M-J4985',
  'SAMPLE-KE-1-2021-1',
  'SAMPLE-KE-1-2021-1-1-2-3',
  '8164-1-9428-VCS-VCU-1519-VER-BR-14-1654-15122013-14122015-0',
])('%j is no serial number', (q) => {
  expect(firstSerialIn(q)).toBeNull()
})

test('a claim is found by its number and by the number of its certificate, however it is typed', () => {
  expect(claimNumberIn('42')).toBe('42')
  expect(claimNumberIn('c-000042')).toBe('000042')
  expect(claimNumberIn('C 000 042')).toBe('000042')
  expect(claimNumberIn('c42')).toBe('42')
  expect(claimNumberIn('C-')).toBeNull()
  expect(claimNumberIn('D-42')).toBeNull()
  for (const q of [
    '21,242',
    '21 242',
    '21.242',
    '21\u00a0242',
    'Claim 21,242',
    'Claim number: 21242',
    'Retrait n° 21242',
    'Dai na. 21242',
  ])
    expect([q, claimNumberIn(q)]).toEqual([q, '21242'])
  for (const q of ['Wind 2015', 'VCS 1654', '1.5', 'VM0015']) expect([q, claimNumberIn(q)]).toEqual([q, null])
})

test.each(['7K3QD-9XW2M', '7k3qd-9xw2m', '7K3QD 9XW2M', ' 7k3qd9xw2m ', 'Verify code: 7K3QD-9XW2M', '“7K3QD−9XW2M”.'])(
  '%j is a verify code',
  (q) => {
    expect(verifyCodeIn(q)).toBe('7K3QD-9XW2M')
  },
)

test('a project is found by its number, as its page writes it', () => {
  for (const q of ['5266', 'Project ID 5266', 'Projet 5266', 'Mradi 5266', '5,266'])
    expect(projectNumberIn(q)).toBe(5266)
  expect(projectNumberIn('VCS 5266')).toBeNull()
})

const origin = '8164-1-9428-VCS-VCU-1519-VER-BR-14-1654-15122013-14122015-0'

test('a serial number of another registry is its parts, whatever stands between them', () => {
  expect(originSerialsIn('8164 1 9428 vcs–vcu')).toEqual(['8164-1-9428-VCS-VCU'])
  expect(originSerialsIn('wind farm 2015')).toEqual([])
  expect(originSerialsIn(`Serial: ${origin}.`)).toEqual([origin])
  expect(originSerialsIn(`${origin}\n8164-1-10`)).toEqual([origin, '8164-1-10'])
  expect(parseOriginRange(origin)).toEqual({
    batch: '8164',
    first: '1',
    last: '9428',
    rest: 'VCS-VCU-1519-VER-BR-14-1654-15122013-14122015-0',
  })
  expect(parseOriginRange('8164-1-10')).toBeNull()
})

test('a hash is the same with and without its prefix, its label and what surrounds it', () => {
  const digits = 'ab'.repeat(32)
  const typed = [
    `0x${digits.toUpperCase()}`,
    ` ${digits}`,
    `SHA-256: ${digits}.`,
    `"${digits}"`,
    `${digits.slice(0, 30)}\u200b${digits.slice(30)}`,
  ]
  expect(typed.map(hashIn)).toEqual(typed.map(() => digits))
  expect(hashIn(digits.slice(1))).toBeNull()
})

test.each([
  ['https://registry.example/claims?key=01a2-b', { kind: 'claim', id: '01a2-b' }],
  ['“https://registry.example/claims?key=01a2-b”.', { kind: 'claim', id: '01a2-b' }],
  ['<http://localhost:3000/claims?record=01a2>', { kind: 'transaction', id: '01a2' }],
  ['/collection/project?key=sample:green-hills:01a2&tab=items', { kind: 'project', id: '01a2' }],
  ['https://registry.example/collection/project?key=sample%3Agreen-hills%3A01a2', { kind: 'project', id: '01a2' }],
  ['https://registry.example/embed/claim?key=01a2', { kind: 'claim', id: '01a2' }],
  ['https://registry.example/claims', null],
  ['01a2-b', null],
] as const)('%j is the address of %j', (q, found) => {
  expect(addressIn(q)).toEqual(found)
})

test('an id is found in quotes and with a full stop', () => {
  expect(['"01a2-b".', ' 01a2-b\u200b', '01a2-b'].map(idIn)).toEqual(['01a2-b', '01a2-b', '01a2-b'])
})
