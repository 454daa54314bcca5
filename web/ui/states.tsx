import { Hourglass, RotateCw, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useDeferredValue } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from './button.tsx'
import { Skeleton } from './skeleton.tsx'

export function Empty({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-md border border-dashed border-line px-6 py-12 text-center">
      <p className="text-ink-soft">{text}</p>
      {action}
    </div>
  )
}

/** Whether the registry cannot be reached. False for visitors, whose page checks no line. */
export const LineGone = createContext(false)

/** By default the text says that a read failed, or that the line is gone. */
export function ErrorState({ text, retry }: { text?: string | undefined; retry: () => void }) {
  const { t } = useTranslation()
  const isGone = use(LineGone) || !navigator.onLine
  return (
    <div role="alert" className="flex flex-col items-center gap-4 rounded-md border border-line px-6 py-10 text-center">
      <p className="flex items-start gap-2 text-bad">
        <TriangleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
        {text ?? t(isGone ? 'frame.notKept' : 'frame.readFailed')}
      </p>
      <Button icon={<RotateCw aria-hidden size={16} />} onClick={retry}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  )
}

/** For use within a line of text. */
export function FailedLine({ text, retry }: { text: string; retry: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {text}{' '}
      <button type="button" className="min-h-6 underline underline-offset-2" onClick={retry}>
        {t('ui.tryAgain')}
      </button>
    </>
  )
}

/** Shown after 3 s of loading (5 s on slow connections). */
export function SlowNotice() {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex items-center gap-2 py-2 text-sm text-ink-soft">
      <Hourglass aria-hidden size={15} className="shrink-0" />
      {t('ui.slow')}
    </p>
  )
}

/** Shown above the previous result while the next query loads. */
export function EarlierNotice({ from }: { from: Pick<Loadable<unknown>, 'isEarlier' | 'slow'> }) {
  if (!from.isEarlier) return null
  return from.slow ? <SlowNotice /> : <Searching />
}

function Searching() {
  const { t } = useTranslation()
  return (
    <p role="status" className="py-2 text-sm text-ink-soft">
      {t('frame.searching')}
    </p>
  )
}

export interface Loadable<Data> {
  data: Data | undefined
  error: Error | undefined
  /** `data` answers the previous query. */
  isEarlier?: boolean
  slow: boolean
  fetching?: boolean
  retry: () => void
}

/**
 * Shows grey rows with `above` over them, an error, or the data; a notice while the next query loads. The first render
 * is deferred: a whole list blocks a phone for half a second.
 */
export function Loaded<Data>({
  from,
  rows,
  above,
  failed,
  isEmpty,
  empty,
  children,
}: {
  from: Loadable<Data>
  rows?: number | undefined
  above?: ReactNode
  failed?: string | undefined
  isEmpty?: ((data: Data) => boolean) | undefined
  empty?: ReactNode
  children: (data: Data) => ReactNode
}) {
  const isDrawn = useDeferredValue(from.data !== undefined)
  if (from.data !== undefined && isDrawn) {
    const shown = isEmpty?.(from.data) ? empty : children(from.data)
    return (
      <>
        <EarlierNotice from={from} />
        {shown}
      </>
    )
  }
  if (from.error) return <ErrorState text={failed} retry={from.retry} />
  return (
    <>
      {from.slow && <SlowNotice />}
      {above}
      <Skeleton rows={rows} />
    </>
  )
}
