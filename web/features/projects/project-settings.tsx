import { useEffect, useMemo, useState } from 'react'
import { z } from 'zod'
import { type Project, updateProject } from '#shared/contract/projects.ts'
import { limits } from '#shared/rules/limits.ts'
import { neededForReview } from '#shared/rules/project-facts.ts'
import { projectReads } from '#web/domain/reads.ts'
import { changesOf } from '#web/lib/changes-of.ts'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Notice } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DateField, Select, TextField } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Card } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { GoalFields, KindFields, OriginFields } from './further-fields.tsx'
import { PlaceField } from './place-field.tsx'
import { MethodologyField, type ProjectFacts, ProviderFields, WordFields } from './project-fields.tsx'

/** The form to edit a project's facts. What is typed is there again after a reload, until it is saved or discarded. */
export function ProjectSettings({ project }: { project: Project }) {
  const [discarded, setDiscarded] = useState(0)
  return <SettingsForm key={discarded} project={project} onDiscard={() => setDiscarded(discarded + 1)} />
}

function SettingsForm({ project, onDiscard }: { project: Project; onDiscard: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(updateProject, { refresh: projectReads })
  const facts = useMemo(() => factsOf(project), [project])
  const special = { endDate: t('ui.invalid.dateOrder') }
  const { form, hasKept, forget } = useEditForm(`project.${project.projectId}`, changesTo(facts), facts, special)
  const field = fieldsOf(form)
  const [asked] = useUrlState('field')
  useEffect(() => {
    const name = neededForReview.find((each) => each === asked)
    if (name) form.setFocus(name)
  }, [asked, form])
  return (
    <Card>
      {hasKept && (
        <div className="mb-5">
          <Notice tone="warn">
            <p className="mb-3">{t('projects.editKept')}</p>
            <Button
              onClick={() => {
                forget()
                onDiscard()
              }}
            >
              {t('projects.editDiscard')}
            </Button>
          </Notice>
        </div>
      )}
      <Form
        form={form}
        failure={failure}
        onSubmit={async (body) => {
          const saved = await act({ query: { projectKey: project.projectKey }, body })
          if (!saved) return
          form.reset(factsOf(saved))
          forget()
          toast({ tone: 'good', text: t('projects.saved') })
        }}
      >
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
