import { z } from 'zod'
import { listMarketProjects, makeOffer } from '#shared/contract/market.ts'
import { listMyProjects } from '#shared/contract/projects.ts'
import { listVerifications } from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { limits } from '#shared/rules/limits.ts'
import { currencies, hundredthsIn, type OfferKind } from '#shared/rules/offer.ts'
import { typedQuantity } from '#web/domain/quantity-input.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import type { Session } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, DateField, QuantityField, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'

interface Choice {
  value: string
  label: string
  kind: OfferKind
  subjectId: string
}

/** Offers units of the reader's account in the market. */
export function MakeOffer({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation()
  const choices = useChoices(session.accountId ?? '')
  if (choices.data && choices.data.length > 0) {
    return <OfferForm choices={choices.data} session={session} onClose={onClose} />
  }
  return (
    <Dialog open onClose={onClose} title={t('market.makeOffer')}>
      <Loaded from={choices}>{() => <Empty text={t('market.nothingToOffer')} />}</Loaded>
    </Dialog>
  )
}

const body = makeOffer.body.omit({ kind: true, subjectId: true }).extend({ what: z.string().min(1) })

function OfferForm({
  choices,
  session: { profile },
  onClose,
}: {
  choices: readonly Choice[]
  session: Session
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { act, failure } = useAct(makeOffer, { refresh: [listMarketProjects] })
  const form = useSchemaForm(
    body,
    {
      what: '',
      currency: 'USD',
      note: '',
      contact: typeof profile.email === 'string' ? profile.email : '',
      nfsw: false,
    },
    { price: t('market.priceHint') },
  )
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('market.makeOffer')}
      description={t('market.offerLead')}
      form={form}
      failure={failure}
      done={t('market.offered')}
      onSubmit={({ what, ...terms }) => {
        const chosen = choices.find(({ value }) => value === what)
        return chosen ? act({ body: { kind: chosen.kind, subjectId: chosen.subjectId, ...terms } }) : null
      }}
      onClose={onClose}
    >
      <Select label={t('market.what')} placeholder={t('market.chooseWhat')} choices={choices} {...field('what')} />
      <QuantityField label={t('activity.column.quantity')} {...field('quantity', { setValueAs: typedQuantity })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('market.price')}
          hint={t('market.priceHint')}
          inputMode="decimal"
          autoComplete="off"
          {...field('price', {
            setValueAs: (typed: unknown) => (typeof typed === 'string' ? hundredthsIn(typed) : typed),
          })}
        />
        <Select
          label={t('market.currency')}
          choices={currencies.map((value) => ({ value, label: value }))}
          {...field('currency')}
        />
      </div>
      <DateField label={t('market.endsOn')} {...field('endsOn')} />
      <TextField
        label={t('market.contact')}
        hint={t('market.contactHint')}
        type="email"
        maxLength={limits.email}
        {...field('contact')}
      />
      <TextArea label={t('claims.note')} upTo={limits.message} optional rows={3} {...field('note')} />
      <Checkbox label={t('market.nfsw')} {...field('nfsw')} />
    </FormDialog>
  )
}

/** What the account could offer: its units, what is verified of its projects and not issued, and what it expects of them. */
function useChoices(accountId: string) {
  const { t } = useTranslation()
  const format = useFormat()
  const balances = useReadAll(listBalances, { query: { accountId } })
  const verifications = useReadAll(listVerifications, { query: { tenantId: site().tenantId, status: 'verified' } })
  const projects = useReadAll(listMyProjects)
  const reads = [balances, verifications, projects]
  const choice = (kind: OfferKind, subjectId: string, label: string): Choice => ({
    value: `${kind} ${subjectId}`,
    label,
    kind,
    subjectId,
  })
  const data = balances.data &&
    verifications.data &&
    projects.data && [
      ...balances.data
        .filter(({ balance }) => balance > 0)
        .map(({ assetId, projectName: project, vintage, balance }) =>
          choice('issued', assetId, t('market.kind.issued', { project, vintage, quantity: format.quantity(balance) })),
        ),
      ...verifications.data
        .filter(({ acts, available }) => acts.includes('mint') && available > 0)
        .map(({ verificationId, project, available }) =>
          choice(
            'verified',
            verificationId,
            t('market.kind.verified', { project, quantity: format.quantity(available) }),
          ),
        ),
      ...projects.data
        .filter(({ status }) => status === 'approved' || status === 'active')
        .map(({ projectId, projectName: project }) =>
          choice('expected', projectId, t('market.kind.expected', { project })),
        ),
    ]
  return {
    data,
    error: reads.find(({ error }) => error)?.error,
    slow: reads.some(({ slow }) => slow),
    retry: () => {
      for (const read of reads) read.retry()
    },
  }
}
