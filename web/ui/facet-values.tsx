import { Popover } from '@base-ui/react/popover'
import { type ReactNode, type RefObject, startTransition, useOptimistic } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { SearchField } from './search-field.tsx'

export interface FacetChoice {
  value: string
  label: string
  /** The number of matching rows, formatted. */
  count?: string
}

export function FacetValues({
  label,
  chosen,
  choices,
  isSearchable = false,
  searchText = '',
  onSearch = () => undefined,
  note = null,
  onChange,
  button,
  onClose,
}: {
  label: string
  chosen: readonly string[]
  /** A function: formatting hundreds of names is slow on a phone. */
  choices: () => readonly FacetChoice[]
  isSearchable?: boolean
  searchText?: string
  onSearch?: (text: string) => void
  note?: ReactNode
  onChange: (chosen: string[]) => void
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const offered = choices()
  // Shows a tick, and counts it for the next one, before the list renders.
  const [ticked, showTicked] = useOptimistic(chosen)
  function tick(next: string[]) {
    startTransition(() => {
      showTicked(next)
      onChange(next)
    })
  }
  return (
    <Popover.Root
      open
      onOpenChange={(_, { event, reason }) => {
        // The button closes the list itself.
        if (reason === 'escape-key' || !button.current?.contains(event.target as Node)) onClose()
      }}
    >
      <Popover.Portal>
        <Popover.Positioner anchor={button} sideOffset={4} align="start" collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-label={label}
            finalFocus={button}
            className="flex max-h-[min(28rem,var(--available-height))] w-80 max-w-[calc(100vw-1rem)] flex-col rounded-md border border-line bg-surface text-ink shadow-lift outline-none"
          >
            {isSearchable && (
              <div className="border-b border-line p-2">
                <SearchField label={t('facets.find', { facet: label })} value={searchText} onChange={onSearch} />
              </div>
            )}
            <div className="min-h-0 overflow-y-auto p-1">
              <fieldset>
                <legend className="sr-only">{label}</legend>
                {offered.map((choice) => (
                  <label
                    key={choice.value}
                    className="flex min-h-9 items-start gap-2.5 rounded-md px-2 py-1.5 pointer-coarse:py-[11px] hover:bg-raised"
                  >
                    <input
                      type="checkbox"
                      className="mt-1 size-4 shrink-0 accent-(--accent-fill)"
                      checked={ticked.includes(choice.value)}
                      onChange={(event) =>
                        tick(
                          event.target.checked
                            ? [...ticked, choice.value]
                            : ticked.filter((value) => value !== choice.value),
                        )
                      }
                    />
                    <span className="min-w-0 flex-1 break-words">{choice.label}</span>
                    <span className="tabular shrink-0 text-ink-soft">{choice.count}</span>
                  </label>
                ))}
              </fieldset>
            </div>
            <p role="status" className="border-t border-line px-3 py-2 text-sm text-ink-soft empty:hidden">
              {note ?? (offered.length === 0 ? t('ui.nothingFound') : null)}
            </p>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
