import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'

export interface FieldProps {
  label: string
  /** What to write and its limit, said before it is broken. */
  hint?: ReactNode
  error?: string | undefined
  /** Marks the field as one that may stay empty; fields are required unless said otherwise. */
  optional?: boolean | undefined
}

export interface ControlProps {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** Label, hint, control and error of one input. `children` receives what ties the control to them. */
export function Field({
  label,
  hint,
  error,
  optional,
  id,
  children,
}: FieldProps & { id?: string | undefined; children: (control: ControlProps) => ReactNode }) {
  const { t } = useTranslation()
  const own = useId()
  const control = id ?? own
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ')
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={control} className="text-sm font-medium">
        {label}
        {optional && <span className="font-normal text-ink-faint"> {t('ui.optional')}</span>}
      </label>
      {children({ id: control, 'aria-describedby': describedBy || undefined, 'aria-invalid': Boolean(error) })}
      {hint && (
        <p id={`${control}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control}-error`} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

type Own<T extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<T>, 'className' | 'children'>

/** One line of text. Takes what react-hook-form's `register` gives. */
export function TextField({ label, hint, error, optional, id, ...input }: Own<'input'>) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => <input type="text" {...input} {...control} className="control" />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, id, rows = 4, ...input }: Own<'textarea'>) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => <textarea rows={rows} {...input} {...control} className="control resize-y" />}
    </Field>
  )
}

/** A day, as `YYYY-MM-DD`, by the browser's own calendar. */
export function DateField({ label, hint, error, optional, id, ...input }: Own<'input'>) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => <input type="date" {...input} {...control} className="control tabular" />}
    </Field>
  )
}

/** A whole number of units. */
export function QuantityField({ label, hint, error, optional, id, ...input }: Own<'input'>) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => (
        <input inputMode="numeric" autoComplete="off" {...input} {...control} className="control tabular" />
      )}
    </Field>
  )
}

export interface Choice {
  value: string
  label: string
}

/** One of a few choices, by the browser's own list. `placeholder` is the empty choice. */
export function Select({
  label,
  hint,
  error,
  optional,
  id,
  choices,
  placeholder,
  ...input
}: Own<'select'> & { choices: readonly Choice[]; placeholder?: string }) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => (
        <select {...input} {...control} className="control pr-8">
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** One of a few choices, all of them in view, each with what it means. Takes what react-hook-form's `register` gives. */
export function RadioGroup({
  label,
  error,
  choices,
  ...input
}: Omit<Own<'input'>, 'hint' | 'optional' | 'id'> & { choices: readonly (Choice & { hint: string })[] }) {
  const own = useId()
  return (
    <fieldset aria-describedby={error ? `${own}-error` : undefined} className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value}>
          <label htmlFor={`${own}-${choice.value}`} className="flex items-start gap-2.5">
            <input
              type="radio"
              {...input}
              id={`${own}-${choice.value}`}
              value={choice.value}
              aria-describedby={`${own}-${choice.value}-hint`}
              className="mt-1 size-4 shrink-0 accent-(--accent-fill)"
            />
            <span>{choice.label}</span>
          </label>
          <p id={`${own}-${choice.value}-hint`} className="ml-6.5 text-sm text-ink-faint">
            {choice.hint}
          </p>
        </div>
      ))}
      {error && (
        <p id={`${own}-error`} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A box to tick, its sentence beside it. */
export function Checkbox({ label, hint, error, id, ...input }: Own<'input'>) {
  const own = useId()
  const control = id ?? own
  const describedBy = [hint && `${control}-hint`, error && `${control}-error`].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={control} className="flex items-start gap-2.5">
        <input
          type="checkbox"
          {...input}
          id={control}
          aria-invalid={Boolean(error)}
          aria-describedby={describedBy || undefined}
          className="mt-1 size-4 shrink-0 accent-(--accent-fill)"
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${control}-hint`} className="ml-6.5 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control}-error`} className="ml-6.5 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
