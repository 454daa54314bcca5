import '#web/texts/part-texts.ts'
import { useEffect, useRef, useState } from 'react'
import { stepUpMinutes } from '#shared/rules/step-up.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'

const size = 'popup,width=480,height=760'

/** `acr` is of the sign-in that the call needs, or null for any. `answer`: whether the person has signed in. */
export type StepUpQuestion = { acr: string | null; answer: (isConfirmed: boolean) => void }

/** Lies above an open form, which keeps its words. A new sign-in in another window answers the question. */
export function StepUpDialog({ question: { acr, answer } }: { question: StepUpQuestion }) {
  const { t } = useTranslation()
  const [state, setState] = useState<'asked' | 'waiting' | 'blocked' | 'failed'>('asked')
  const [address, setAddress] = useState('')
  const watching = useRef<AbortController>(null)
  useEffect(() => () => watching.current?.abort(), [])

  /** The window opens at the press, or the browser blocks it. */
  async function open() {
    const opened = window.open('about:blank', 'confirmation', size)
    watching.current?.abort()
    watching.current = new AbortController()
    const { signal } = watching.current
    // Loaded already, in a file of its own.
    const url = await import('./auth.ts')
      .then(({ addressToConfirm }) => addressToConfirm(acr, () => answer(true), signal))
      .catch(() => null)
    if (url === null) opened?.close()
    else if (opened) opened.location.replace(url)
    setAddress(url ?? '')
    setState(url === null ? 'failed' : opened ? 'waiting' : 'blocked')
  }
  const minutes = stepUpMinutes
  return (
    <Dialog
      open
      onClose={() => answer(false)}
      title={t('stepUp.title')}
      description={t(acr === null ? 'stepUp.recent' : 'stepUp.strong', { minutes })}
    >
      <div role="status" className="mb-4 empty:hidden">
        {state === 'waiting' && <p>{t('stepUp.waiting')}</p>}
        {state === 'blocked' && <p>{t('stepUp.blocked')}</p>}
      </div>
      {state === 'failed' && (
        <div className="mb-4">
          <Failure text={t('stepUp.failed')} boxed />
        </div>
      )}
      <Actions>
        <Button onClick={() => answer(false)}>{t('ui.cancel')}</Button>
        {state === 'blocked' ? (
          // The page of the sign-in closes itself, which needs its opener.
          // biome-ignore lint/security/noBlankTarget: the provider is trusted, and our COOP header parts other origins
          <a href={address} target="_blank" rel="opener" className={buttonClass('primary')}>
            {t('stepUp.open')}
          </a>
        ) : (
          <Button tone="primary" data-start onClick={() => void open()}>
            {t('stepUp.open')}
          </Button>
        )}
      </Actions>
    </Dialog>
  )
}
