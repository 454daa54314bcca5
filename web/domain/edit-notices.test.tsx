import { createServer } from 'node:http'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { updateProject } from '#shared/contract/projects.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { deleteDrafts } from '#web/lib/drafts.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { EditNotices } from './edit-notices.tsx'

const sent: unknown[] = []
let replies: [status: number, body: object][] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (request.url === '/config.json') return response.end(JSON.stringify(siteConfig.parse(testSite)))
    sent.push(JSON.parse(Buffer.concat(parts).toString()))
    const [status, body] = replies.shift() ?? [200, {}]
    return response.writeHead(status).end(JSON.stringify(body))
  })
})

const { fetch: fetchFrom } = globalThis
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  globalThis.fetch = (path, init) => fetchFrom(new URL(String(path), `http://127.0.0.1:${port}`), init)
  await loadSiteConfig()
})
afterAll(() => {
  globalThis.fetch = fetchFrom
  return new Promise((closed) => server.close(closed))
})
beforeEach(() => {
  sent.length = 0
  replies = []
  localStorage.clear()
})

type Facts = { description: string; region: string; longitude: number | null; latitude: number | null }
const facts: Facts = { description: 'Trees.', region: 'Kwale', longitude: 39, latitude: -4 }
const schema = z
  .strictObject({
    description: z.string().min(3),
    region: z.string(),
    longitude: z.number().nullable(),
    latitude: z.number().nullable(),
  })
  .partial()

function Sample({ now }: { now: Facts }) {
  const edit = useEditForm(updateProject, {
    subject: 'project:p',
    facts: now,
    schema,
    together: ['longitude', 'latitude'],
    refresh: [],
  })
  const field = fieldsOf(edit.form)
  return (
    <Form
      form={edit.form}
      refused={edit.refused}
      onSubmit={(body) => edit.save({ query: { projectKey: 't:a:p' }, body })}
    >
      <EditNotices edit={edit} of="project" />
      <TextField label="Words" {...field('description')} />
      <TextField label="Area of" {...field('region')} />
      <TextField label="East" {...field('longitude', { setValueAs: Number })} />
      <SubmitButton>Save</SubmitButton>
    </Form>
  )
}

function show(now = facts, who = 'amina') {
  const page = (of: Facts) => (
    <SWRConfig value={{ provider: () => new Map() }}>
      <SignInContext value={testSignIn(who)}>
        <Sample now={of} />
      </SignInContext>
    </SWRConfig>
  )
  const { rerender, unmount } = render(page(now))
  return { readAgain: (of: Facts) => rerender(page(of)), unmount }
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
async function type(name: string, text: string) {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}
async function save() {
  const before = sent.length
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent.length).toBe(before + 1))
}
const changedMeanwhile = (now: Partial<Facts>): [number, object] => [
  409,
  {
    code: 'changed_meanwhile',
    message: 'Somebody else changed the same facts.',
    details: Object.entries(now).map(([path, value]) => ({
      path,
      message: 'was changed',
      meanwhile: { now: value, names: {}, by: 'Asha Juma', at: '2026-11-26T03:00:00.000Z' },
    })),
  },
]

test('only what was changed is sent, with what it was when the form began, whatever is read meanwhile', async () => {
  const { readAgain } = show()
  await type('Words', 'Mangroves.')
  readAgain({ ...facts, description: 'By a colleague.', region: 'Lamu' })
  expect(field('Words').value).toBe('Mangroves.')
  await save()
  expect(sent).toEqual([{ description: 'Mangroves.', was: { description: 'Trees.' } }])
})

test('facts that say something only together are sent together', async () => {
  show()
  await type('East', '40')
  await save()
  expect(sent).toEqual([{ longitude: 40, latitude: -4, was: { longitude: 39, latitude: -4 } }])
})

test('both values are shown where somebody else was faster, and one’s own can be kept', async () => {
  show()
  await type('Words', 'Mangroves.')
  await type('Area of', 'Lamu')
  replies = [changedMeanwhile({ description: 'Reefs.' })]
  await save()
  const conflict = within(await screen.findByRole('region', { name: 'Description' }))
  expect(conflict.getByText('Mangroves.')).toBeDefined()
  expect(conflict.getByText('Reefs.')).toBeDefined()
  expect(conflict.getByText(/Saved now · Asha Juma/)).toBeDefined()
  await userEvent.click(conflict.getByRole('button', { name: 'Keep mine: Description' }))
  expect(screen.queryByRole('region', { name: 'Description' })).toBeNull()
  await save()
  const was = { description: 'Reefs.', region: 'Kwale' }
  expect(sent[1]).toEqual({ description: 'Mangroves.', region: 'Lamu', was })
})

test('or the other’s can be taken, and what else was typed stays', async () => {
  show()
  await type('Words', 'Mangroves.')
  await type('Area of', 'Lamu')
  replies = [changedMeanwhile({ description: 'Reefs.' })]
  await save()
  await userEvent.click(await screen.findByRole('button', { name: 'Take the saved value: Description' }))
  expect(field('Words').value).toBe('Reefs.')
  await save()
  expect(sent[1]).toEqual({ region: 'Lamu', was: { region: 'Kwale' } })
})

test('typed values are there at the next visit, marked as such, with the values that they began from', async () => {
  const { unmount } = show()
  await type('Words', 'Mangroves.')
  unmount()
  show({ ...facts, description: 'Reefs.', region: 'Lamu' })
  expect(screen.getByText('This form has what you typed before and did not send.')).toBeDefined()
  expect([field('Words').value, field('Area of').value]).toEqual(['Mangroves.', 'Lamu'])
  await save()
  expect(sent).toEqual([{ description: 'Mangroves.', was: { description: 'Trees.' } }])
})

test('discarding leads back to what is saved now, for good', async () => {
  const { unmount } = show()
  await type('Words', 'Mangroves.')
  unmount()
  const again = show({ ...facts, description: 'Reefs.' })
  await userEvent.click(screen.getByRole('button', { name: 'Discard it' }))
  expect(field('Words').value).toBe('Reefs.')
  again.unmount()
  show({ ...facts, description: 'Reefs.' })
  expect(screen.queryByText('This form has what you typed before and did not send.')).toBeNull()
})

test('saved values are removed from the draft, and nobody else finds a draft', async () => {
  const first = show()
  await type('Words', 'Mangroves.')
  first.unmount()
  const other = show(facts, 'baraka')
  expect(field('Words').value).toBe('Trees.')
  other.unmount()
  const again = show()
  await save()
  await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('edit.'))).toEqual([]))
  again.unmount()
  show()
  expect(field('Words').value).toBe('Trees.')
})

test('signing out takes away what was typed', async () => {
  const first = show()
  await type('Words', 'Mangroves.')
  first.unmount()
  deleteDrafts()
  show()
  expect(field('Words').value).toBe('Trees.')
})
