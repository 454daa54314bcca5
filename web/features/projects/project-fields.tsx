import { useFormContext } from 'react-hook-form'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import type { createProject, updateProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { limits } from '#shared/rules/limits.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useReadAll } from '#web/lib/use-read-all.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Select, TextArea, TextField } from '#web/ui/field.tsx'

/** The facts of a project as its form sends them. */
export type ProjectFacts = BodyOf<typeof updateProject>

/** The fields of a project's facts, for the form around them: of a new project and of one that is edited. */
function useProjectField() {
  return fieldsOf(useFormContext<BodyOf<typeof createProject>>())
}

/** Name and description. */
export function WordFields({ rows }: { rows?: number }) {
  const { t } = useTranslation()
  const field = useProjectField()
  return (
    <>
      <TextField
        label={t('projects.name')}
        hint={t('projects.nameHint', { min: limits.projectNameMin, max: limits.projectName })}
        maxLength={limits.projectName}
        {...field('projectName')}
      />
      <TextArea label={t('projects.description')} upTo={limits.description} rows={rows} {...field('description')} />
    </>
  )
}

/** The approved methodologies to choose from. */
export function MethodologyField() {
  const { t } = useTranslation()
  const { error, ...field } = useProjectField()('methodologyId', orAbsent)
  const methodologies = useReadAll(listMethodologies, { query: { status: 'approved' }, asUser: true })
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
export function ProviderFields() {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <ProviderField kind="measurement" />
      <ProviderField kind="verification" />
    </div>
  )
}

const providerLists = { measurement: listMeasurementProviders, verification: listVerificationProviders }

function ProviderField({ kind }: { kind: keyof typeof providerLists }) {
  const { t } = useTranslation()
  const { error, ...field } = useProjectField()(`${kind}ProviderId`, orAbsent)
  const providers = useReadAll(providerLists[kind])
  const failed = t(kind === 'measurement' ? 'projects.providersFailed' : 'projects.verifiersFailed')
  return (
    <Select
      key={String(providers.data !== undefined)}
      label={t(`projects.${kind}Provider`)}
      optional
      placeholder={t('projects.noProviderYet')}
      choices={(providers.data ?? []).map(({ accountId, name }) => ({ value: accountId, label: name }))}
      error={providers.error ? failed : error}
      {...field}
    />
  )
}
