import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useSchemaResolver } from './schema-resolver.ts'

/**
 * A form that is validated by the schema of what it sends; see `useSchemaResolver` for `special`. After an attempt with
 * errors, focus moves to the form's summary instead of a field.
 */
export function useSchemaForm<Values extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Values>,
  defaultValues: DefaultValues<Values>,
  special?: Readonly<Record<string, string>>,
): UseFormReturn<Values, unknown, Sent> {
  const resolver = useSchemaResolver(schema, special)
  return useForm({ resolver, defaultValues, shouldFocusError: false })
}
