import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { type Project, updateProject, uploadDocument } from '#shared/contract/projects.ts'
import { isAuditedField, labelOf } from '#shared/rules/audited.ts'
import { fixedBy, mayChange, whyFixed } from '#shared/rules/lifecycle/changing-facts.ts'
import {
  eachFact,
  type FactValues,
  neededForReview,
  type ProjectFact,
  projectFacts,
  requestedFacts,
} from '#shared/rules/project-facts.ts'
import { EditNotices } from '#web/domain/edit-notices.tsx'
import { type FormPart, FormSteps } from '#web/domain/form-steps.tsx'
import { documentReads, projectReads } from '#web/domain/reads.ts'
import { useFactText } from '#web/domain/use-fact-text.ts'
import { useUpload } from '#web/domain/use-upload.tsx'
import { useCountries } from '#web/lib/countries.ts'
import { fieldsOf, orAbsent } from '#web/lib/form-fields.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'
import { useUrlState } from '#web/lib/use-url-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { SavingBar } from '#web/ui/bottom-bar.tsx'
import { Fact } from '#web/ui/facts.tsx'
import { DateField, Select } from '#web/ui/field.tsx'
import { FixedFacts } from '#web/ui/fixed-facts.tsx'
import { Form } from '#web/ui/form.tsx'
import { Card } from '#web/ui/page.tsx'
import { focusRevealed } from '#web/ui/reveal.ts'
import { toast } from '#web/ui/toast.tsx'
import { FactFields } from './further-fields.tsx'
import { PlaceField } from './place-field.tsx'
import { type Has, MethodologyField, type ProjectFacts, ProviderFields, WordFields } from './project-fields.tsx'

/** Together one place: a point or an area. */
const placeFacts = ['longitude', 'latitude', 'area'] as const

type PartName = 'request' | 'nature' | 'place' | 'origin'
const factsIn = (part: ProjectFact['part']) => projectFacts.filter((fact) => fact.part === part).map(({ name }) => name)

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
    together: placeFacts,
    refresh: projectReads,
  })
  const { form } = edit
  const has: Has = (fact) => Object.hasOwn(facts, fact)
  const [linkedField, setLinkedField] = useUrlState('field')
  const place = useRef<HTMLDivElement>(null)
  const [outline, setOutline] = useState<File | null>(null)
  const outlineUpload = useUpload(uploadDocument, outline?.name ?? '', documentReads)
  const toFocus = useRef('')
  // The field leaves the address first: a reload keeps the form's part, and the same link leads to the field again.
  useEffect(() => {
    if (linkedField) {
      toFocus.current = linkedField
      setLinkedField('')
      return
    }
    const name = neededForReview.find((each) => each === toFocus.current)
    toFocus.current = ''
    if (name) focusRevealed(place.current?.querySelector<HTMLElement>(`[name="${name}"]`))
  }, [linkedField, setLinkedField])
  const part = (name: PartName, of: readonly (keyof ProjectFacts)[], content: ReactNode): FormPart[] =>
    of.some(has) ? [{ title: t(`projects.part.${name}`), content }] : []
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <Form
          form={form}
          refused={
            outlineUpload.failure
              ? { text: `${t('projects.outlineFileFailed')}. ${outlineUpload.failure}`, faults: [] }
              : edit.refused
          }
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
          <div ref={place} className="flex flex-col gap-5">
            <FormSteps
              of="project"
              parts={[
                ...part('request', requestedFacts, <RequestedFields project={project} has={has} />),
                ...part('nature', factsIn('nature'), <FactFields part="nature" has={has} />),
                ...part(
                  'place',
                  ['country', ...placeFacts],
                  <>
                    <CountryField has={has} />
                    <FactFields part="place" has={has} />
                    <PlaceField key={edit.version} outline={outline} onOutline={setOutline} />
                    {outlineUpload.progress}
                  </>,
                ),
                ...part('origin', factsIn('origin'), <FactFields part="origin" has={has} />),
              ]}
            />
          </div>
          <SavingBar
            changes={Math.max(edit.changes, outline ? 1 : 0)}
            onDiscard={() => {
              setOutline(null)
              edit.discard()
            }}
          />
        </Form>
      </Card>
      <FixedByReason project={project} />
    </div>
  )
}

/** The specified fields of a request. */
function RequestedFields({ project, has }: { project: Project; has: Has }) {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<ProjectFacts>())
  return (
    <>
      <WordFields rows={6} has={has} />
      {has('methodologyId') && <MethodologyField project={project} />}
      <ProviderFields project={project} has={has} />
      <div className="grid gap-5 empty:hidden sm:grid-cols-2">
        {has('startDate') && <DateField label={t('projects.startDate')} {...field('startDate', orAbsent)} />}
        {has('endDate') && <DateField label={t('projects.endDate')} {...field('endDate', orAbsent)} />}
      </div>
    </>
  )
}

function CountryField({ has }: { has: Has }) {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<ProjectFacts>())
  const countries = useCountries()
  if (!has('country')) return null
  return (
    <Select
      label={t('projects.country')}
      optional={has('projectName') ? t('projects.neededToSubmit') : true}
      placeholder={t('projects.noCountry')}
      choices={countries}
      {...field('country', orAbsent)}
    />
  )
}

/** By the reason that fixes them (`whyFixed`, which the server asks too). */
function FixedByReason({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { methodologyId, methodology, measurementProvider, verificationProvider, status } = project
  const providers = [measurementProvider, verificationProvider].flatMap((provider) => (provider ? [provider] : []))
  const names = Object.fromEntries([
    [`methodology:${methodologyId}`, methodology ?? ''],
    ...providers.map(({ accountId, name }) => [`account:${accountId}`, name]),
  ])
  const textOf = useFactText({ subject: 'project:', names })
  const groups = fixedBy
    .map((why) => ({
      why,
      facts: Object.entries(factsOf(project)).filter(([fact, value]) => whyFixed(status, fact, value) === why),
    }))
    .filter(({ facts }) => facts.length > 0)
  if (groups.length === 0) return null
  return (
    <Card>
      <section aria-labelledby="fixed" className="flex flex-col gap-6">
        <h2 id="fixed" className="text-lg font-semibold">
          {t('projects.fixed')}
        </h2>
        {groups.map(({ why, facts }) => (
          <FixedFacts key={why} why={t(`projects.fixedBy.${why}`)}>
            {facts.map(
              ([fact, value]) =>
                isAuditedField(fact) && (
                  <Fact key={fact} label={t(labelOf(fact))} wide={fact === 'description'}>
                    {textOf(fact, value)}
                  </Fact>
                ),
            )}
          </FixedFacts>
        ))}
      </section>
    </Card>
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
