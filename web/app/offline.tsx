import { Hourglass, Wifi, WifiOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router'
import { type Cache, useSWRConfig } from 'swr'
import { clockTime } from '#web/lib/clock-time.ts'
import { regionOf, useFormat } from '#web/lib/format.ts'
import { keepReadsBy } from '#web/lib/keep-reads.ts'
import { kept } from '#web/lib/kept-store.ts'
import { suspectLine, useIsLineGone, watchLine } from '#web/lib/line.ts'
import { whenRenewed } from '#web/lib/session.ts'
import { storeOf } from '#web/lib/store.ts'
import { useReadAllAgain } from '#web/lib/use-read-again.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { loadAllTexts } from './i18n.ts'
import { keepApp, reloadIfReplaced } from './keep-app.ts'
import { LostAnswers } from './lost-answers.tsx'
import { useWaiting } from './waiting.ts'
import { WaitingList } from './waiting-list.tsx'

const backShownMs = 4_000

/** When the answers of the present page came from the registry, in ms since 1970. */
const shownAt = new Map<string, number>()
/** The oldest of them. */
const oldest = storeOf<number | null>(null)

function noteShown(address: string, at: number): void {
  shownAt.set(address, at)
  oldest.set(Math.min(...shownAt.values()))
}

function keep(address: string, answer: unknown): void {
  const at = Date.now()
  noteShown(address, at)
  void kept.keep(address, { answer, at }, window.location.pathname + window.location.search).catch(() => undefined)
}

async function recall(address: string, failure: unknown): Promise<unknown> {
  const found = (await suspectLine()) ? await kept.recall(address).catch(() => undefined) : undefined
  if (!found) throw failure
  noteShown(address, found.at)
  return found.answer
}

/** Keeps what the first page read before this code was loaded. Returns whether a read did not reach the registry. */
function keepEarlier(cache: Cache): boolean {
  let hasMissed = false
  for (const address of cache.keys()) {
    const state = cache.get(address)
    if (state?.error instanceof TypeError) hasMissed = true
    else if (state?.data !== undefined && address.startsWith('/api/')) keep(address, state.data)
  }
  return hasMissed
}

/** Says in the header that the line is gone, how old the page is, and what waits to be sent. */
export function Offline() {
  const { cache } = useSWRConfig()
  const readAllAgain = useReadAllAgain()
  const { pathname, search } = useLocation()
  const isGone = useIsLineGone()
  const [timesBack, setTimesBack] = useState(0)
  const [header, setHeader] = useState<Element | null>(null)
  const [hasTexts, setHasTexts] = useState(false)
  useEffect(() => {
    void loadAllTexts().then(() => setHasTexts(true))
    void kept.open().catch(() => undefined)
    void keepApp()
    window.addEventListener('vite:preloadError', reloadIfReplaced)
    return () => window.removeEventListener('vite:preloadError', reloadIfReplaced)
  }, [])
  useEffect(() => {
    keepReadsBy({ keep, recall })
    if (keepEarlier(cache)) void readAllAgain()
    return watchLine((isGoneNow) => {
      if (isGoneNow) return
      void whenRenewed().then(() => {
        setTimesBack((times) => times + 1)
        void readAllAgain()
      })
    })
  }, [cache, readAllAgain])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address clears the times and finds the page's header
  useLayoutEffect(() => {
    shownAt.clear()
    setHeader(document.querySelector('#root > header'))
  }, [pathname, search])
  if (!header || !hasTexts) return null
  return createPortal(
    <>
      <Bar isGone={isGone} timesBack={timesBack} />
      {timesBack > 0 && <LostAnswers key={timesBack} />}
    </>,
    header,
  )
}

function Bar({ isGone, timesBack }: { isGone: boolean; timesBack: number }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const asOf = oldest.use()
  const waiting = useWaiting()
  const [saidBack, setSaidBack] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSaidBack(timesBack), backShownMs)
    return () => clearTimeout(timer)
  }, [timesBack])
  const isBack = !isGone && timesBack > saidBack
  const count = waiting.length
  const sentences = [
    isGone && t('waiting.gone'),
    isGone && asOf !== null && t('waiting.asOf', { time: clockTime(regionOf(i18n.language), asOf) }),
    isBack && t('waiting.back'),
  ].filter((sentence) => sentence !== false)
  const isShown = sentences.length > 0 || count > 0
  const quantity = format.quantity(count)
  const Sign = isGone ? WifiOff : isBack ? Wifi : Hourglass
  return (
    <div className={isShown ? 'border-t border-line bg-raised print:hidden' : ''}>
      <div className="mx-auto flex max-w-7xl items-center gap-3 px-4 text-sm sm:px-6">
        {isShown && <Sign aria-hidden size={16} className="shrink-0" />}
        <p role="status" className={isShown ? 'min-w-0 flex-1 py-2' : ''}>
          {sentences.join(' ')}
          {count > 0 && (
            <span className={sentences.length > 0 ? 'sr-only' : ''}> {t('waiting.count', { count, quantity })}</span>
          )}
        </p>
        {count > 0 && (
          <Button size="small" onClick={() => setIsOpen(true)}>
            {t('waiting.look', { count, quantity })}
          </Button>
        )}
      </div>
      {isOpen && <WaitingList waiting={waiting} isGone={isGone} onClose={() => setIsOpen(false)} />}
    </div>
  )
}
