import { z } from 'zod'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { allowProviders, type MethodologyVersion, readMethodologyVersion } from '#shared/contract/methodologies.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const choice = z.strictObject({ accountIds: z.array(z.string()) })

/** Says who may measure and verify under a methodology version. */
export function AllowProviders({ methodology, onClose }: { methodology: MethodologyVersion; onClose: () => void }) {
  const { t } = useTranslation()
  const { methodologyId, name, version, providers } = methodology
  const measurers = useReadAll(listMeasurementProviders).data ?? []
  const verifiers = useReadAll(listVerificationProviders).data ?? []
  const { act, failure } = useAct(allowProviders, { refresh: [readMethodologyVersion] })
  const form = useSchemaForm(choice, { accountIds: providers.map(({ accountId }) => accountId) })
  const chosen = form.watch('accountIds')
  const turn = (accountId: string) =>
    form.setValue(
      'accountIds',
      chosen.includes(accountId) ? chosen.filter((id) => id !== accountId) : [...chosen, accountId],
    )
  const groups = [
    { label: t('methodologies.column.measurementProviders'), accounts: measurers },
    { label: t('methodologies.column.verificationProviders'), accounts: verifiers },
  ]
  return (
    <FormDialog
      title={t('methodologies.allow')}
      description={
        <>
          <p className="font-medium text-ink">{`${name} ${version}`}</p>
          <p>{t('methodologies.allowLead')}</p>
        </>
      }
      form={form}
      failure={failure}
      done={t('methodologies.allowed')}
      onSubmit={(body) => act({ params: { methodologyId }, body })}
      onClose={onClose}
    >
      {groups.map(({ label, accounts }) => (
        <fieldset key={label} className="flex flex-col gap-2">
          <legend className="mb-1 text-sm font-medium">{label}</legend>
          {accounts.map((account) => (
            <label key={account.accountId} className="flex min-h-6 items-start gap-2.5">
              <input
                type="checkbox"
                className="mt-1 size-4 accent-(--accent-fill)"
                checked={chosen.includes(account.accountId)}
                onChange={() => turn(account.accountId)}
              />
              <span className="min-w-0 break-words">{account.name}</span>
            </label>
          ))}
        </fieldset>
      ))}
    </FormDialog>
  )
}
