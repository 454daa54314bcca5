import { CircleAlert } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  FormProvider,
  type UseFormReturn,
  useFormContext,
} from 'react-hook-form'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from './button.tsx'
import { focusRevealed } from './reveal.ts'

/** `text` is null where the faults say all; `said` names the field, for forms that do not have the field. */
export type Refused = {
  text: string | null
  faults: readonly { path: string; fault: string; said: string }[]
}

/**
 * Shows errors beside the fields and in a summary that takes focus. Ignores a second submit while one is pending.
 * `refused` is the server's localised refusal; its faults stand beside the fields of their paths.
 */
export function Form<Values extends FieldValues, Sent>({
  form,
  onSubmit,
  refused = null,
  children,
}: {
  form: UseFormReturn<Values, unknown, Sent>
  onSubmit: (values: Sent) => Promise<unknown> | unknown
  refused?: Refused | null
  children: ReactNode
}) {
  const { errors, submitCount, isSubmitting } = form.formState
  const element = useRef<HTMLFormElement>(null)
  const controlOf = (path: string) =>
    element.current?.querySelector<HTMLElement>(`[name="${CSS.escape(path)}"]`) ?? null
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refusal once; a correction clears its field's error
  useEffect(() => {
    for (const { path, fault: message } of refused?.faults ?? []) {
      if (controlOf(path)) form.setError(path as FieldPath<Values>, { type: 'server', message })
    }
  }, [refused?.faults])
  const submit = form.handleSubmit(async (values) => {
    await onSubmit(values)
  })
  return (
    <FormProvider {...form}>
      <form
        ref={element}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          if (isSubmitting) event.preventDefault()
          else void submit(event)
        }}
      >
        <ErrorSummary errors={errors} refused={refused} attempt={submitCount} of={element} controlOf={controlOf} />
        {children}
      </form>
    </FormProvider>
  )
}

function ErrorSummary({
  errors,
  refused,
  attempt,
  of,
  controlOf,
}: {
  errors: FieldErrors<FieldValues>
  refused: Refused | null
  attempt: number
  of: RefObject<HTMLFormElement | null>
  controlOf: (path: string) => HTMLElement | null
}) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const heading = useId()
  const controls = Array.from(of.current?.elements ?? [])
  const messages = messagesIn(errors)
    .map((fault) => ({ ...fault, control: controlOf(fault.name) }))
    // Sort in the order of the form.
    .sort((one, other) => placeIn(controls, one.control) - placeIn(controls, other.control))
  const untied = refused?.faults.filter(({ path }) => !controlOf(path)).map(({ said }) => said) ?? []
  const failure = [refused?.text, ...untied].filter(Boolean).join(' ') || null
  const isOfServer = messages.some(({ type }) => type === 'server')
  const shown = messages.length > 0 || failure !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves once per attempt and answer, not per keystroke
  useEffect(() => {
    if (shown && attempt > 0) box.current?.focus()
  }, [attempt, failure])
  useEffect(() => {
    if (isOfServer) box.current?.focus()
  }, [isOfServer])
  if (!shown) return null
  const labelled = (name: string | undefined, text: string) => (name ? t('ui.named', { name, said: text }) : text)
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      // Of later changes only themselves are read, not the whole list at each corrected field.
      aria-atomic={false}
      aria-labelledby={heading}
      className="rounded-md border border-bad bg-bad-soft p-4 text-bad"
    >
      <p id={heading} className="flex items-start gap-2 font-medium">
        <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
        {messages.length > 0 ? t('ui.formErrors', { count: messages.length }) : failure}
      </p>
      {isOfServer && failure && <p className="mt-2 pl-7">{failure}</p>}
      {messages.length > 0 && (
        <ul className="mt-2 list-disc space-y-1 pl-10">
          {messages.map(({ name, message, control }) => (
            <li key={name}>
              <button
                type="button"
                className="min-h-6 text-left align-top underline underline-offset-2"
                onClick={() => focusRevealed(control)}
              >
                {labelled(labelOf(control), message)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** By the names of fields, such as `items.0.quantity`. */
function messagesIn(errors: object, path = ''): { name: string; message: string; type: unknown }[] {
  return Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null) return []
    const name = path + key
    if ('message' in error && typeof error.message === 'string') {
      return [{ name, message: error.message, type: 'type' in error ? error.type : undefined }]
    }
    return messagesIn(error, `${name}.`)
  })
}

function placeIn(controls: readonly Element[], control: Element | null): number {
  return control ? controls.indexOf(control) : controls.length
}

/** Returns the visible label of a control, or of the group that shares its name. */
function labelOf(control: HTMLElement | null): string | undefined {
  if (control instanceof HTMLInputElement && control.form?.elements.namedItem(control.name) instanceof RadioNodeList)
    return control.closest('fieldset')?.querySelector('legend')?.textContent
  const label = control && 'labels' in control && control.labels instanceof NodeList ? control.labels[0] : undefined
  const text = label?.firstChild?.textContent || label?.textContent
  return text?.replace(/\.$/, '') || undefined
}

/** Busy while the surrounding form is sent. */
export function SubmitButton({ children, tone = 'primary' }: { children: ReactNode; tone?: 'primary' | 'danger' }) {
  const { formState } = useFormContext()
  return (
    <Button type="submit" tone={tone} busy={formState.isSubmitting}>
      {children}
    </Button>
  )
}
