import { useState } from 'react'
import { listMarketProjects, makeOffer } from '#shared/contract/market.ts'
import { limits } from '#shared/rules/limits.ts'
import { currencies, offerKinds } from '#shared/rules/offer.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import type { Session } from '#web/lib/session.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Checkbox, DateField, QuantityField, RadioGroup, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { SubjectField } from './subject-field.tsx'

/** Excludes the price: the field would show hundredths. */
const draftFields = ['kind', 'subjectId', 'quantity', 'currency', 'endsOn', 'contact', 'note'] as const

export function MakeOffer({ session, onClose }: { session: Session; onClose: () => void }) {
  const { t } = useTranslation()
  const { units, price } = useFigures()
  const { profile, accountId } = session
  const { act, refused } = useAct(makeOffer, { refresh: [listMarketProjects] })
  const [start] = useState({
    kind: 'issued' as const,
    subjectId: '',
    currency: 'USD' as const,
    note: '',
    contact: typeof profile.email === 'string' ? profile.email : '',
    nfsw: false,
  })
  const draft = useDraftForm({ subject: 'newOffer', fields: draftFields }, makeOffer.body, start)
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('market.makeOffer')}
      description={t('market.offerLead')}
      form={form}
      draft={draft}
      refused={refused}
      done={t('market.offered')}
      onSubmit={(body) => act({ body })}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <RadioGroup
        label={t('market.kindOfOffer')}
        choices={offerKinds.map((kind) => ({
          value: kind,
          label: t(`market.kind.${kind}`),
          hint: t(`market.kindHint.${kind}`),
        }))}
        {...field('kind', { onChange: () => form.setValue('subjectId', '') })}
      />
      <SubjectField form={form} accountId={accountId ?? ''} />
      <QuantityField label={t('activity.column.quantity')} {...field('quantity', units)} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t('market.price')}
          hint={t('market.priceHint')}
          inputMode="decimal"
          autoComplete="off"
          {...field('price', price)}
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
