import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'

/** Returns a function from a field's name to its control's props. */
export function fieldsOf<Values extends FieldValues, Sent>({
  register,
  formState: { errors },
}: Pick<UseFormReturn<Values, unknown, Sent>, 'register' | 'formState'>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => {
    const error = get<typeof errors, FieldError | undefined>(errors, name)
    return { ...register(name, options), error: error?.message }
  }
}

/** The same for a combobox, whose input holds the chosen name, not the value. */
export function choicesOf<Values extends FieldValues, Sent>(form: UseFormReturn<Values, unknown, Sent>) {
  const field = fieldsOf(form)
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => {
    const { ref, onChange, error } = field(name, options)
    const value: unknown = form.watch(name)
    return {
      value: typeof value === 'string' ? value : '',
      props: {
        name,
        error,
        // The form may only focus the input.
        inputRef: (input: HTMLInputElement | null) => ref(input && { name, focus: () => input.focus() }),
        onChange: (chosen: string) =>
          void onChange({ target: { name, value: options?.setValueAs ? options.setValueAs(chosen) : chosen } }),
      },
    }
  }
}

/** For fields that are not sent while empty. */
export const orAbsent = { setValueAs: (value: unknown) => value || undefined }
