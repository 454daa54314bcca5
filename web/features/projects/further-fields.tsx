import { useId } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { limits } from '#shared/rules/limits.ts'
import { type ProjectFact, projectFacts, type Sdg, sdgs, usualSectors } from '#shared/rules/project-facts.ts'
import { useProjectWords } from '#web/domain/project-words.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { site } from '#web/lib/site-config.ts'
import { useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Checkbox, type FieldProps, QuantityField, Select, TextField } from '#web/ui/field.tsx'
import type { Has, ProjectFacts } from './project-fields.tsx'

const emptyAsNull = { setValueAs: (value: unknown) => value || null }

/** The changeable facts of a part, in the table's order. */
export function FactFields({ part, has }: { part: ProjectFact['part']; has: Has }) {
  return (
    <div className="grid gap-5 empty:hidden sm:grid-cols-2">
      {projectFacts
        .filter((fact) => fact.part === part && has(fact.name))
        .map((fact) => (
          <FactField key={fact.name} fact={fact} />
        ))}
    </div>
  )
}

function FactField({ fact }: { fact: ProjectFact }) {
  const { t } = useTranslation()
  const { estimate } = useFigures()
  const field = fieldsOf(useFormContext<ProjectFacts>())
  const said = { label: t(fact.label), hint: fact.hint && t(fact.hint), optional: true }
  if (fact.name === 'type') return <TypeField {...said} />
  if (fact.name === 'sector') return <SectorField {...said} />
  switch (fact.kind) {
    case 'line':
      return <TextField {...said} maxLength={fact.max} {...field(fact.name)} />
    case 'quantity':
      return <QuantityField {...said} {...field(fact.name, estimate)} />
    case 'choice':
      return (
        <Select
          {...said}
          placeholder={t('projects.notStated')}
          choices={Object.entries(fact.of).map(([value, word]) => ({ value, label: t(word) }))}
          {...field(fact.name, emptyAsNull)}
        />
      )
    case 'goals':
      return <GoalFields {...said} />
  }
}

function TypeField(said: FieldProps) {
  const { t } = useTranslation()
  const words = useProjectWords()
  const form = useFormContext<ProjectFacts>()
  // A removed type stays selectable.
  const types = new Set([...site().projectTypes, ...[form.getValues('type') ?? ''].filter((type) => type !== '')])
  return (
    <Select
      {...said}
      placeholder={t('projects.chooseType')}
      choices={[...types].map((value) => ({ value, label: words.type(value) }))}
      {...fieldsOf(form)('type')}
    />
  )
}

/** Chosen or typed. Standard sectors are stored untranslated. */
function SectorField(said: FieldProps) {
  const words = useProjectWords()
  const sectors = useId()
  const { field, fieldState } = useController<ProjectFacts, 'sector'>({ name: 'sector' })
  return (
    <>
      <TextField
        {...said}
        error={fieldState.error?.message}
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

function GoalFields({ label }: FieldProps) {
  const { t } = useTranslation()
  const { field } = useController<ProjectFacts, 'sdgs'>({ name: 'sdgs' })
  const chosen = field.value ?? []
  const choose = (goal: Sdg, isChosen: boolean) =>
    field.onChange(sdgs.filter((each) => (each === goal ? isChosen : chosen.includes(each))))
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-2 text-sm font-medium">{label}</legend>
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
