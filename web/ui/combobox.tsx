import { Combobox as BaseCombobox } from '@base-ui/react/combobox'
import { Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { type Choice, Field, type FieldProps } from './field.tsx'

/**
 * One of many choices, found by typing. `value` is that of the chosen one or ''. `onSearch` receives what is typed, for
 * the caller to find the `choices`.
 */
export function Combobox({
  label,
  hint,
  error,
  optional,
  name,
  choices,
  value,
  onChange,
  onSearch,
}: FieldProps & {
  name: string
  choices: readonly Choice[]
  value: string
  onChange: (value: string) => void
  onSearch: (text: string) => void
}) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  // In a modal window the list must be an element inside that window, or it cannot be reached.
  const dialog = place?.closest('dialog') ?? undefined
  const items = [...choices]
  return (
    <Field {...{ label, hint, error, optional }}>
      {(control) => (
        <BaseCombobox.Root
          items={items}
          value={items.find((choice) => choice.value === value) ?? null}
          onValueChange={(choice) => onChange(choice?.value ?? '')}
          onInputValueChange={(text, { reason }) => reason === 'input-change' && onSearch(text)}
          isItemEqualToValue={(one, other) => one.value === other.value}
          filter={null}
          autoHighlight
        >
          <div ref={setPlace} className="relative">
            {/* While the list is open, everything else is hidden from screen readers, even the label. */}
            <BaseCombobox.Input
              {...control}
              name={name}
              aria-label={label}
              className="control pr-10"
              placeholder={t('ui.typeToFind')}
            />
            <BaseCombobox.Trigger
              aria-label={t('ui.showChoices')}
              className="absolute inset-y-0 right-0 flex w-10 items-center justify-center text-ink-faint"
            >
              <ChevronDown aria-hidden size={16} />
            </BaseCombobox.Trigger>
          </div>
          <BaseCombobox.Portal container={dialog}>
            <BaseCombobox.Positioner sideOffset={4} className="z-50 outline-none">
              <BaseCombobox.Popup className="max-h-72 w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-lift">
                <BaseCombobox.Empty>
                  <span className="block p-3 text-ink-soft">{t('ui.nothingFound')}</span>
                </BaseCombobox.Empty>
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
              </BaseCombobox.Popup>
            </BaseCombobox.Positioner>
          </BaseCombobox.Portal>
        </BaseCombobox.Root>
      )}
    </Field>
  )
}
