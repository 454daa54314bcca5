import { useEffect } from 'react'
import { type Project, updateProject } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { neededForReview } from '#shared/rules/project-facts.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { projectReads } from '#web/domain/reads.ts'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { DateField, Select, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Card } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { GoalFields, KindFields, OriginFields } from './further-fields.tsx'
import { PlaceField } from './place-field.tsx'
import { MethodologyField, type ProjectFacts, ProviderFields, WordFields } from './project-fields.tsx'

/** The facts that are one place: a point or an area. */
const place = ['longitude', 'latitude', 'area']

const projectChanges = updateProject.body.omit({ was: true })

/** The form to edit a project's facts. What is typed is there again after a reload, until it is saved or discarded. */
export function ProjectSettings({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { projectId, projectKey } = project
  const edit = useEditForm(updateProject, {
    subject: `project:${projectId}`,
    facts: factsOf(project),
    schema: projectChanges,
    together: place,
    special: { endDate: t('ui.invalid.dateOrder') },
    refresh: projectReads,
  })
  const { form } = edit
  const field = fieldsOf(form)
  const [asked] = useUrlState('field')
  useEffect(() => {
    const name = neededForReview.find((each) => each === asked)
    if (name) form.setFocus(name)
  }, [asked, form])
  return (
    <Card>
      <Form
        form={form}
        failure={edit.failure}
        onSubmit={async (body) => {
          const saved = await edit.save({ query: { projectKey }, body })
          if (!saved) return
          edit.startFrom(factsOf(saved))
          toast({ tone: 'good', text: t('projects.saved') })
        }}
      >
        <EditNotices edit={edit} of="project" />
        <WordFields rows={6} />
        <MethodologyField project={project} />
        <ProviderFields project={project} />
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
        <h2 className="mt-2 text-lg font-semibold">{t('projects.moreFacts')}</h2>
        <KindFields />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t('projects.region')} optional maxLength={limits.region} {...field('region')} />
          <TextField label={t('projects.location')} optional maxLength={limits.location} {...field('location')} />
        </div>
        <PlaceField key={edit.version} />
        <OriginFields />
        <GoalFields />
        <Actions>
          <SubmitButton>{t('ui.save')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
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
