import { useFormContext } from 'react-hook-form'
import type { BodyOf } from '#shared/contract/endpoint.ts'
import { listMeasurementProviders } from '#shared/contract/measurements.ts'
import { listMethodologies } from '#shared/contract/methodologies.ts'
import type { createProject, Project, updateProject } from '#shared/contract/projects.ts'
import { listVerificationProviders } from '#shared/contract/verifications.ts'
import { limits } from '#shared/rules/limits.ts'
import { useChoices } from '#web/domain/use-choices.ts'
import { choicesOf, fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'

export type ProjectFacts = BodyOf<typeof updateProject>

function useProjectField() {
  return fieldsOf(useFormContext<BodyOf<typeof createProject>>())
}

/** Some facts are fixed in later states. */
export type Has = (fact: keyof ProjectFacts) => boolean
const hasAll: Has = () => true

export function WordFields({ rows, has = hasAll }: { rows?: number; has?: Has }) {
  const { t } = useTranslation()
  const field = useProjectField()
  return (
    <>
      {has('projectName') && (
        <TextField
          label={t('projects.name')}
          hint={t('projects.nameHint', { min: limits.projectNameMin, max: limits.projectName })}
          maxLength={limits.projectName}
          {...field('projectName')}
        />
      )}
      {has('description') && (
        <TextArea label={t('projects.description')} upTo={limits.description} rows={rows} {...field('description')} />
      )}
    </>
  )
}

/** Approved methodologies, and the project's own in any state. */
export function MethodologyField({ project }: { project?: Project }) {
  const { t } = useTranslation()
  const field = choicesOf(useFormContext<BodyOf<typeof createProject>>())('methodologyId', orAbsent)
  const from = useChoices(listMethodologies, {
    value: field.value,
    query: { status: 'approved' },
    asUser: true,
    known: project?.methodologyId ? { value: project.methodologyId, label: project.methodology ?? '' } : null,
    choiceOf: ({ methodologyId, name, version }) => ({ value: methodologyId, label: `${name} ${version}`.trim() }),
  })
  return <Combobox label={t('projects.column.methodology')} from={from} {...field.props} />
}

/** Both providers are optional. */
export function ProviderFields({ project, has = hasAll }: { project?: Project; has?: Has }) {
  return (
    <div className="grid gap-5 empty:hidden sm:grid-cols-2">
      {has('measurementProviderId') && <ProviderField kind="measurement" now={project?.measurementProvider} />}
      {has('verificationProviderId') && <ProviderField kind="verification" now={project?.verificationProvider} />}
    </div>
  )
}

const providerLists = { measurement: listMeasurementProviders, verification: listVerificationProviders }

function ProviderField({
  kind,
  now,
}: {
  kind: keyof typeof providerLists
  now: Project['measurementProvider'] | undefined
}) {
  const { t } = useTranslation()
  const field = choicesOf(useFormContext<BodyOf<typeof createProject>>())(`${kind}ProviderId`, orAbsent)
  const from = useChoices(providerLists[kind], {
    value: field.value,
    known: now ? { value: now.accountId, label: now.name } : null,
    choiceOf: ({ accountId, name }) => ({ value: accountId, label: name }),
  })
  return (
    <Combobox
      label={t(`projects.${kind}Provider`)}
      optional={t('projects.neededToSubmit')}
      placeholder={t('projects.noProviderYet')}
      failed={t(kind === 'measurement' ? 'projects.providersFailed' : 'projects.verifiersFailed')}
      from={from}
      {...field.props}
    />
  )
}
