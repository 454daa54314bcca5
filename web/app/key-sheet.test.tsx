import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { SignInContext } from '#web/lib/sign-in.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { KeySheetButton } from './key-sheet-button.tsx'
import './key-sheet.tsx'

const title = { name: 'Keyboard shortcuts' }
/** The sheet loads on demand. */
const sheet = () => screen.findByRole('dialog', title, { timeout: 10_000 })

function open(target: Element): void {
  fireEvent.keyDown(target, { key: '?' })
}

test('"?" opens the shortcuts, and Escape closes them', async () => {
  render(
    <SignInContext value={testSignIn()}>
      <KeySheetButton className="" />
    </SignInContext>,
  )
  open(document.body)
  const opened = await sheet()
  expect(opened.textContent).toContain('CtrlK')
  fireEvent(opened, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('"?" in a field is a letter', async () => {
  render(
    <SignInContext value={testSignIn()}>
      <input aria-label="Name" />
      <KeySheetButton className="" />
    </SignInContext>,
  )
  open(screen.getByRole('textbox'))
  expect(screen.queryByRole('dialog')).toBeNull()
  fireEvent.click(screen.getByRole('button', title))
  await sheet()
})
