import { z } from 'zod'
import { type Project, updateProject } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { projectReads } from '#web/domain/reads.ts'
import { changesOf } from '#web/lib/changes-of.ts'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useSchemaForm } from '#web/lib/use-schema-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { DateField, Select, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Card } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { GoalFields, KindFields, OriginFields } from './further-fields.tsx'
import { PlaceField } from './place-field.tsx'
import { MethodologyField, type ProjectFacts, ProviderFields, WordFields } from './project-fields.tsx'

/** The form to edit a project's facts. */
export function ProjectSettings({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(updateProject, { refresh: projectReads })
  const facts = factsOf(project)
  const form = useSchemaForm(changesTo(facts), facts, { endDate: t('ui.invalid.dateOrder') })
  const field = fieldsOf(form)
  return (
    <Card>
      <Form
        form={form}
        failure={failure}
        onSubmit={async (body) => {
          if (!(await act({ query: { projectKey: project.projectKey }, body }))) return
          toast({ tone: 'good', text: t('projects.saved') })
        }}
      >
        <WordFields rows={6} />
        <MethodologyField />
        <ProviderFields />
        <div className="grid gap-5 sm:grid-cols-2">
          <DateField label={t('projects.startDate')} {...field('startDate', orAbsent)} />
          <DateField label={t('projects.endDate')} {...field('endDate', orAbsent)} />
          <Select
            label={t('projects.country')}
            optional
            placeholder={t('projects.noCountry')}
            choices={useCountries()}
            {...field('country', orAbsent)}
          />
        </div>
        <h3 className="mt-2 text-lg font-semibold">{t('projects.moreFacts')}</h3>
        <KindFields />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t('projects.region')} optional maxLength={limits.region} {...field('region')} />
          <TextField label={t('projects.location')} optional maxLength={limits.location} {...field('location')} />
        </div>
        <PlaceField />
        <OriginFields />
        <GoalFields />
        <Actions>
          <SubmitButton>{t('ui.save')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

/**
 * Only changes are sent and validated, so that imported facts can stay as they are even if the form would refuse them.
 */
export function changesTo(facts: ProjectFacts) {
  return z.transform((given: ProjectFacts) => changesOf(given, facts)).pipe(updateProject.body)
}

function factsOf(project: Project): ProjectFacts {
  return {
    projectName: project.projectName,
    description: project.description,
    methodologyId: project.methodologyId ?? '',
    measurementProviderId: project.measurementProvider?.accountId ?? '',
    verificationProviderId: project.verificationProvider?.accountId ?? '',
    startDate: project.startDate ?? '',
    endDate: project.endDate ?? '',
    country: project.country ?? '',
    location: project.location,
    type: project.type,
    sector: project.sector,
    mitigation: project.mitigation,
    region: project.region,
    // Those of an area are its middle.
    longitude: project.area ? null : project.longitude,
    latitude: project.area ? null : project.latitude,
    area: project.area,
    annualEstimate: project.annualEstimate,
    sdgs: project.sdgs,
    originRegistry: project.originRegistry,
    originId: project.originId,
    standard: project.standard,
  }
}
