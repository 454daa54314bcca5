import { useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { listVerifications, type Verification } from '#shared/contract/verifications.ts'
import { mintItem, mintUnits } from '#shared/contract/wallet.ts'
import { yearsOf } from '#shared/rules/calendar-years.ts'
import { limits } from '#shared/rules/limits.ts'
import { recordPath } from '#shared/rules/paths.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { FinalStep } from '#web/domain/final-step.tsx'
import { usePeriod } from '#web/domain/period.tsx'
import { walletReads } from '#web/domain/reads.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { upTo, useFigures } from '#web/lib/use-figures.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { QuantityField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Step } from '#web/ui/step.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Units to issue together: a whole period, or one calendar year of it. */
type Vintage = { verification: Verification; year: number | null; verified: number; issued: number; reserved: number }
type MintOrder = { vintage: Vintage; quantity: number }[]

/** Issues verified units of a project, several periods at once. `verification` is the one that it was opened from. */
export function MintDialog({ verification, onClose }: { verification: Verification; onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [order, setOrder] = useState<MintOrder | null>(null)
  const navigate = useNavigate()
  const { act, busy, failure } = useAct(mintUnits, { refresh: walletReads })
  const { registry } = useRead(reading.readProtection).data ?? {}
  const waits = order !== null && totalOf(order) >= (registry?.approvalFrom ?? Number.POSITIVE_INFINITY)
  const { projectId } = verification
  const verified = useReadAll(listVerifications, {
    query: { tenantId: site().tenantId, projectId, status: 'verified' },
  })

  async function confirm(items: MintOrder) {
    const minted = await act({ body: { items: itemsOf(items) } })
    if (!minted) return
    onClose()
    if ('pendingId' in minted) return navigate(pendingPath(minted.pendingId))
    toast({
      tone: 'good',
      text: t('wallet.minted', { count: minted.quantity, quantity: format.quantity(minted.quantity) }),
      link: { to: recordPath(minted.transactionId), label: t('activity.openRecord') },
    })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('wallet.mintTitle')}
      description={t('wallet.mintLead', { project: verification.project })}
      busy={busy}
    >
      {order ? (
        <FinalStep
          label={t('wallet.preview')}
          title={waits ? t('pending.before.mintApproval') : undefined}
          becomesPublic={t('wallet.mintPublic')}
          confirm={t(waits ? 'pending.confirm.approval' : 'wallet.mintConfirm')}
          busy={busy}
          failure={failure}
          onConfirm={() => void confirm(order)}
          onBack={() => setOrder(null)}
        >
          <Preview order={order} waits={waits} />
        </FinalStep>
      ) : (
        <Loaded from={verified}>
          {(all) => (
            <Step key="form" label={t('wallet.entries')}>
              <Quantities
                of={vintagesOf(
                  all.filter(({ acts }) => acts.includes('mint')),
                  verification,
                )}
                onPreview={setOrder}
                onClose={onClose}
              />
            </Step>
          )}
        </Loaded>
      )}
    </Dialog>
  )
}

/** Sorts by period. Always includes `opened`, even if one act cannot mint all. */
function vintagesOf(all: readonly Verification[], opened: Verification): Vintage[] {
  const sorted = all.toSorted((one, other) => (one.periodStart < other.periodStart ? -1 : 1))
  const shown = fitting(sorted)
  const isOpened = ({ verificationId }: Verification) => verificationId === opened.verificationId
  const others = sorted.filter((each) => !isOpened(each))
  return (shown.some(isOpened) ? shown : fitting([opened, ...others]))
    .flatMap(vintagesIn)
    .filter((of) => unissuedOf(of) > 0)
}

/** Returns the first verifications that one act can mint. */
function fitting(all: readonly Verification[]): Verification[] {
  let vintages = 0
  return all.slice(0, limits.items).filter((of) => {
    vintages += yearsOf(of).length
    return vintages <= limits.vintagesMinted
  })
}

/** Returns one vintage if units were issued before the years were stated. */
function vintagesIn(verification: Verification): Vintage[] {
  const { byYear, quantity, issued, reserved = 0 } = verification
  if (byYear === null || byYear.length === 1)
    return [{ verification, year: null, verified: quantity ?? 0, issued, reserved }]
  return byYear.map((of) => ({
    verification,
    year: of.year,
    verified: of.quantity,
    issued: of.issued,
    reserved: of.reserved ?? 0,
  }))
}

function itemsOf(order: MintOrder) {
  const byVerification = Map.groupBy(order, ({ vintage }) => vintage.verification.verificationId)
  return [...byVerification].map(([verificationId, parts]) => {
    const byYear = parts.flatMap(({ vintage: { year }, quantity }) => (year === null ? [] : [{ year, quantity }]))
    const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
    return { verificationId, quantity, byYear: byYear.length > 0 ? byYear : undefined }
  })
}

const totalOf = (order: MintOrder) => order.reduce((sum, { quantity }) => sum + quantity, 0)
const keyOf = ({ verification, year }: Vintage) => `${verification.verificationId}/${year}`
/** Neither issued nor reserved by a mint that waits. */
const unissuedOf = ({ verified, issued, reserved }: Vintage) => verified - issued - reserved

function useVintageName(): (of: Vintage) => string {
  const { t } = useTranslation()
  const periodOf = usePeriod()
  return ({ verification, year }) => {
    const period = periodOf(verification)
    return year === null ? period : t('years.vintageOf', { year, period })
  }
}

const quantities = z.strictObject({ quantities: z.array(mintItem.shape.quantity.optional()) })

function Quantities({
  of,
  onPreview,
  onClose,
}: {
  of: readonly Vintage[]
  onPreview: (order: MintOrder) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useVintageName()
  const { units } = useFigures()
  const texts = of.map((vintage, index) => [
    `quantities.${index}`,
    t('ui.invalid.tooBig', { maximum: format.quantity(unissuedOf(vintage)) }),
  ])
  const isOfOne = new Set(of.map(({ verification }) => verification.verificationId)).size === 1
  const form = useSchemaForm(
    quantities.check(({ value, issues }) => {
      value.quantities.forEach((quantity, index) => {
        const vintage = of[index]
        if (vintage && (quantity ?? 0) <= unissuedOf(vintage)) return
        issues.push({ code: 'custom', input: quantity, path: ['quantities', index], message: 'above what is left' })
      })
      if (value.quantities.every((quantity) => quantity === undefined)) {
        issues.push({ code: 'custom', input: value, path: ['quantities'], message: 'Required' })
      }
    }),
    { quantities: of.map((vintage) => (isOfOne ? unissuedOf(vintage) : undefined)) },
    { ...Object.fromEntries(texts), quantities: t('wallet.mintNone') },
  )
  const field = fieldsOf(form)
  return (
    <Form
      form={form}
      onSubmit={(typed) =>
        onPreview(
          of.flatMap((vintage, index) => {
            const quantity = typed.quantities[index]
            return quantity === undefined ? [] : [{ vintage, quantity }]
          }),
        )
      }
    >
      {of.map((vintage, index) => (
        <QuantityField
          key={keyOf(vintage)}
          label={t('wallet.mintOf', { period: nameOf(vintage) })}
          hint={t('wallet.mintHint', {
            available: format.quantity(unissuedOf(vintage)),
            verified: format.quantity(vintage.verified),
          })}
          {...field(`quantities.${index}`, upTo(unissuedOf(vintage), units))}
        />
      ))}
      <Actions>
        <Button onClick={onClose}>{t('ui.cancel')}</Button>
        <SubmitButton>{t('wallet.preview')}</SubmitButton>
      </Actions>
    </Form>
  )
}

function Preview({ order, waits }: { order: MintOrder; waits: boolean }) {
  const { t } = useTranslation()
  const format = useFormat()
  const nameOf = useVintageName()
  return (
    <Facts>
      {order.map(({ vintage, quantity }) => (
        <Fact key={keyOf(vintage)} label={nameOf(vintage)} figure wide>
          {t(waits ? 'pending.mintLine' : 'wallet.mintLine', {
            quantity: format.quantity(quantity),
            first: String(vintage.issued + 1),
            last: String(vintage.issued + quantity),
            left: format.quantity(unissuedOf(vintage) - quantity),
          })}
        </Fact>
      ))}
      <Fact label={t('wallet.mintTotal')} wide>
        <span className="tabular text-figure font-semibold">{format.quantity(totalOf(order))}</span>
      </Fact>
    </Facts>
  )
}
