import { createServer } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Measurement } from '#shared/contract/measurements.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import type { Verification } from '#shared/contract/verifications.ts'
import { SubmitMeasurement } from '#web/features/measurements/submit-measurement.tsx'
import { DecideVerification } from '#web/features/verifications/decide-verification.tsx'
import { MintDialog } from '#web/features/verifications/mint-dialog.tsx'
import { StateYears } from '#web/features/verifications/state-years.tsx'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'

/** Forms for a period across calendar years. */
const byYear = [
  { year: 2023, quantity: 40 },
  { year: 2024, quantity: 60 },
]
const outcome = {
  tenantId: 't',
  projectId: 'p',
  projectKey: 't:a:p',
  project: 'Mangroves',
  accountId: 'v',
  account: 'V',
  methodologyId: null,
  methodology: null,
  methodologyVersion: null,
  measurementId: 'm',
  periodStart: '2023-07-01',
  periodEnd: '2024-06-30',
  dueDate: null,
  created: '2026-01-01T00:00:00.000Z',
}
const measurement: Measurement = {
  ...outcome,
  overdue: false,
  quantity: null,
  byYear: null,
  parts: null,
  note: '',
  status: 'in progress',
  statusReason: null,
  verificationId: null,
  acts: ['submit'],
}
const verification: Verification = {
  ...outcome,
  verificationId: 'o',
  measured: 100,
  measuredByYear: byYear,
  quantity: null,
  byYear: null,
  quantityReason: null,
  issued: 0,
  available: 0,
  declaration: '',
  startedAt: null,
  visitStart: null,
  visitEnd: null,
  openFindings: 0,
  statement: '',
  status: 'in progress',
  decidedAt: null,
  acts: ['verify', 'refuse'],
}
const verified: Verification = {
  ...verification,
  status: 'verified',
  quantity: 100,
  available: 90,
  issued: 10,
  byYear: byYear.map((of) => ({ ...of, issued: of.year === 2023 ? 10 : 0 })),
  acts: ['mint'],
}

const files = {
  items: [{ documentId: 'd', subjectKind: 'verification', type: 'Verification', isNewest: true, checks: [] }],
  seesChecks: true,
  acts: [],
}

const sent: { path: string; body: unknown }[] = []
const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const path = request.url ?? ''
    if (path === '/config.json') return response.end(JSON.stringify(siteConfig.parse(testSite)))
    if (path.endsWith('/files')) return response.end(JSON.stringify(files))
    if (request.method === 'GET') return response.end(JSON.stringify({ items: [verified], total: 1, nextCursor: null }))
    sent.push({ path, body: JSON.parse(Buffer.concat(parts).toString()) })
    return response.end(JSON.stringify({ transactionId: 'x', quantity: 65 }))
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
  localStorage.clear()
})

const show = (form: ReactNode) =>
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn()}>{form}</SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
async function type(name: string, text: string) {
  await userEvent.clear(field(name))
  await userEvent.type(field(name), text)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function send(name: string) {
  const before = sent.length
  await press(name)
  await waitFor(() => expect(sent.length).toBe(before + 1))
  return sent.at(-1)?.body
}
const done = () => undefined

test('a measurement of two calendar years asks for both and adds them up', async () => {
  show(<SubmitMeasurement measurement={measurement} onDone={done} />)
  await type('Quantity of 2023', '40')
  await press('Submit')
  expect(await screen.findByText('Quantity of 2024: Required')).toBeDefined()
  await type('Quantity of 2024', '1,060')
  expect(screen.getByText('Total: 1,100')).toBeDefined()
  expect(await send('Submit')).toEqual({
    quantity: 1_100,
    byYear: [byYear[0], { year: 2024, quantity: 1_060 }],
    note: '',
  })
})

test('years beside the parts of a quantity have to add up to its net', async () => {
  show(<SubmitMeasurement measurement={measurement} onDone={done} />)
  await press('Calculate the quantity from its parts')
  const parts = {
    'Gross outcome': '120',
    Baseline: '10',
    Leakage: '10',
    'Deduction for uncertainty, in thousandths': '0',
  }
  for (const [name, figure] of Object.entries(parts)) await type(name, figure)
  await type('Quantity of 2023', '40')
  await type('Quantity of 2024', '59')
  expect(screen.getByText('Total: 99 of 100')).toBeDefined()
  await press('Submit')
  expect(await screen.findByText('The years must add up to the total quantity.')).toBeDefined()
  await type('Quantity of 2024', '60')
  expect(await send('Submit')).toMatchObject({ quantity: 100, byYear })
})

test('a measurement within one year asks for its quantity alone', async () => {
  show(<SubmitMeasurement measurement={{ ...measurement, periodStart: '2024-01-01' }} onDone={done} />)
  await type('Measured quantity', '7')
  expect(await send('Submit')).toEqual({ quantity: 7, note: '' })
})

test('a measurement within one year that was sent back is submitted again by its parts', async () => {
  const parts = { gross: 9, baseline: 1, leakage: 1, uncertainty: 0 }
  const sentBack = {
    ...measurement,
    periodStart: '2024-01-01',
    quantity: 7,
    byYear: [{ year: 2024, quantity: 7 }],
    parts,
  }
  show(<SubmitMeasurement measurement={sentBack} onDone={done} />)
  await type('Leakage', '2')
  expect(await send('Submit')).toEqual({ quantity: 6, parts: { ...parts, leakage: 2 }, note: '' })
})

test('an opinion is given year by year, of each at most what was measured, with a reason for less', async () => {
  show(<DecideVerification verification={verification} onDone={done} />)
  await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Verified')
  await type('Quantity of 2023', '41')
  await type('Quantity of 2024', '50')
  await type('Statement', 'In order.')
  expect(screen.getByText('Above the measured quantity. At most: 2023: 40')).toBeDefined()
  await press('Review before signing')
  expect(await screen.findByText('Quantity of 2023: Enter 40 or less.')).toBeDefined()
  await type('Quantity of 2023', '40')
  await type('Why less than was measured', 'Ten were counted twice.')
  await press('Review before signing')
  expect(await screen.findByText('−10 (−10 %)')).toBeDefined()
  expect(await screen.findByText('0 of 0')).toBeDefined()
  expect(await send('Sign the opinion')).toEqual({
    outcome: 'verified',
    quantity: 90,
    byYear: [byYear[0], { year: 2024, quantity: 50 }],
    quantityReason: 'Ten were counted twice.',
    statement: 'In order.',
  })
})

test('the years of an opinion without them have to add up to what it verifies', async () => {
  show(<StateYears verification={{ ...verified, byYear: null, issued: 0 }} onDone={done} />)
  await type('Quantity of 2023', '40')
  await type('Quantity of 2024', '61')
  await press('State the years')
  expect(await screen.findByText('The years must add up to the total quantity.')).toBeDefined()
  await type('Quantity of 2024', '60')
  expect(await send('State the years')).toEqual({ byYear })
})

test('an issuance fills in what is left of each year, and sends what of each is issued', async () => {
  show(<MintDialog verification={verified} onClose={done} />)
  const [first, second] = await screen.findAllByRole<HTMLInputElement>('textbox')
  expect([first?.value, second?.value]).toEqual(['30', '60'])
  await userEvent.clear(second!)
  await userEvent.type(second!, '35')
  await press('Preview')
  expect(await screen.findByText('30, numbers 11 – 40 in the series; 0 left to issue')).toBeDefined()
  expect(screen.getByText('35, numbers 1 – 35 in the series; 25 left to issue')).toBeDefined()
  const item = {
    verificationId: 'o',
    quantity: 65,
    byYear: [
      { year: 2023, quantity: 30 },
      { year: 2024, quantity: 35 },
    ],
  }
  expect(await send('Mint now')).toEqual({ items: [item] })
})
