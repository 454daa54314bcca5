import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { type Ref, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { type Choice, Field, type FieldProps } from './field.tsx'

export interface Choices {
  /** The first matches; undefined while loading. */
  found: readonly Choice[] | undefined
  /** How many further matches are not listed. */
  more: number
  /** The current choice: null for none, undefined while its label is loading. */
  chosen: Choice | null | undefined
  hasFailed: boolean
  retry: () => void
  search: (text: string) => void
  /** Remembers the choice: the next search may not return it. */
  choose: (value: string) => void
}

/** A searchable select. `onChange` receives '' when the field is cleared. */
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
  /** Default: "Type to find". */
  placeholder?: string
  failed?: string
  inputRef?: Ref<HTMLInputElement>
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [typed, setTyped] = useState('')
  // In a modal dialog the list must render inside the dialog.
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
          // Otherwise the text is the label of a choice, not a search.
          onInputValueChange={(text, { reason }) => search(reason === 'input-change' ? text : '')}
          isItemEqualToValue={(one, other) => one.value === other.value}
          filter={null}
          autoHighlight
        >
          <div ref={setPlace} className="relative">
            {/* The open list hides even the label from screen readers: hence `aria-label`. */}
            <BaseCombobox.Input
              {...control}
              ref={inputRef}
              name={name}
              aria-label={label}
              className="control pr-10"
              placeholder={
                chosen === undefined && !hasFailed ? t('frame.loading') : (placeholder ?? t('ui.typeToFind'))
              }
            />
            <BaseCombobox.Trigger
              aria-label={t('ui.named', { name: t('ui.showChoices'), said: label })}
              className="absolute inset-y-0 right-0 flex w-10 items-center justify-center pointer-coarse:w-11 text-ink-faint"
            >
              <ChevronDown aria-hidden size={16} />
            </BaseCombobox.Trigger>
          </div>
          {hasFailed && (
            <p role="alert" className="flex flex-wrap items-baseline gap-x-2 text-sm text-bad">
              <span>{failed ?? t('frame.readFailed')}</span>
              <button type="button" className="min-h-6 underline underline-offset-2" onClick={from.retry}>
                {t('ui.tryAgain')}
              </button>
            </p>
          )}
          <BaseCombobox.Portal container={dialog}>
            <BaseCombobox.Positioner sideOffset={4} className="z-50 outline-none">
              <BaseCombobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lift">
                <BaseCombobox.List aria-label={label}>
                  {(choice: Choice) => (
                    <BaseCombobox.Item
                      key={choice.value}
                      value={choice}
                      disabled={choice.disabled}
                      className="flex min-h-10 items-center justify-between gap-3 pointer-coarse:min-h-11 rounded-md px-3 py-2 outline-none data-disabled:text-ink-faint data-highlighted:bg-raised"
                    >
                      <span className="min-w-0 break-words">
                        {choice.label}
                        {choice.detail && <span className="block text-sm text-ink-faint">{choice.detail}</span>}
                      </span>
                      <BaseCombobox.ItemIndicator className="shrink-0">
                        <Check aria-hidden size={16} />
                      </BaseCombobox.ItemIndicator>
                    </BaseCombobox.Item>
                  )}
                </BaseCombobox.List>
                <BaseCombobox.Status>
                  {found && found.length > 0 && !hasFailed ? (
                    <>
                      <span className="sr-only">{t('choices.found', { count: found.length })} </span>
                      {more > 0 && <StatusLine>{t('choices.more', { count: more })}</StatusLine>}
                    </>
                  ) : (
                    <StatusLine>
                      {hasFailed
                        ? (failed ?? t('frame.readFailed'))
                        : found === undefined
                          ? t('frame.searching')
                          : t(typed === '' ? 'choices.none' : 'ui.nothingFound')}
                    </StatusLine>
                  )}
                </BaseCombobox.Status>
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </Field>
  )
}

function StatusLine({ children }: { children: string }) {
  return <span className="block px-3 py-2 text-sm text-ink-soft">{children}</span>
}
