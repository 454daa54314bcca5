import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CopyCode, CopyText } from './copy-text.tsx'

const hash = '3f1e0c9a7b5d4e2f8a6c1b0d9e7f5a3c3f1e0c9a7b5d4e2f8a6c1b0d9e7f5a3c'

/** Stands in for the browser's clipboard, which user-event provides. */
function clipboard(isAllowed: boolean) {
  const person = userEvent.setup()
  if (!isAllowed) navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))
  return person
}

test('each button is named by what it copies, long texts by their beginning and end', () => {
  render(
    <>
      <CopyText text="C-021242" />
      <CopyText text={hash} shown="3f1e0c9a…" />
      <CopyCode code="taita">Taita Hills Cooperative</CopyCode>
    </>,
  )
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Copy: C-021242',
    'Copy: 3f1e0c9a7b5d4e2f8a6c1b0d…9e7f5a3c',
    'Copy: taita',
  ])
})

test('a copied text is whole, is read out, and keeps the name of its button', async () => {
  const person = clipboard(true)
  render(<CopyText text={hash} shown="3f1e0c9a…" />)
  const status = screen.getByRole('status')
  expect(status.textContent).toBe('')
  await person.click(screen.getByRole('button', { name: /^Copy: / }))
  await waitFor(() => expect(status.textContent).toBe('Copied'))
  expect(await navigator.clipboard.readText()).toBe(hash)
  expect(screen.getByRole('button', { name: /^Copy: / })).toBe(document.activeElement)
})

test('a refused copy says what to do instead', async () => {
  const person = clipboard(false)
  render(<CopyText text="C-021242" />)
  await person.click(screen.getByRole('button'))
  await screen.findByText('Copying was refused. Select the text.')
})
