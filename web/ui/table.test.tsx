import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type Column, Table } from './table.tsx'

interface Tree {
  name: string
  height: number | null
}

const trees: Tree[] = [
  { name: 'Baobab', height: 20 },
  { name: 'Acacia', height: null },
]
const columns: Column<Tree>[] = [
  { label: 'Name', sort: 'name', cell: ({ name }) => name },
  { label: 'Height', figure: true, cell: ({ height }) => height },
]

function tableOf(sort?: string, onSort?: (sort: string) => void) {
  render(<Table label="Trees" columns={columns} rows={trees} keyOf={({ name }) => name} sort={sort} onSort={onSort} />)
  return within(screen.getByRole('table', { name: 'Trees' }))
}

test('a table has a header for each column, a row for each item, and the first cell names the row', () => {
  const table = tableOf()
  expect(table.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['Name', 'Height'])
  const [, baobab] = table.getAllByRole('row')
  if (!baobab) throw new Error('The first row is missing.')
  expect(within(baobab).getByRole('rowheader').textContent).toBe('Baobab')
  expect(within(baobab).getByRole('cell').textContent).toContain('20')
})

test('a cell without a value says so with a dash', () => {
  const acacia = tableOf().getByRole('row', { name: /Acacia/ })
  expect(within(acacia).getByRole('cell').textContent).toContain('–')
})

test('a header sorts upwards first, then downwards, and says how the rows are sorted', async () => {
  const sorts: string[] = []
  const table = tableOf('name', (sort) => sorts.push(sort))
  expect(table.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  expect(table.queryByRole('button', { name: 'Height' })).toBeNull()
  await userEvent.click(table.getByRole('button', { name: 'Name' }))
  expect(sorts).toEqual(['-name'])
})
