import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from './button.tsx'
import { FailedLine } from './states.tsx'
import { usePart } from './use-part.ts'

const loadValues = () => import('./facet-values.tsx')
type ValuesProps = ComponentProps<Awaited<ReturnType<typeof loadValues>>['FacetValues']>

/**
 * Opens a searchable multiple choice. Its code loads on demand: it is larger than the rest of the first screen. `name`
 * is the button's accessible name where another control has the label too.
 */
export function FacetPicker({ name, ...props }: Omit<ValuesProps, 'button' | 'onClose'> & { name?: string }) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { part, hasFailed, fetch, retry } = usePart(loadValues)
  function open() {
    setIsOpen(true)
    if (part === null) void fetch()
  }
  function close() {
    setIsOpen(false)
    props.onSearch?.('')
  }
  const fetchAhead = () => {
    if (part === null && !hasFailed) void fetch()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={buttonClass('plain', 'small')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
        onClick={isOpen ? close : open}
      >
        {name ? (
          <>
            <span aria-hidden>{props.label}</span>
            <span className="sr-only">{name}</span>
          </>
        ) : (
          props.label
        )}
        {props.chosen.length > 0 && (
          <span className="tabular rounded-full bg-ink px-1.5 forced-color-adjust-none text-sm/5 text-ground">
            <span className="sr-only"> {t('facets.chosen')}: </span>
            {props.chosen.length}
          </span>
        )}
        <ChevronDown aria-hidden size={14} className="text-ink-faint" />
      </button>
      {isOpen && part && <part.FacetValues {...props} button={button} onClose={close} />}
      {isOpen && hasFailed && (
        <p role="alert" className="w-full text-sm text-bad">
          <FailedLine text={t('frame.readFailed')} retry={retry} />
        </p>
      )}
    </>
  )
}
