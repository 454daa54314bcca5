import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useSchemaResolver } from './schema-resolver.ts'

/** See `useSchemaResolver`. After a failed submission, focus moves to the summary instead of a field. */
export function useSchemaForm<Values extends FieldValues, Sent>(
  schema: z.ZodType<Sent, Values>,
  defaultValues: DefaultValues<Values>,
  special?: Readonly<Record<string, string>>,
): UseFormReturn<Values, unknown, Sent> {
  const resolver = useSchemaResolver(schema, special)
  return useForm({ resolver, defaultValues, shouldFocusError: false })
}
