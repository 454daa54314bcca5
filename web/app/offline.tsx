import { Hourglass, Wifi, WifiOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { clockTime } from '#web/lib/clock-time.ts'
import { regionOf, useFormat } from '#web/lib/format.ts'
import { useOldestShown } from '#web/lib/keep-reads.ts'
import { kept } from '#web/lib/kept-store.ts'
import { useIsLineGone, watchLine } from '#web/lib/line.ts'
import { whenRenewed } from '#web/lib/session.ts'
import { useReadAllAgain } from '#web/lib/use-read-again.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { loadAllTexts } from './i18n.ts'
import { keepApp, reloadIfReplaced } from './keep-app.ts'
import { LostAnswers } from './lost-answers.tsx'
import { StepUp } from './step-up.tsx'
import { useLazyPart } from './use-lazy-part.ts'
import { useWaiting } from './waiting.ts'

const backShownMs = 4_000

/**
 * Says in the header that the line is gone, how old the page is, and what waits to be sent. `onLineGone` receives whether the
 * line is gone, and false at the end of the session.
 */
export function Offline({ onLineGone }: { onLineGone: (isGone: boolean) => void }) {
  const readAllAgain = useReadAllAgain()
  const { pathname, search } = useLocation()
  const isGone = useIsLineGone()
  const [timesBack, setTimesBack] = useState(0)
  const [header, setHeader] = useState<Element | null>(null)
  const [hasTexts, setHasTexts] = useState(false)
  const { name } = useWords()
  // The page that opens without a connection has no title.
  useEffect(() => {
    document.title ||= name
  }, [name])
  useEffect(() => {
    void loadAllTexts()
      .catch(() => undefined)
      .then(() => setHasTexts(true))
    void kept.open().catch(() => undefined)
    void keepApp()
    window.addEventListener('vite:preloadError', reloadIfReplaced)
    return () => window.removeEventListener('vite:preloadError', reloadIfReplaced)
  }, [])
  useEffect(() => {
    onLineGone(isGone)
    return () => onLineGone(false)
  }, [onLineGone, isGone])
  useEffect(() => {
    return watchLine((isGoneNow) => {
      if (isGoneNow) return
      void whenRenewed().then(() => {
        setTimesBack((times) => times + 1)
        void readAllAgain()
      })
    })
  }, [readAllAgain])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address may have another header
  useLayoutEffect(() => {
    setHeader(document.querySelector('#root > header'))
  }, [pathname, search])
  return (
    <>
      <StepUp />
      {header &&
        hasTexts &&
        createPortal(
          <>
            <Bar isGone={isGone} timesBack={timesBack} />
            <LostAnswers key={timesBack} />
          </>,
          header,
        )}
    </>
  )
}

function Bar({ isGone, timesBack }: { isGone: boolean; timesBack: number }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const asOf = useOldestShown()
  const waiting = useWaiting()
  const [saidBack, setSaidBack] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const [hasDetails, setHasDetails] = useState(false)
  const { part, reach } = useLazyPart(() => import('./waiting-list.tsx'))
  useEffect(() => {
    const timer = setTimeout(() => setSaidBack(timesBack), backShownMs)
    return () => clearTimeout(timer)
  }, [timesBack])
  const isBack = !isGone && timesBack > saidBack
  const count = waiting.length
  const news = isGone ? t('waiting.gone') : isBack && t('waiting.back')
  const details = [
    isGone && t('waiting.goneHelp'),
    isGone && asOf !== null && t('waiting.asOf', { time: clockTime(regionOf(i18n.language), asOf) }),
  ].filter((sentence) => sentence !== false)
  const isShown = news !== false || count > 0
  const quantity = format.quantity(count)
  const Sign = isGone ? WifiOff : isBack ? Wifi : Hourglass
  return (
    <div className={isShown ? 'border-t border-line bg-raised print:hidden' : ''}>
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 text-sm sm:px-6">
        {isShown && <Sign aria-hidden size={16} className="shrink-0" />}
        <p role="status" className={isShown ? 'min-w-0 flex-1 py-2' : ''}>
          {news}
          {details.length > 0 && <span className={hasDetails ? '' : 'max-sm:sr-only'}> {details.join(' ')}</span>}
          {count > 0 && <span className={news ? 'sr-only' : ''}> {t('waiting.count', { count, quantity })}</span>}
        </p>
        {details.length > 0 && (
          <button
            type="button"
            aria-expanded={hasDetails}
            className="flex min-h-11 items-center gap-1 underline underline-offset-2 sm:hidden"
            onClick={() => setHasDetails(!hasDetails)}
          >
            {t('layout.more')}
          </button>
        )}
        {count > 0 && (
          <Button size="small" onClick={() => void reach().then(setIsOpen)}>
            {t('waiting.look', { count, quantity })}
          </Button>
        )}
      </div>
      {isOpen && part && <part.WaitingList waiting={waiting} isGone={isGone} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
