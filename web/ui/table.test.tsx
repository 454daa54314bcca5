import { fireEvent, render, screen, within } from '@testing-library/react'
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

test('a tick has its own cell, so that the name of its row is the name alone', async () => {
  const ticked: string[] = []
  const ticks = {
    nameOf: ({ name, height }: Tree) => (height === null ? null : `Choose ${name}`),
    isTicked: ({ name }: Tree) => ticked.includes(name),
    onChange: ({ name }: Tree) => ticked.push(name),
  }
  render(<Table label="Trees" columns={columns} rows={trees} keyOf={({ name }) => name} ticks={ticks} />)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['Baobab', 'Acacia'])
  const tick = screen.getByRole('checkbox', { name: 'Choose Baobab' })
  expect(tick.closest('th')).toBeNull()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  await userEvent.click(tick)
  expect(ticked).toEqual(['Baobab'])
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

test('a column that falls as its sort key rises says the direction that the reader sees', async () => {
  const sorts: string[] = []
  const waits: Column<Tree>[] = [{ label: 'Waiting', sort: 'since', isReversed: true, cell: ({ name }) => name }]
  render(
    <Table
      label="Waits"
      columns={waits}
      rows={trees}
      keyOf={({ name }) => name}
      sort="since"
      onSort={(sort) => sorts.push(sort)}
    />,
  )
  expect(screen.getByRole('columnheader', { name: 'Waiting' }).getAttribute('aria-sort')).toBe('descending')
  await userEvent.click(screen.getByRole('button', { name: 'Waiting' }))
  expect(sorts).toEqual(['-since'])
})

test('a text that is cut is shown whole as the tooltip of its row', () => {
  const row = tableOf().getByRole('row', { name: /Baobab/ })
  const text = within(row).getByText('Baobab')
  text.getBoundingClientRect = () => new DOMRect(0, 0, 40, 20)
  const width = (name: 'scrollWidth' | 'clientWidth', value: number) =>
    Object.defineProperty(text, name, { value, configurable: true })
  width('clientWidth', 40)
  width('scrollWidth', 90)
  fireEvent.pointerMove(row, { clientX: 10 })
  expect(row.title).toBe('Baobab')
  fireEvent.pointerMove(row, { clientX: 60 })
  expect(row.title).toBe('')
  width('scrollWidth', 40)
  fireEvent.pointerMove(row, { clientX: 10 })
  expect(row.title).toBe('')
})
