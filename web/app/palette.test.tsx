import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { paths } from '#shared/rules/paths.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { Palette } from './palette.tsx'

function Address() {
  return <p data-testid="address">{useLocation().pathname}</p>
}

const address = () => screen.getByTestId('address').textContent

async function opened() {
  vi.stubGlobal('fetch', async () => Response.json(testSite))
  await loadSiteConfig()
  const onClose = vi.fn()
  render(
    <MemoryRouter>
      <SignInContext value={testSignIn()}>
        <Palette onClose={onClose} />
        <Address />
      </SignInContext>
    </MemoryRouter>,
  )
  return { onClose, field: screen.getByRole('combobox') }
}

test('typing limits the pages, and Enter opens the first', async () => {
  const { onClose, field } = await opened()
  const all = screen.getAllByRole('option').length
  await userEvent.type(field, 'z')
  expect(screen.queryAllByRole('option')).toEqual([])
  expect(screen.queryByText('Nothing matches.')).not.toBeNull()
  await userEvent.clear(field)
  expect(screen.getAllByRole('option')).toHaveLength(all)
  await userEvent.type(field, 'contact{Enter}')
  expect(onClose).toHaveBeenCalledOnce()
  expect(address()).toBe(paths.contact)
})

test('Escape closes it', async () => {
  const { onClose } = await opened()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})
