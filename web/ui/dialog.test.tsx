import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ConfirmDialog, Dialog } from './dialog.tsx'

function Sample({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="A new name" busy={busy}>
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

async function opened(sample = <Sample />) {
  render(sample)
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  return screen.getByRole('dialog', { name: 'A new name' })
}

test('a dialog starts at its first field, closes on Escape, and gives focus back to what opened it', async () => {
  await opened()
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' }))
})

test('a dialog without fields starts at its title, and one that asks is described by its question', () => {
  const nothing = () => undefined
  const { unmount } = render(
    <Dialog open onClose={nothing} title="Who decides" description="These people may decide.">
      <p>Nobody yet.</p>
    </Dialog>,
  )
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Who decides' }))
  screen.getByRole('dialog', { name: 'Who decides', description: 'These people may decide.' })
  unmount()

  const act = async () => null
  render(<ConfirmDialog open onClose={nothing} onConfirm={act} title="Delete" question="Delete it?" confirm="Delete" />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  screen.getByRole('dialog', { name: 'Delete', description: 'Delete it?' })
})

test('a press outside closes it, a press inside does not', async () => {
  const dialog = await opened()
  await userEvent.click(screen.getByRole('heading', { name: 'A new name' }))
  expect(screen.queryByRole('dialog')).not.toBeNull()
  await userEvent.click(dialog)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what was typed is not thrown away without a question', async () => {
  const dialog = await opened()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Green Hills')
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep writing' }))
  await userEvent.keyboard('{Enter}')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Green Hills')

  await userEvent.click(dialog)
  expect(screen.queryByRole('textbox')).toBeNull()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('textbox')).not.toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('while its act is under way it stays', async () => {
  const dialog = await opened(<Sample busy />)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog)
  expect(screen.queryByRole('dialog')).not.toBeNull()
})

test.each([
  ['closes after an act that was done', 'done', 1],
  ['stays after an act that failed', null, 0],
])('a question %s', async (_, reply, closed) => {
  let closings = 0
  render(
    <ConfirmDialog
      open
      onClose={() => closings++}
      onConfirm={async () => reply}
      title="Delete"
      question="Delete it?"
      confirm="Delete it"
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete it' }))
  expect(closings).toBe(closed)
})
