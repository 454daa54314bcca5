import type { ComponentProps } from 'react'
import { Field, type FieldProps } from './field.tsx'

export function Slider({
  label,
  hint,
  ...input
}: Pick<FieldProps, 'label' | 'hint'> & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  return (
    <Field {...{ label, hint }}>
      {(control) => <input {...input} {...control} type="range" className="h-10 w-full accent-accent-fill" />}
    </Field>
  )
}
