import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Loaded } from './states.tsx'

const read = { data: undefined, error: undefined, isEarlier: false, slow: false, retry: () => {} }

function shown(
  from: Omit<typeof read, 'data' | 'error'> & { data: string | undefined; error: Error | undefined },
): string {
  const { container } = render(<Loaded from={from}>{(data) => <p>{data}</p>}</Loaded>)
  return container.textContent
}

test('what takes long says so, above what an earlier query found too', () => {
  expect(shown(read)).toBe('Loading…')
  expect(shown({ ...read, slow: true })).toBe('This is taking longer than usual. Still trying.Loading…')
  expect(shown({ ...read, data: 'Baobab' })).toBe('Baobab')
  const earlier = { ...read, data: 'Acacia', isEarlier: true }
  expect(shown(earlier)).toBe('Searching …Acacia')
  expect(shown({ ...earlier, slow: true })).toBe('This is taking longer than usual. Still trying.Acacia')
})

test('what failed says so, and can be tried again', () => {
  expect(shown({ ...read, error: new Error('offline') })).toContain('An error occurred while fetching the data.')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
