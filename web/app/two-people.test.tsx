import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Account } from '#shared/contract/accounts.ts'
import { type Caps as CapsOf, readCaps } from '#shared/contract/caps.ts'
import { endpoints } from '#shared/contract/index.ts'
import type { Measurement } from '#shared/contract/measurements.ts'
import type { MethodologyVersion } from '#shared/contract/methodologies.ts'
import type { Overlap } from '#shared/contract/overlaps.ts'
import { type Protection as Rules, readProtection } from '#shared/contract/pending.ts'
import type { Project } from '#shared/contract/projects.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { changeSettings, type Settings } from '#shared/contract/settings.ts'
import type { Task } from '#shared/contract/tasks.ts'
import type { User } from '#shared/contract/users.ts'
import type { Verification } from '#shared/contract/verifications.ts'
import { EditAccountButton } from '#web/domain/edit-account.tsx'
import { RescheduleMeasurement } from '#web/features/measurements/reschedule-measurement.tsx'
import { AllowProviders } from '#web/features/methodologies/allow-providers.tsx'
import { EditMethodology } from '#web/features/methodologies/edit-methodology.tsx'
import { Caps } from '#web/features/profile/caps.tsx'
import { Protection } from '#web/features/profile/protection.tsx'
import { ProjectOverlaps } from '#web/features/projects/project-overlaps.tsx'
import { ProjectSettings } from '#web/features/projects/project-settings.tsx'
import { StatementForm } from '#web/features/projects/statement-form.tsx'
import { SettingsForm } from '#web/features/registry-settings/settings-form.tsx'
import { AssignTask } from '#web/features/tasks/assign-task.tsx'
import { EditUser } from '#web/features/users/edit-user.tsx'
import { PlanVisit } from '#web/features/verifications/plan-visit.tsx'
import { formatOf } from '#web/lib/format.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'

/**
 * Every edit form with a concurrent change of the same fact: it shows both values, and the second save sends either.
 */
type Change = { path: string; body: { was: Record<string, unknown> } & Record<string, unknown> }
let sent: Change[] = []
let meanwhile: { field: string; now: unknown; names: Record<string, string> } | null = null
let items: unknown[] = []
/** The server answers changes after this. */
let answering: Promise<void> = Promise.resolve()

const overlap: Overlap = {
  tenantId: 't',
  registry: 'Sample',
  projectId: 'other',
  projectKey: 't:b:other',
  projectName: 'Reeds',
  proponent: 'B',
  type: '',
  country: 'KE',
  status: 'active',
  startDate: null,
  endDate: null,
  matches: [],
  distanceKm: 1,
  hindersApproval: false,
  decision: { verdict: 'none', reason: 'Apart.', decidedBy: 'x', decidedAt: '2026-01-01T00:00:00.000Z' },
  decidedThereAt: null,
  acts: ['decide'],
}

beforeAll(async () => {
  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', body = '' }: { method?: string; body?: string } = {}) => {
      if (address === '/config.json') return new Response(JSON.stringify(siteConfig.parse(testSite)))
      if (address === readCaps.path && method === 'GET') return new Response(JSON.stringify(caps))
      if (address === readProtection.path && method === 'GET') return new Response(JSON.stringify(protection))
      if (method === 'GET') return new Response(JSON.stringify({ items, total: items.length, nextCursor: null }))
      sent.push({ path: address, body: JSON.parse(body) })
      await answering
      if (meanwhile === null)
        return new Response(JSON.stringify(address.startsWith(changeSettings.path) ? settings : project))
      const { field, now, names } = meanwhile
      meanwhile = null
      const conflict = { now, names, by: 'Asha Juma', at: '2026-11-26T03:00:00.000Z' }
      const details = [{ path: field, message: 'was changed', meanwhile: conflict }]
      return new Response(JSON.stringify({ code: 'changed_meanwhile', message: 'Changed.', details }), { status: 409 })
    },
  )
  await loadSiteConfig()
})
beforeEach(() => {
  ;[sent, meanwhile, items] = [[], null, []]
  localStorage.clear()
})

const part = <Record,>(facts: Partial<Record>) => facts as Record
const project = part<Project>({
  projectId: 'p',
  projectKey: 't:a:p',
  projectName: 'Mangroves',
  description: 'Trees.',
  region: 'Kwale',
  location: '',
  sustainabilityStatement: 'As before.',
  status: 'draft',
  methodologyId: 'm',
  methodology: 'Soil',
  measurementProvider: null,
  verificationProvider: null,
  startDate: '2024-01-01',
  endDate: '2030-01-01',
  country: 'KE',
  type: '',
  sector: '',
  mitigation: null,
  longitude: null,
  latitude: null,
  area: null,
  annualEstimate: null,
  sdgs: [],
  originRegistry: '',
  originId: '',
  standard: '',
})
const methodology = part<MethodologyVersion>({
  methodologyId: 'm',
  name: 'Soil',
  version: '1',
  description: 'Cores.',
  measurementEvidence: [],
  verificationEvidence: [],
  providers: [{ accountId: 'lab', name: 'Lake Laboratory', kind: 'measurement provider' }],
})
const words = {
  name: 'Registry',
  tagline: '',
  about: '',
  assetName: 'Unit',
  assetNamePlural: 'Units',
  contactAddress: '',
}
const settings = part<Settings>({
  ...words,
  owner: 'One',
  contactEmail: 'a@registry.test',
  accent: '#000000',
  enableMarketplace: false,
  openRegistration: true,
  languageSelection: true,
  claimsOfStoppedProjects: true,
  transfersOfStoppedProjects: true,
  secondFactorFor: 'nobody',
  stepUp: 'off',
  stepUpFactorFrom: null,
  signInStates: { time: true, strength: true },
  approvalFrom: null,
  acceptsTransfers: false,
  undoClaimsMinutes: 0,
  undoTransfersMinutes: 0,
  texts: { fr: words, sw: words },
  limits: { imageBytes: null, documentBytes: null, projectDocuments: null, accountUsers: null, periodMonths: null },
  projectTypes: null,
  projectTypeNames: { fr: {}, sw: {} },
  setByDeployment: [],
  version: 1,
})
const protection: Rules = {
  own: { approvalFrom: null, acceptsTransfers: false },
  registry: { approvalFrom: null, acceptsTransfers: false, undoClaimsMinutes: 10, undoTransfersMinutes: 0 },
}
const caps: CapsOf = {
  own: { dailyCap: null, newRecipientCap: null, onlyListed: false },
  registry: { dailyCap: null },
  usedToday: 0,
  coming: [],
}
const done = () => undefined
/** As queries by text see spaces. */
const day = (date: string) => formatOf('en').date(date).replaceAll('\u00a0', ' ')

type Case = {
  form: ReactNode
  /** Names of the buttons that open and submit the form; `send` is the last button with its name. */
  open?: string
  send: string
  call: string
  type: () => void | Promise<void>
  /** The fact, its label, and both people's values. */
  fact: string
  label: string
  mine: [value: unknown, shown: string]
  theirs: [value: unknown, shown: string]
  names?: Record<string, string>
  reads?: unknown[]
  groups?: string[]
}

const fill = (label: string | RegExp, value: string) => () =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } })

const cases: Record<string, Case> = {
  'the settings of a project': {
    form: <ProjectSettings project={project} />,
    send: 'Save',
    call: 'updateProject',
    type: fill('Description', 'Mangroves.'),
    fact: 'description',
    label: 'Description',
    mine: ['Mangroves.', 'Mangroves.'],
    theirs: ['Reefs.', 'Reefs.'],
  },
  'the statement of a project': {
    form: <StatementForm project={project} onDone={done} />,
    send: 'Save',
    call: 'updateProject',
    type: fill('Sustainability statement', 'Jobs.'),
    fact: 'sustainabilityStatement',
    label: 'Sustainability statement',
    mine: ['Jobs.', 'Jobs.'],
    theirs: ['Water.', 'Water.'],
  },
  'an organisation': {
    form: (
      <EditAccountButton
        account={part<Account>({
          accountId: 'a',
          name: 'Hills',
          country: 'KE',
          registrationNumber: null,
          website: null,
          statusReason: null,
          acts: ['edit'],
        })}
      />
    ),
    open: 'Edit',
    send: 'Save',
    call: 'updateAccount',
    type: fill(/^Website/, 'https://one.test'),
    fact: 'website',
    label: 'Website',
    mine: ['https://one.test', 'https://one.test'],
    theirs: ['https://two.test', 'https://two.test'],
  },
  'the protection of an account': {
    form: <Protection accountId="a" />,
    groups: ['t|a|General', 't|a|AccountAdmin'],
    open: 'Change the protection',
    send: 'Save',
    call: 'changeProtection',
    type: fill(/^A second person approves from/, '500'),
    fact: 'approvalFrom',
    label: 'Second person from',
    mine: [500, '500'],
    theirs: [900, '900'],
  },
  'the caps of an account': {
    form: <Caps accountId="a" />,
    groups: ['t|a|General', 't|a|AccountAdmin'],
    open: 'Change the limits',
    send: 'Save',
    call: 'changeCaps',
    type: fill(/^One person moves/, '500'),
    fact: 'dailyCap',
    label: 'Limit for one person',
    mine: [500, '500'],
    theirs: [900, '900'],
  },
  'a user': {
    form: (
      <EditUser
        user={part<User>({
          username: 'u',
          email: 'amina@registry.test',
          firstName: 'Amina',
          lastName: 'Said',
          role: 'General',
          status: 'ACTIVE',
        })}
        onClose={done}
      />
    ),
    send: 'Save',
    call: 'updateUser',
    type: fill('First name', 'Aminata'),
    fact: 'firstName',
    label: 'First name',
    mine: ['Aminata', 'Aminata'],
    theirs: ['Aminah', 'Aminah'],
  },
  'a methodology': {
    form: <EditMethodology methodology={methodology} onClose={done} />,
    send: 'Edit',
    call: 'updateMethodology',
    type: fill(/^Description/, 'Biomass.'),
    fact: 'description',
    label: 'Description',
    mine: ['Biomass.', 'Biomass.'],
    theirs: ['Peat.', 'Peat.'],
  },
  'the providers of a methodology': {
    form: <AllowProviders methodology={methodology} onClose={done} />,
    send: 'Choose providers',
    call: 'allowProviders',
    type: () => void fireEvent.click(screen.getByRole('button', { name: 'Take Lake Laboratory off the list' })),
    fact: 'accountIds',
    label: 'Providers',
    mine: [[], 'nothing'],
    theirs: [['river'], 'River Laboratory'],
    names: { 'account:river': 'River Laboratory' },
  },
  'the plan of a measurement': {
    form: (
      <RescheduleMeasurement
        measurement={part<Measurement>({ measurementId: 'm', accountId: 'lab', account: 'Lake', dueDate: null })}
      />
    ),
    open: 'Change provider or due date',
    send: 'Change provider or due date',
    call: 'rescheduleMeasurement',
    type: fill(/^Due/, '2027-03-01'),
    fact: 'dueDate',
    label: 'Due',
    mine: ['2027-03-01', day('2027-03-01')],
    theirs: ['2027-04-01', day('2027-04-01')],
  },
  'a visit': {
    form: (
      <PlanVisit
        verification={part<Verification>({ verificationId: 'o', visitStart: '2027-01-01', visitEnd: '2027-01-09' })}
      />
    ),
    open: 'Set the site visit',
    send: 'Set the site visit',
    call: 'planVisit',
    type: fill(/^First day/, '2027-01-02'),
    fact: 'visitStart',
    label: 'First day on site',
    mine: ['2027-01-02', day('2027-01-02')],
    theirs: ['2027-01-03', day('2027-01-03')],
  },
  'the decision about an overlap': {
    form: <ProjectOverlaps project={project} />,
    reads: [overlap],
    open: 'Decide about Reeds',
    send: 'Decide',
    call: 'decideOverlap',
    type: fill('Reason', 'Two bays.'),
    fact: 'reason',
    label: 'Reason',
    mine: ['Two bays.', 'Two bays.'],
    theirs: ['One bay.', 'One bay.'],
  },
  'who has a task': {
    form: (
      <AssignTask
        task={part<Task>({
          kind: 'project.submit',
          subjectId: 'p',
          name: 'Mangroves',
          assignee: { username: 'amina', name: 'Amina Said' },
        })}
        onClose={done}
      />
    ),
    send: 'Assign the task',
    call: 'assignTask',
    type: fill(/^Colleague/, ''),
    fact: 'username',
    label: 'Assigned to',
    mine: [null, 'nothing'],
    theirs: ['baraka', 'Baraka Otieno'],
    names: { 'user:baraka': 'Baraka Otieno' },
  },
  'the settings of a registry': {
    form: <SettingsForm latest={settings} />,
    send: 'Save',
    call: 'changeSettings',
    type: fill(/^Owner/, 'Of one'),
    fact: 'owner',
    label: 'Owner',
    mine: ['Of one', 'Of one'],
    theirs: ['Of the other', 'Of the other'],
  },
}

test('what is typed while a form is saved stays, and is sent by the next save', async () => {
  let answer = () => {}
  answering = new Promise((resolve) => {
    answer = resolve
  })
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn()}>
          <SettingsForm latest={settings} />
        </SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
  fill(/^Owner/, 'First')()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  fill(/^Owner/, 'Second')()
  answer()
  const save = screen.getByRole('button', { name: 'Save' })
  await waitFor(() => expect(save.getAttribute('aria-disabled')).not.toBe('true'))
  fireEvent.click(save)
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent.map(({ body }) => body.owner)).toEqual(['First', 'Second'])
})

test('every call that takes what the facts were has its forms below', () => {
  const edits = endpoints.filter(({ body }) => 'was' in Object(Object(body).shape)).map(({ name }) => name)
  expect([...new Set(Object.values(cases).map(({ call }) => call))].sort()).toEqual(edits.sort())
})

const each = Object.keys(cases).flatMap((name) => (['mine', 'theirs'] as const).map((whose) => [name, whose] as const))
test.each(each)('%s: both values are shown, and %s can be kept', async (name, whose) => {
  const { form, reads = [], open, send, type, fact, label, mine, theirs, names = {}, groups } = cases[name]!
  items = reads
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn('amina', groups)}>{form}</SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
  if (open) fireEvent.click(await screen.findByRole('button', { name: open }))
  await type()
  meanwhile = { field: fact, now: theirs[0], names }
  const press = () => void fireEvent.click(screen.getAllByRole('button', { name: send }).at(-1)!)
  press()
  const conflict = within(await screen.findByRole('region', { name: label }))
  expect(conflict.getByText(mine[1])).toBeDefined()
  expect(conflict.getByText(theirs[1])).toBeDefined()
  expect(conflict.getByText(/Saved now · Asha Juma/)).toBeDefined()
  expect(sent[0]?.body[fact]).toEqual(mine[0])

  const button = whose === 'mine' ? `Keep mine: ${label}` : `Take the saved value: ${label}`
  fireEvent.click(conflict.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.queryByRole('region', { name: label })).toBeNull())
  press()
  if (whose === 'mine') {
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(sent[1]?.body[fact]).toEqual(mine[0])
    expect(sent[1]?.body.was[fact]).toEqual(theirs[0])
  } else if (sent.length > 1) {
    expect(sent[1]?.body[fact] ?? theirs[0]).toEqual(theirs[0])
  }
})
