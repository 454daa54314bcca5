import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { type Choice, Field, type FieldProps } from './field.tsx'

/** What a combobox offers: the first of many, searched elsewhere as the reader types. */
export interface Choices {
  /** Those that were found for what is typed; undefined until they are. */
  found: readonly Choice[] | undefined
  /** How many more were found than are offered. */
  more: number
  /** The one that is chosen: null for none, undefined until its name is known. */
  chosen: Choice | null | undefined
  /** Whether they could not be read. */
  hasFailed: boolean
  retry: () => void
  search: (text: string) => void
  /** Keeps the choice, which the next search may not find. */
  choose: (value: string) => void
}

/** One of many choices, found by typing. `onChange` receives the value of the chosen one, or '' when it is erased. */
export function Combobox({
  label,
  hint,
  error,
  optional,
  name,
  from,
  placeholder,
  failed,
  inputRef,
  onChange,
}: FieldProps & {
  name: string
  from: Choices
  /** What the empty choice means; "Type to find" unless given. */
  placeholder?: string
  /** The sentence for choices that could not be read. */
  failed?: string
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  // In a modal window the list must be an element inside that window, or it cannot be reached.
  const dialog = place?.closest('dialog') ?? undefined
  const { found, chosen, more, hasFailed } = from
  function search(text: string) {
    setTyped(text)
    from.search(text)
  }
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <BaseCombobox.Root
          items={found ?? []}
          value={chosen ?? null}
          onValueChange={(choice) => {
            from.choose(choice?.value ?? '')
            onChange(choice?.value ?? '')
          }}
          // What else writes into the input is a choice's name, not a search.
          onInputValueChange={(text, { reason }) => search(reason === 'input-change' ? text : '')}
          isItemEqualToValue={(one, other) => one.value === other.value}
          filter={null}
          autoHighlight
        >
          <div ref={setPlace} className="relative">
            {/* While the list is open, everything else is hidden from screen readers, even the label. */}
            <BaseCombobox.Input
              {...control}
              ref={inputRef}
              name={name}
              aria-label={label}
              className="control pr-10"
              placeholder={chosen === undefined && !hasFailed ? t('ui.loading') : (placeholder ?? t('ui.typeToFind'))}
            />
            <BaseCombobox.Trigger
              aria-label={t('ui.showChoices')}
              className="absolute inset-y-0 right-0 flex w-10 items-center justify-center text-ink-faint"
            >
              <ChevronDown aria-hidden size={16} />
            </BaseCombobox.Trigger>
          </div>
          {hasFailed && (
            <p role="alert" className="flex flex-wrap items-baseline gap-x-2 text-sm text-bad">
              <span>{failed ?? t('ui.readFailed')}</span>
              <button type="button" className="min-h-6 underline underline-offset-2" onClick={from.retry}>
                {t('ui.tryAgain')}
              </button>
            </p>
          )}
          <BaseCombobox.Portal container={dialog}>
            <BaseCombobox.Positioner sideOffset={4} className="z-50 outline-none">
              <BaseCombobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lift">
                <BaseCombobox.List>
                  {(choice: Choice) => (
                    <BaseCombobox.Item
                      key={choice.value}
                      value={choice}
                      disabled={choice.disabled}
                      className="flex min-h-10 items-center justify-between gap-3 rounded-md px-3 py-2 outline-none data-disabled:text-ink-faint data-highlighted:bg-raised"
                    >
                      <span className="min-w-0 break-words">
                        {choice.label}
                        {choice.detail && <span className="block text-sm text-ink-faint">{choice.detail}</span>}
                      </span>
                      <BaseCombobox.ItemIndicator className="shrink-0 text-accent">
                        <Check aria-hidden size={16} />
                      </BaseCombobox.ItemIndicator>
                    </BaseCombobox.Item>
                  )}
                </BaseCombobox.List>
                <BaseCombobox.Status>
                  <Said>
                    {hasFailed
                      ? (failed ?? t('ui.readFailed'))
                      : found === undefined
                        ? t('ui.searching')
                        : found.length === 0
                          ? t(typed === '' ? 'choices.none' : 'ui.nothingFound')
                          : more > 0 && t('choices.more', { count: more })}
                  </Said>
                </BaseCombobox.Status>
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </Field>
  )
}

/** What is said below the choices, if anything. */
function Said({ children }: { children: string | false }) {
  return children && <span className="block px-3 py-2 text-sm text-ink-soft">{children}</span>
}
