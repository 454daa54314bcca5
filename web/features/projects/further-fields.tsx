import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { limits } from '#shared/rules/limits.ts'
import { mitigations, type Sdg, sdgs, usualSectors } from '#shared/rules/project-facts.ts'
import { useProjectWords } from '#web/domain/project-words.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { site } from '#web/lib/site-config.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Checkbox, QuantityField, Select, TextField } from '#web/ui/field.tsx'
import type { Has, ProjectFacts } from './project-fields.tsx'

const emptyAsNull = { setValueAs: (value: unknown) => value || null }

export function KindFields({ has }: { has: Has }) {
  const { t } = useTranslation()
  const words = useProjectWords()
  const { estimate } = useFigures()
  const { register, getValues, formState } = useFormContext<ProjectFacts>()
  const field = fieldsOf({ register, formState })
  // A removed type stays selectable.
  const types = new Set([...site().projectTypes, ...[getValues('type') ?? ''].filter((type) => type !== '')])
  return (
    <div className="grid gap-5 empty:hidden sm:grid-cols-2">
      {has('type') && (
        <Select
          label={t('projects.type')}
          optional
          placeholder={t('projects.chooseType')}
          choices={[...types].map((value) => ({ value, label: words.type(value) }))}
          {...field('type')}
        />
      )}
      {has('sector') && <SectorField />}
      {has('mitigation') && (
        <Select
          label={t('projects.mitigation')}
          optional
          placeholder={t('projects.notStated')}
          choices={mitigations.map((value) => ({ value, label: t(`projects.mitigations.${value}`) }))}
          {...field('mitigation', emptyAsNull)}
        />
      )}
      {has('annualEstimate') && (
        <QuantityField
          label={t('projects.annualEstimate')}
          hint={t('projects.annualEstimateHint')}
          optional
          {...field('annualEstimate', estimate)}
        />
      )}
      {has('standard') && (
        <TextField label={t('projects.standard')} optional maxLength={limits.organisation} {...field('standard')} />
      )}
    </div>
  )
}

/** Chosen or typed. Standard sectors are stored untranslated. */
function SectorField() {
  const { t } = useTranslation()
  const words = useProjectWords()
  const sectors = useId()
  const { field, fieldState } = useController<ProjectFacts, 'sector'>({ name: 'sector' })
  return (
    <>
      <TextField
        label={t('projects.sector')}
        hint={t('projects.sectorHint')}
        error={fieldState.error?.message}
        optional
        list={sectors}
        maxLength={limits.kind}
        {...field}
        value={words.sector(field.value ?? '')}
        onChange={({ target: { value } }) =>
          field.onChange(usualSectors.find((usual) => words.sector(usual) === value) ?? value)
        }
      />
      <datalist id={sectors}>
        {usualSectors.map((sector) => (
          <option key={sector} value={words.sector(sector)} />
        ))}
      </datalist>
    </>
  )
}

export function OriginFields({ has }: { has: Has }) {
  const { t } = useTranslation()
  const field = fieldsOf(useFormContext<ProjectFacts>())
  return (
    <div className="grid gap-5 empty:hidden sm:grid-cols-2">
      {has('originRegistry') && (
        <TextField
          label={t('projects.originRegistry')}
          hint={t('projects.originHint')}
          optional
          maxLength={limits.name}
          {...field('originRegistry')}
        />
      )}
      {has('originId') && (
        <TextField label={t('projects.originId')} optional maxLength={limits.ownReference} {...field('originId')} />
      )}
    </div>
  )
}

export function GoalFields() {
  const { t } = useTranslation()
  const { field } = useController<ProjectFacts, 'sdgs'>({ name: 'sdgs' })
  const chosen = field.value ?? []
  const choose = (goal: Sdg, isChosen: boolean) =>
    field.onChange(sdgs.filter((each) => (each === goal ? isChosen : chosen.includes(each))))
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{t('projects.goals')}</legend>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {sdgs.map((goal) => (
          <Checkbox
            key={goal}
            label={t(`projects.goal.${goal}`)}
            checked={chosen.includes(goal)}
            onChange={(event) => choose(goal, event.target.checked)}
          />
        ))}
      </div>
    </fieldset>
  )
}
