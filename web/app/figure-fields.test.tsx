import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Caps, readCaps } from '#shared/contract/caps.ts'
import type { Measurement } from '#shared/contract/measurements.ts'
import { updateProject } from '#shared/contract/projects.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import type { Verification } from '#shared/contract/verifications.ts'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import { MakeOffer } from '#web/features/market/make-offer.tsx'
import { SubmitMeasurement } from '#web/features/measurements/submit-measurement.tsx'
import { ChangeCaps } from '#web/features/profile/caps.tsx'
import { ChangeProtection } from '#web/features/profile/protection.tsx'
import { FactFields } from '#web/features/projects/further-fields.tsx'
import { PlaceField } from '#web/features/projects/place-field.tsx'
import { LimitFields } from '#web/features/registry-settings/look-fields.tsx'
import { MovementFields } from '#web/features/registry-settings/movement-fields.tsx'
import { settingsForm } from '#web/features/registry-settings/settings-values.ts'
import { StepUpFields } from '#web/features/registry-settings/step-up-fields.tsx'
import { DecideVerification } from '#web/features/verifications/decide-verification.tsx'
import { MintDialog } from '#web/features/verifications/mint-dialog.tsx'
import { StateYears } from '#web/features/verifications/state-years.tsx'
import { BurnDialog } from '#web/features/wallet/burn-dialog.tsx'
import { ClaimForm, useClaimForm } from '#web/features/wallet/claim-form.tsx'
import { TransferDialog } from '#web/features/wallet/transfer-dialog.tsx'
import { type FigureName, figures, marksOf, readFigure } from '#web/lib/figures.ts'
import { SignInContext } from '#web/lib/sign-in.ts'
import { loadSiteConfig } from '#web/lib/site-config.ts'
import { testSignIn } from '#web/lib/test-sign-in.ts'
import { testSite } from '#web/lib/test-site.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { Form, SubmitButton } from '#web/ui/form.tsx'

/**
 * Every figure field in every language: a form quotes and refuses invalid spellings, and accepts valid ones.
 * `figures.test.ts` covers the parsing.
 */
const measurement: Measurement = {
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
  periodStart: '2024-01-01',
  periodEnd: '2024-06-30',
  dueDate: null,
  created: '2026-01-01T00:00:00.000Z',
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
const { overdue, parts, note, statusReason, byYear: _none, ...outcome } = measurement
const verification: Verification = {
  ...outcome,
  verificationId: 'o',
  measured: 100,
  measuredByYear: null,
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
const noCaps: Caps = {
  own: { dailyCap: null, newRecipientCap: null, onlyListed: false },
  registry: { dailyCap: null },
  usedToday: 0,
  coming: [],
}
const acrossYears = { periodStart: '2023-07-01' }
const byYear = [
  { year: 2023, quantity: 40, issued: 0 },
  { year: 2024, quantity: 60, issued: 0 },
]
const verified: Verification = {
  ...verification,
  ...acrossYears,
  status: 'verified',
  quantity: 100,
  available: 100,
  byYear,
  acts: ['mint'],
}
const asset: WalletBalance = {
  assetId: 'asset',
  projectId: 'p',
  projectKey: 't:a:p',
  projectName: 'Mangroves',
  vintage: '2024',
  balance: 50,
  locked: 0,
  retired: 0,
  serials: [],
  rangeCount: 0,
  stop: null,
}
const session = { profile: {}, accountId: 'a' } as Parameters<typeof MakeOffer>[0]['session']
const done = () => undefined

function Claim() {
  const draft = useClaimForm([asset])
  return <ClaimForm draft={draft} assets={[asset]} onClose={done} onPreview={done} />
}

function ProjectFacts() {
  const form = useSchemaForm(updateProject.body, { latitude: null, longitude: null, annualEstimate: null })
  return (
    <Form form={form} onSubmit={done}>
      <FactFields part="nature" has={() => true} />
      <PlaceField outline={null} onOutline={done} />
      <SubmitButton>{i18next.t('ui.save')}</SubmitButton>
    </Form>
  )
}

function Settings() {
  const form = useSchemaForm(settingsForm, { projectTypes: '', stepUp: 'recent' })
  return (
    <Form form={form} onSubmit={done}>
      <LimitFields />
      <MovementFields />
      <StepUpFields states={{ time: true, strength: true }} />
      <SubmitButton>{i18next.t('ui.save')}</SubmitButton>
    </Form>
  )
}

type Case = {
  form: ReactNode
  /** `submit` is a text key; `open` reveals the fields. */
  open?: () => void | Promise<void>
  submit: string
  /** Keyed by the labels' text keys. */
  fields: Record<string, { figure: FigureName; of?: Record<string, string | number> }>
}

const chooseVerified = async () => {
  fireEvent.change(screen.getByLabelText(i18next.t('verifications.outcome')), { target: { value: 'verified' } })
}
const assetFields = { 'wallet.quantityOf': { figure: 'units', of: { project: 'Mangroves', vintage: '2024' } } } as const
const ofYears = { 'years.field': { figure: 'units', of: { year: 2023 } } } as const
const partsOfQuantity = {
  'measurements.part.gross': { figure: 'units' },
  'measurements.part.baseline': { figure: 'units' },
  'measurements.part.leakage': { figure: 'units' },
  'measurements.part.uncertainty': { figure: 'thousandths' },
} as const

const cases: Record<string, Case> = {
  claim: { form: <Claim />, submit: 'wallet.preview', fields: assetFields },
  transfer: { form: <TransferDialog assets={[asset]} onClose={done} />, submit: 'wallet.preview', fields: assetFields },
  burn: {
    form: <BurnDialog account={{ accountId: 'a', name: 'A' }} asset={asset} onClose={done} />,
    submit: 'wallet.preview',
    fields: assetFields,
  },
  mint: {
    form: <MintDialog verification={verified} onClose={done} />,
    open: async () => void (await screen.findAllByRole('textbox')),
    submit: 'wallet.preview',
    fields: { 0: { figure: 'units' }, 1: { figure: 'units' } },
  },
  measured: {
    form: <SubmitMeasurement measurement={measurement} onDone={done} />,
    submit: 'measurements.act.submit',
    fields: { 'measurements.measured': { figure: 'units' } },
  },
  'measured by its parts': {
    form: <SubmitMeasurement measurement={measurement} onDone={done} />,
    open: () => void fireEvent.click(screen.getByRole('button', { name: i18next.t('measurements.byParts') })),
    submit: 'measurements.act.submit',
    fields: partsOfQuantity,
  },
  'measured by year': {
    form: <SubmitMeasurement measurement={{ ...measurement, ...acrossYears }} onDone={done} />,
    submit: 'measurements.act.submit',
    fields: ofYears,
  },
  'measured by parts and year': {
    form: <SubmitMeasurement measurement={{ ...measurement, ...acrossYears }} onDone={done} />,
    open: () => void fireEvent.click(screen.getByRole('button', { name: i18next.t('measurements.byParts') })),
    submit: 'measurements.act.submit',
    fields: { ...partsOfQuantity, ...ofYears },
  },
  verified: {
    form: <DecideVerification verification={verification} onDone={done} />,
    open: chooseVerified,
    submit: 'verifications.lastLook',
    fields: { 'verifications.verified': { figure: 'units' } },
  },
  'verified by year': {
    form: (
      <DecideVerification verification={{ ...verification, ...acrossYears, measuredByYear: byYear }} onDone={done} />
    ),
    open: chooseVerified,
    submit: 'verifications.lastLook',
    fields: ofYears,
  },
  'stated by year': {
    form: <StateYears verification={{ ...verified, byYear: null }} onDone={done} />,
    submit: 'years.state',
    fields: ofYears,
  },
  offer: {
    form: <MakeOffer session={session} onClose={done} />,
    submit: 'market.makeOffer',
    fields: { 'activity.column.quantity': { figure: 'units' }, 'market.price': { figure: 'price' } },
  },
  project: {
    form: <ProjectFacts />,
    submit: 'ui.save',
    fields: {
      'projects.annualEstimate': { figure: 'estimate' },
      'projects.latitude': { figure: 'degrees' },
      'projects.longitude': { figure: 'degrees' },
    },
  },
  'limits and movements of a registry': {
    form: <Settings />,
    submit: 'ui.save',
    fields: {
      'registrySettings.limit.imageMegabytes': { figure: 'megabytes' },
      'registrySettings.limit.documentMegabytes': { figure: 'megabytes' },
      'registrySettings.limit.projectDocuments': { figure: 'count' },
      'registrySettings.limit.accountUsers': { figure: 'count' },
      'registrySettings.limit.periodMonths': { figure: 'count' },
      'registrySettings.approvalFrom': { figure: 'estimate' },
      'registrySettings.dailyCap': { figure: 'estimate' },
      'stepUp.settings.factorFrom': { figure: 'estimate' },
      'registrySettings.undoClaimsMinutes': { figure: 'count' },
      'registrySettings.undoTransfersMinutes': { figure: 'count' },
    },
  },
  'protection of an account': {
    form: <ChangeProtection accountId="a" own={{ approvalFrom: null, acceptsTransfers: false }} onClose={done} />,
    submit: 'ui.save',
    fields: { 'pending.protection.approvalFrom': { figure: 'estimate' } },
  },
  'caps of an account': {
    form: (
      <ChangeCaps accountId="a" own={{ dailyCap: null, newRecipientCap: null, onlyListed: false }} onClose={done} />
    ),
    submit: 'ui.save',
    fields: { 'caps.dailyCap': { figure: 'estimate' }, 'caps.newRecipientCap': { figure: 'estimate' } },
  },
}

const spellings = [
  '12.5',
  '1,5',
  '0.5',
  '1.000,00',
  '1e2',
  '12 t',
  '1.2.3',
  '\u0661\u066b\u0665',
  '1.200',
  '½',
  '\uff12',
]

beforeAll(async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    const answers: Record<string, unknown> = { '/config.json': siteConfig.parse(testSite), [readCaps.path]: noCaps }
    return new Response(JSON.stringify(answers[path] ?? { items: [verified], total: 1, nextCursor: null }))
  })
  await loadSiteConfig()
  const files = import.meta.glob<{ default: object }>('../../shared/texts/**/{fr,sw}.json', { eager: true })
  for (const [path, { default: texts }] of Object.entries(files)) {
    i18next.addResourceBundle(path.slice(-7, -5), 'translation', texts, true)
  }
})
afterEach(async () => void (await i18next.changeLanguage('en')))

const errorOf = (field: Element) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('')

async function fieldsIn(language: Language, { form, open, fields }: Case) {
  await i18next.changeLanguage(language)
  render(
    <MemoryRouter>
      <SWRConfig value={{ provider: () => new Map() }}>
        <SignInContext value={testSignIn()}>{form}</SignInContext>
      </SWRConfig>
    </MemoryRouter>,
  )
  await open?.()
  return Object.entries(fields).map(([label, { figure, of = {} }]) => {
    const name = i18next.t(label, of)
    const [field] = /^\d$/.test(label)
      ? [screen.getAllByRole('textbox')[Number(label)]]
      : screen.getAllByRole('textbox', { name: (text) => text.startsWith(name) })
    if (!field) throw new Error(name)
    return { field, figure }
  })
}

describe.each(Object.entries(cases))('the figures of the form: %s', (_, each) => {
  test.each(languages)('are taken or refused in words beside their field, in %s', async (language) => {
    const marks = marksOf(language)
    const fields = await fieldsIn(language, each)
    for (const typed of spellings) {
      for (const { field } of fields) fireEvent.change(field, { target: { value: typed } })
      fireEvent.click(screen.getByRole('button', { name: i18next.t(each.submit) }))
      for (const { field, figure } of fields) {
        const isRefused = 'fault' in readFigure(typed, figures[figure], marks)
        if (isRefused) await waitFor(() => expect(errorOf(field)).toContain(typed))
        else await waitFor(() => expect(errorOf(field)).not.toContain(typed))
      }
    }
  })
})
