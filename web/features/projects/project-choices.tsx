import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { Select } from '#web/ui/field.tsx'

/** The approved methodologies to choose from. */
export function MethodologyField({ field, error }: { field: UseFormRegisterReturn; error?: string | undefined }) {
  const { t } = useTranslation()
  const methodologies = useReadAll(listMethodologies, { query: { status: 'approved' } })
  return (
    <Select
      key={String(methodologies.data !== undefined)}
      label={t('projects.column.methodology')}
      placeholder={t(methodologies.data ? 'projects.chooseMethodology' : 'ui.loading')}
      choices={(methodologies.data ?? []).map(({ methodologyId, name, version }) => ({
        value: methodologyId,
        label: `${name} ${version}`,
      }))}
      error={methodologies.error ? t('ui.readFailed') : error}
      {...field}
    />
  )
}

/** The providers of measurements and verifications to choose from; both may be named later. */
export function ProviderFields({
  measurement,
  verification,
  errors,
}: {
  measurement: UseFormRegisterReturn
  verification: UseFormRegisterReturn
  errors: { measurement: string | undefined; verification: string | undefined }
}) {
  const { t } = useTranslation()
  const measurers = useReadAll(listMeasurementProviders)
  const verifiers = useReadAll(listVerificationProviders)
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Select
        key={`measurer ${measurers.data !== undefined}`}
        label={t('projects.measurementProvider')}
        optional
        placeholder={t('projects.noProviderYet')}
        choices={(measurers.data ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
        error={measurers.error ? t('projects.providersFailed') : errors.measurement}
        {...measurement}
      />
      <Select
        key={`verifier ${verifiers.data !== undefined}`}
        label={t('projects.verificationProvider')}
        optional
        placeholder={t('projects.noProviderYet')}
        choices={(verifiers.data ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
        error={verifiers.error ? t('projects.verifiersFailed') : errors.verification}
        {...verification}
      />
    </div>
  )
}
