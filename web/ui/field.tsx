import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { limits } from '#shared/rules/limits.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from './cx.ts'

export interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The maximum length; the hint shows it. The schema refuses more: `maxLength` would cut pasted text without a word. */
  upTo?: number | undefined
  /** Marks the field as optional, or until when. */
  optional?: boolean | string | undefined
  id?: string | undefined
}

function useControl({ id: given, hint, error }: Pick<FieldProps, 'id' | 'hint' | 'error'>) {
  const own = useId()
  const id = given ?? own
  const describedBy = cx(hint ? `${id}-hint` : null, error && `${id}-error`)
  return { id, 'aria-describedby': describedBy || undefined, 'aria-invalid': Boolean(error) }
}

/** `children` must spread its argument on the control. */
export function Field({
  label,
  upTo,
  hint: ownHint,
  error,
  optional,
  id,
  children,
}: FieldProps & { children: (control: ReturnType<typeof useControl>) => ReactNode }) {
  const { t } = useTranslation()
  const hint = ownHint ?? (upTo && t('ui.upTo', { count: upTo }))
  const control = useControl({ id, hint, error })
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={control.id} id={`${control.id}-label`} className="text-sm font-medium">
        {label}
        {optional && (
          <span className="font-normal text-ink-faint"> {optional === true ? t('ui.optional') : optional}</span>
        )}
      </label>
      {children(control)}
      {hint && (
        <p id={`${control.id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      )}
      <FieldError of={control.id} text={error} />
    </div>
  )
}

function FieldError({ of, text }: { of: string; text: string | undefined }) {
  if (!text) return null
  return (
    <p id={`${of}-error`} className="flex items-start gap-1.5 text-sm text-bad">
      <CircleAlert aria-hidden size={15} className="mt-0.5 shrink-0" />
      {text}
    </p>
  )
}

type Own<T extends 'input' | 'textarea' | 'select'> = FieldProps & Omit<ComponentProps<T>, 'className' | 'children'>

export function TextField({ label, upTo, hint, error, optional, id, ...input }: Own<'input'>) {
  return (
    <Field {...{ label, upTo, hint, error, optional, id }}>
      {(control) => <input type="text" {...input} {...control} className="control" />}
    </Field>
  )
}

export function TextArea({ label, upTo, hint, error, optional, id, rows = 4, ...input }: Own<'textarea'>) {
  return (
    <Field {...{ label, upTo, hint, error, optional, id }}>
      {(control) => <textarea rows={rows} {...input} {...control} className="control resize-y" />}
    </Field>
  )
}

function FigureField({ label, hint, error, optional, id, ...input }: Own<'input'>) {
  return (
    <Field {...{ label, hint, error, optional, id }}>
      {(control) => <input {...input} {...control} className="control tabular" />}
    </Field>
  )
}

/** A `YYYY-MM-DD` date. The default hint names the allowed years. */
export function DateField({ hint, ...props }: Own<'input'>) {
  const { t } = useTranslation()
  const days = { first: limits.firstDay.slice(0, 4), last: limits.lastDay.slice(0, 4) }
  return (
    <FigureField
      type="date"
      min={limits.firstDay}
      max={limits.lastDay}
      hint={hint === undefined ? t('ui.days', days) : hint}
      {...props}
    />
  )
}

export function QuantityField(props: Own<'input'>) {
  return <FigureField inputMode="numeric" autoComplete="off" {...props} />
}

export interface Choice {
  value: string
  label: string
  /** Distinguishes equal labels; only a combobox shows it. */
  detail?: string | undefined
  disabled?: boolean | undefined
}

/** A native select. `placeholder` is the empty choice. */
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
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Fingers get 44 pixels. */
const labelClass = 'flex items-start gap-2.5 pointer-coarse:py-[11px]'

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
          <label htmlFor={`${own}-${choice.value}`} className={labelClass}>
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
      <FieldError of={own} text={error} />
    </fieldset>
  )
}

export function Checkbox({ label, hint, error, id, ...input }: Own<'input'>) {
  const control = useControl({ id, hint, error })
  return (
    <div>
      <label htmlFor={control.id} className={labelClass}>
        <input type="checkbox" {...input} {...control} className="mt-1 size-4 shrink-0 accent-(--accent-fill)" />
        <span>{label}</span>
      </label>
      {hint && (
        <p id={`${control.id}-hint`} className="ml-6.5 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${control.id}-error`} className="ml-6.5 text-sm text-bad">
          {error}
        </p>
      )}
    </div>
  )
}
