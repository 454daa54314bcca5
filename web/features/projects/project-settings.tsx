import { useEffect, useState } from 'react'
import { type Project, updateProject, uploadDocument } from '#shared/contract/projects.ts'
import { isAuditedField, labelOf } from '#shared/rules/audited.ts'
import { mayChange } from '#shared/rules/lifecycle/changing-facts.ts'
import { eachFact, type FactValues, neededForReview } from '#shared/rules/project-facts.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { documentReads, projectReads } from '#web/domain/reads.ts'
import { useFactText } from '#web/domain/use-fact-text.ts'
import { useUpload } from '#web/domain/use-upload.tsx'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { DateField, Select } from '#web/ui/field.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Card } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { FactFields } from './further-fields.tsx'
import { PlaceField } from './place-field.tsx'
import { type Has, MethodologyField, type ProjectFacts, ProviderFields, WordFields } from './project-fields.tsx'

/** Together one place: a point or an area. */
const place = ['longitude', 'latitude', 'area']

const projectChanges = updateProject.body.omit({ was: true })

/** Edits only the facts that may change in the project's status. */
export function ProjectSettings({ project }: { project: Project }) {
  // Another status has another form.
  return <SettingsForm key={project.status} project={project} />
}

function SettingsForm({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { projectId, projectKey } = project
  const facts = changeableOf(project)
  const edit = useEditForm(updateProject, {
    subject: `project:${projectId}`,
    facts,
    schema: projectChanges,
    together: place,
    refresh: projectReads,
  })
  const { form } = edit
  const has: Has = (fact) => Object.hasOwn(facts, fact)
  const field = fieldsOf(form)
  const countries = useCountries()
  const [requestedField] = useUrlState('field')
  const [outline, setOutline] = useState<File | null>(null)
  const outlineUpload = useUpload(uploadDocument, outline?.name ?? '', documentReads)
  useEffect(() => {
    const name = neededForReview.find((each) => each === requestedField)
    if (name) form.setFocus(name)
  }, [requestedField, form])
  return (
    <Card>
      <FixedFacts project={project} />
      <Form
        form={form}
        failure={outlineUpload.failure ? `${t('projects.outlineFileFailed')}. ${outlineUpload.failure}` : edit.failure}
        onSubmit={async (body) => {
          // The exact outline first, then the simplified place.
          const file = outline && { projectKey, documentType: 'Other', document: outline }
          if (file && !(await outlineUpload.upload(file))) return
          setOutline(null)
          const saved = await edit.save({ query: { projectKey }, body })
          if (!saved) return
          edit.startFrom(changeableOf(saved))
          toast({ tone: 'good', text: t('projects.saved') })
        }}
      >
        <EditNotices edit={edit} of="project" />
        <WordFields rows={6} has={has} />
        {has('methodologyId') && <MethodologyField project={project} />}
        <ProviderFields project={project} has={has} />
        <div className="grid gap-5 empty:hidden sm:grid-cols-2">
          {has('startDate') && <DateField label={t('projects.startDate')} {...field('startDate', orAbsent)} />}
          {has('endDate') && <DateField label={t('projects.endDate')} {...field('endDate', orAbsent)} />}
          {has('country') && (
            <Select
              label={t('projects.country')}
              optional
              placeholder={t('projects.noCountry')}
              choices={countries}
              {...field('country', orAbsent)}
            />
          )}
        </div>
        <h2 className="mt-2 text-lg font-semibold">{t('projects.moreFacts')}</h2>
        <FactFields part="nature" has={has} />
        <FactFields part="place" has={has} />
        <PlaceField key={edit.version} outline={outline} onOutline={setOutline} />
        {outlineUpload.progress}
        <FactFields part="origin" has={has} />
        <Actions>
          <SubmitButton>{t('ui.save')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

function FixedFacts({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { methodologyId, methodology, measurementProvider, verificationProvider, status } = project
  const providers = [measurementProvider, verificationProvider].flatMap((provider) => (provider ? [provider] : []))
  const names = Object.fromEntries([
    [`methodology:${methodologyId}`, methodology ?? ''],
    ...providers.map(({ accountId, name }) => [`account:${accountId}`, name]),
  ])
  const textOf = useFactText({ subject: 'project:', names })
  const fixed = Object.entries(factsOf(project)).filter(([fact, value]) => !mayChange(status, fact, value))
  if (fixed.length === 0) return null
  return (
    <section aria-labelledby="fixed" className="mb-8">
      <h2 id="fixed" className="text-lg font-semibold">
        {t('projects.fixed')}
      </h2>
      <p className="mt-1 max-w-prose text-ink-soft">{t('projects.fixedWhy')}</p>
      <Facts>
        {fixed.map(
          ([fact, value]) =>
            isAuditedField(fact) && (
              <Fact key={fact} label={t(labelOf(fact))} wide={fact === 'description'}>
                {textOf(fact, value)}
              </Fact>
            ),
        )}
      </Facts>
    </section>
  )
}

function changeableOf(project: Project): ProjectFacts {
  const facts = Object.entries(factsOf(project))
  return Object.fromEntries(facts.filter(([fact, value]) => mayChange(project.status, fact, value)))
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
    // An area's centre.
    longitude: project.area ? null : project.longitude,
    latitude: project.area ? null : project.latitude,
    area: project.area,
    ...eachFact<FactValues>(({ name }) => project[name]),
  }
}
