import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { allowProviders, type MethodologyVersion, readMethodologyVersion } from '#shared/contract/methodologies.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { useChoices } from '#web/domain/use-choices.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

type Allowed = MethodologyVersion['providers'][number]

const choice = allowProviders.body.omit({ was: true })

export function AllowProviders({ methodology, onClose }: { methodology: MethodologyVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const { methodologyId, name, version, providers } = methodology
  const edit = useEditForm(allowProviders, {
    subject: `methodology:${methodologyId}/providers`,
    facts: { accountIds: idsOf(providers) },
    schema: choice,
    isWhole: true,
    refresh: [readMethodologyVersion],
  })
  const { form } = edit
  // Current and newly chosen providers: names for the form's ids.
  const [chosen, setChosen] = useState<readonly Allowed[]>([])
  const ids = form.watch('accountIds')
  const known = [...providers, ...chosen].filter(({ accountId }, index, all) => idsOf(all).indexOf(accountId) === index)
  const allowed = known.filter(({ accountId }) => ids.includes(accountId))
  const allow = (next: readonly Allowed[]) => {
    setChosen([...chosen, ...next])
    form.setValue('accountIds', idsOf(next))
  }
  return (
    <FormDialog
      title={t('methodologies.allow')}
      description={
        <>
          <p className="font-medium text-ink">{`${name} ${version}`.trim()}</p>
          <p>{t('methodologies.allowLead')}</p>
        </>
      }
      form={form}
      draft={edit}
      refused={edit.refused}
      done={t('methodologies.allowed')}
      onSubmit={(body) => edit.save({ params: { methodologyId }, body })}
      onClose={onClose}
    >
      <EditNotices edit={edit} of="methodology" />
      <ProvidersOfKind kind="measurement provider" allowed={allowed} onChange={allow} />
      <ProvidersOfKind kind="verification provider" allowed={allowed} onChange={allow} />
    </FormDialog>
  )
}

const idsOf = (providers: readonly Allowed[]) => providers.map(({ accountId }) => accountId)

const kinds = {
  'measurement provider': { list: listMeasurementProviders, name: 'measurementProviders' },
  'verification provider': { list: listVerificationProviders, name: 'verificationProviders' },
} as const

function ProvidersOfKind({
  kind,
  allowed,
  onChange,
}: {
  kind: Allowed['kind']
  allowed: readonly Allowed[]
  onChange: (allowed: readonly Allowed[]) => void
}) {
  const { t } = useTranslation()
  const { list, name } = kinds[kind]
  const [added, setAdded] = useState('')
  const from = useChoices(list, {
    value: added,
    choiceOf: (each) =>
      idsOf(allowed).includes(each.accountId) && each.accountId !== added
        ? null
        : { value: each.accountId, label: each.name },
  })
  const { item } = from
  // Adds the choice to the list and clears the search.
  useEffect(() => {
    if (!item) return
    setAdded('')
    onChange([...allowed, { accountId: item.accountId, name: item.name, kind }])
  }, [item, allowed, kind, onChange])
  return (
    <div className="flex flex-col gap-2">
      <Combobox label={t(`methodologies.column.${name}`)} optional name={name} from={from} onChange={setAdded} />
      <ul className="flex flex-col gap-1">
        {allowed
          .filter((each) => each.kind === kind)
          .map((each) => (
            <li key={each.accountId} className="flex items-center justify-between gap-3">
              <span className="min-w-0 break-words">{each.name}</span>
              <IconButton
                label={t('methodologies.allowNoMore', { name: each.name })}
                icon={<X aria-hidden size={16} />}
                onClick={() => onChange(allowed.filter(({ accountId }) => accountId !== each.accountId))}
              />
            </li>
          ))}
      </ul>
    </div>
  )
}
