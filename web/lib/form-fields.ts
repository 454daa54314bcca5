import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'

/** Returns a function from a field's name to the props of its control: the form's registration and the error. */
export function fieldsOf<Values extends FieldValues, Sent>({
  register,
  formState: { errors },
}: Pick<UseFormReturn<Values, unknown, Sent>, 'register' | 'formState'>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => {
    const error = get<typeof errors, FieldError | undefined>(errors, name)
    return { ...register(name, options), error: error?.message }
  }
}

/** For fields that are not sent while they are empty. */
export const orAbsent = { setValueAs: (value: unknown) => value || undefined }
