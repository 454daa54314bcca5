import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { History } from '#shared/contract/history.ts'
import { HistorySection } from './history-section.tsx'

function added(at: string, ...files: string[]): History['items'][number] {
  const by = { actorName: 'Asha Mwangi', account: 'Taita Hills Cooperative' }
  return { at, act: 'measurement.document', ...by, reason: null, about: null, files }
}

function shown(...items: History['items']) {
  const read = {
    data: { items },
    error: undefined,
    slow: false,
    fetching: false,
    isEarlier: false,
    retry: () => undefined,
  }
  render(<HistorySection read={read} subject="Taita Hills" />)
  return screen.getAllByRole('listitem').map((line) => line.querySelector('p')?.textContent)
}

test('documents added one after the other are one line that says how many', () => {
  expect(shown(added('2026-11-01T08:00:00Z', 'a.csv'), added('2026-11-01T08:01:00Z', 'b.csv'))).toEqual([
    'Asha Mwangi (Taita Hills Cooperative) added 2 documents to the measurement of Taita Hills.',
  ])
})

test('one document is one', () => {
  expect(shown(added('2026-11-01T08:00:00Z', 'a.csv'))).toEqual([
    'Asha Mwangi (Taita Hills Cooperative) added a document to the measurement of Taita Hills.',
  ])
})
