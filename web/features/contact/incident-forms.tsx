import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { z } from 'zod'
import {
  correctIncident,
  type Incident,
  listIncidents,
  openIncident,
  readServiceStatus,
  updateIncident,
} from '#shared/contract/service-status.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Component, components, incidentStates } from '#shared/rules/service-status.ts'
import { DraftNotice } from '#web/domain/edit-notices.tsx'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useDraftForm } from '#web/lib/use-draft-form.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Checkbox, Select, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

const refresh = [listIncidents, readServiceStatus]

type Opened = z.input<typeof openIncident.body>
const nothing: Opened = { title: '', affected: [], state: 'investigating', words: '' }
const typed = ['title', 'state', 'words'] as const

export function OpenIncident({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const open = useAct(openIncident, { refresh })
  const draft = useDraftForm({ subject: 'newIncident', fields: typed }, openIncident.body, nothing)
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('serviceStatus.open')}
      description={<p>{t('serviceStatus.openLead')}</p>}
      form={form}
      draft={draft}
      refused={open.refused}
      done={t('serviceStatus.reported')}
      onSubmit={(body) => open.act({ body })}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <TextField label={t('serviceStatus.fieldTitle')} upTo={limits.documentTitle} {...field('title')} />
      <AffectedFields form={form} />
      <Select
        label={t('serviceStatus.fieldState')}
        choices={useStates().filter(({ value }) => value !== 'resolved')}
        {...field('state')}
      />
      <TextArea label={t('serviceStatus.fieldWords')} upTo={limits.statement} {...field('words')} />
    </FormDialog>
  )
}

function useStates() {
  const { t } = useTranslation()
  return incidentStates.map((value) => ({ value, label: t(`serviceStatus.incidentState.${value}`) }))
}

function AffectedFields({ form }: { form: UseFormReturn<Opened, unknown, z.output<typeof openIncident.body>> }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController<Opened, 'affected', z.output<typeof openIncident.body>>({
    control: form.control,
    name: 'affected',
  })
  const choose = (component: Component, isChosen: boolean) =>
    field.onChange(components.filter((each) => (each === component ? isChosen : field.value.includes(each))))
  return (
    <fieldset aria-describedby={fieldState.error ? 'affected-error' : undefined}>
      <legend className="mb-2 text-sm font-medium">{t('serviceStatus.fieldAffected')}</legend>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        {components.map((component) => (
          <Checkbox
            key={component}
            name={field.name}
            label={t(`serviceStatus.component.${component}`)}
            checked={field.value.includes(component)}
            onChange={(event) => choose(component, event.target.checked)}
          />
        ))}
      </div>
      {fieldState.error && (
        <p id="affected-error" className="mt-1 text-sm text-bad">
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}

/** `isLast` resolves it. */
export function UpdateIncident({
  incident: { incidentId, title, state },
  isLast,
  onClose,
}: {
  incident: Incident
  isLast: boolean
  onClose: () => void
}) {
  const { t } = useTranslation()
  const update = useAct(updateIncident, { refresh })
  const subject = `${isLast ? 'resolveIncident' : 'updateIncident'}:${incidentId}`
  const [empty] = useState({ state: isLast ? ('resolved' as const) : state, words: '' })
  const draft = useDraftForm({ subject }, updateIncident.body, empty)
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t(isLast ? 'serviceStatus.resolve' : 'serviceStatus.update')}
      description={<p className="font-medium text-ink wrap-anywhere">{title}</p>}
      form={form}
      draft={draft}
      refused={update.refused}
      done={t(isLast ? 'serviceStatus.resolved' : 'serviceStatus.updated')}
      onSubmit={(body) => update.act({ params: { incidentId }, body })}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      <Select label={t('serviceStatus.fieldState')} choices={useStates()} {...field('state')} />
      <TextArea label={t('serviceStatus.fieldWords')} upTo={limits.statement} {...field('words')} />
    </FormDialog>
  )
}

const correction = correctIncident.body.omit({ number: true })

/** With the first update also the title. */
export function CorrectIncident({
  incident: { incidentId, title },
  update: { number, words, at },
  onClose,
}: {
  incident: Incident
  update: Incident['updates'][number]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const correct = useAct(correctIncident, { refresh })
  const [former] = useState({ ...(number === 1 && { title }), words })
  const draft = useDraftForm({ subject: `correctIncident:${incidentId}:${number}` }, correction, former)
  const { form } = draft
  const field = fieldsOf(form)
  return (
    <FormDialog
      title={t('serviceStatus.correct')}
      description={
        <>
          <p className="font-medium text-ink tabular">{format.time(at)}</p>
          <p>{t('serviceStatus.correctLead')}</p>
        </>
      }
      form={form}
      draft={draft}
      refused={correct.refused}
      done={t('serviceStatus.corrected')}
      onSubmit={(body) => correct.act({ params: { incidentId }, body: { number, ...body } })}
      onClose={onClose}
    >
      <DraftNotice draft={draft} />
      {number === 1 && (
        <TextField label={t('serviceStatus.fieldTitle')} upTo={limits.documentTitle} {...field('title')} />
      )}
      <TextArea label={t('serviceStatus.fieldWords')} upTo={limits.statement} {...field('words')} />
    </FormDialog>
  )
}
