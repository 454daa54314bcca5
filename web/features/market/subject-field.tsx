import type { UseFormReturn } from 'react-hook-form'
import type { BodyOf, ValidBodyOf } from '#shared/contract/endpoint.ts'
import type { makeOffer } from '#shared/contract/market.ts'
import { listMyProjects } from '#shared/contract/projects.ts'
import { listVerifications } from '#shared/contract/verifications.ts'
import { listBalances } from '#shared/contract/wallet.ts'
import { usePeriod } from '#web/domain/period.tsx'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { type Choices, Combobox } from '#web/ui/combobox.tsx'

type OfferForm = UseFormReturn<BodyOf<typeof makeOffer>, unknown, ValidBodyOf<typeof makeOffer>>

/** Held, verified or expected units, by the form's `kind`. */
export function SubjectField({ form, accountId }: { form: OfferForm; accountId: string }) {
  switch (form.watch('kind')) {
    case 'issued':
      return <Issued form={form} accountId={accountId} />
    case 'verified':
      return <Verified form={form} />
    case 'expected':
      return <Expected form={form} />
  }
}

function Issued({ form, accountId }: { form: OfferForm; accountId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { value } = choicesOf(form)('subjectId')
  const from = useChoices(listBalances, {
    value,
    query: { accountId },
    choiceOf: ({ assetId, projectName, vintage, balance }) =>
      balance > 0
        ? {
            value: assetId,
            label: `${projectName}, ${vintage}`,
            detail: t('wallet.available', { quantity: format.quantity(balance) }),
          }
        : null,
  })
  return <Subject form={form} from={from} />
}

function Verified({ form }: { form: OfferForm }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const { value } = choicesOf(form)('subjectId')
  const from = useChoices(listVerifications, {
    value,
    query: { tenantId: site().tenantId, status: 'verified' },
    choiceOf: (each) =>
      each.acts.includes('mint') && each.available > 0
        ? {
            value: each.verificationId,
            label: `${each.project}, ${periodOf(each)}`,
            detail: t('market.toIssue', { quantity: format.quantity(each.available) }),
          }
        : null,
  })
  return <Subject form={form} from={from} />
}

function Expected({ form }: { form: OfferForm }) {
  const { value } = choicesOf(form)('subjectId')
  const from = useChoices(listMyProjects, {
    value,
    choiceOf: ({ projectId, projectName, status }) =>
      status === 'approved' || status === 'active' ? { value: projectId, label: projectName } : null,
  })
  return <Subject form={form} from={from} />
}

function Subject({ form, from }: { form: OfferForm; from: Choices }) {
  const { t } = useTranslation()
  return <Combobox label={t('market.what')} from={from} {...choicesOf(form)('subjectId').props} />
}
