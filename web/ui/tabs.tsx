import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'
import { VisuallyHidden } from './hidden.tsx'

export interface Tab {
  id: string
  label: string
  count?: number | undefined
  /** Shows a dot with this text as tooltip and for screen readers. */
  mark?: string | undefined
  content: ReactNode
}

function showChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector<HTMLElement>('[aria-selected=true]')
  if (chosen) list?.scrollTo?.({ left: chosen.offsetLeft - (list.clientWidth - chosen.offsetWidth) / 2 })
}

/** A cut edge fades, as a sign that the tabs scroll. */
function markCut(list: HTMLElement | null): void {
  if (!list) return
  list.toggleAttribute('data-cut-left', list.scrollLeft > 1)
  list.toggleAttribute('data-cut-right', list.scrollLeft + list.clientWidth < list.scrollWidth - 1)
}

/** The caller stores the choice, for example with `useUrlState`. */
export function Tabs({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string
  tabs: readonly Tab[]
  value: string
  onChange: (id: string) => void
}) {
  const list = useRef<HTMLDivElement>(null)
  const words = tabs.map((tab) => `${tab.label} ${tab.count ?? ''}`).join()
  // Keeps the chosen tab in view after the counts load and on resize.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is chosen and what is said move the tabs
  useEffect(() => {
    const onResize = () => {
      showChosen(list.current)
      markCut(list.current)
    }
    onResize()
    window.addEventListener('resize', onResize)
    return () => window.removeEventListener('resize', onResize)
  }, [value, words])
  return (
    <BaseTabs.Root value={value} onValueChange={(next: string) => onChange(next)}>
      <BaseTabs.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line data-cut-left:mask-l-from-[calc(100%-3rem)] data-cut-right:mask-r-from-[calc(100%-3rem)]"
        onScroll={() => markCut(list.current)}
      >
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.id}
            value={tab.id}
            className="-mb-px min-h-11 shrink-0 border-b-2 border-transparent px-3 text-ink-soft hover:text-ink focus-visible:-outline-offset-2 data-active:border-ink forced-colors:not-data-active:border-[Canvas] data-active:font-medium data-active:text-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              // The space separates label and number in the accessible name.
              <span className="tabular ml-1.5 text-sm text-ink-faint"> {tab.count}</span>
            )}
            {tab.mark && (
              <span title={tab.mark} className="relative ml-1.5 inline-block size-2 rounded-full bg-ink align-middle">
                <VisuallyHidden>{tab.mark}</VisuallyHidden>
              </span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.id} value={tab.id} className="pt-6">
          {tab.content}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
