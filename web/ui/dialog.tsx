import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from './actions.tsx'
import { Button, IconButton } from './button.tsx'
import { Failure } from './failure.tsx'
import { Modal } from './modal.tsx'

/**
 * A modal dialog. The cross, Escape and a press outside close it (not while `busy`, not with `stays`), after a question
 * if the user has typed.
 */
export function Dialog({
  open,
  onClose,
  title,
  description,
  busy = false,
  stays = false,
  wide = false,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  description?: ReactNode
  busy?: boolean
  stays?: boolean
  wide?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  const heading = useId()
  const lead = useId()
  const [typed, setTyped] = useState(false)
  const [isConfirming, setConfirming] = useState(false)
  if (!open) return null
  const leave = () => (typed ? setConfirming(true) : onClose())
  return (
    <Modal
      labelledBy={heading}
      describedBy={description ? lead : undefined}
      locked={busy || stays}
      onClose={isConfirming ? () => setConfirming(false) : leave}
      className={`mx-auto mt-auto mb-0 max-h-dvh w-full max-w-full rounded-t-md border border-line bg-surface text-ink shadow-lift backdrop:bg-veil sm:mt-[8vh] sm:mb-auto sm:max-h-[84vh] sm:rounded-md ${wide ? 'sm:max-w-3xl' : 'sm:max-w-lg'}`}
    >
      <div className="p-5 sm:p-6">
        <div className="mb-4 flex items-start justify-between gap-4">
          <div className="min-w-0">
            <h2 id={heading} tabIndex={-1} className="text-lg font-semibold focus-visible:outline-none">
              {title}
            </h2>
            {description && (
              <div id={lead} className="mt-1 text-ink-soft">
                {description}
              </div>
            )}
          </div>
          {!stays && (
            <IconButton label={t('frame.close')} icon={<X aria-hidden size={20} />} disabled={busy} onClick={leave} />
          )}
        </div>
        {isConfirming && <Discard onKeep={() => setConfirming(false)} onDiscard={onClose} />}
        <div hidden={isConfirming} onInput={() => setTyped(true)}>
          {children}
        </div>
      </div>
    </Modal>
  )
}

function Discard({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const { t } = useTranslation()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus(), [])
  return (
    <div role="alert" className="flex flex-col gap-4">
      <p>{t('ui.discardQuestion')}</p>
      <Actions>
        <Button tone="danger" onClick={onDiscard}>
          {t('ui.discard')}
        </Button>
        <Button ref={keep} tone="primary" onClick={onKeep}>
          {t('ui.keepWriting')}
        </Button>
      </Actions>
    </div>
  )
}

/** Busy until `onConfirm` resolves, then closes; on `false` or null stays open and shows `failure`. */
export function ConfirmDialog({
  open,
  onClose,
  onConfirm,
  title,
  question,
  confirm,
  danger = false,
  failure,
}: {
  open: boolean
  onClose: () => void
  onConfirm: () => Promise<unknown>
  title: string
  question: ReactNode
  confirm: string
  danger?: boolean
  failure?: string | null
}) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    const done = await onConfirm()
    setBusy(false)
    if (done !== false && done !== null) onClose()
  }
  return (
    <Dialog open={open} onClose={onClose} title={title} description={question} busy={busy}>
      {failure && (
        <div className="mb-4">
          <Failure text={failure} boxed />
        </div>
      )}
      <Actions>
        <Button data-start onClick={onClose} disabled={busy}>
          {t('ui.cancel')}
        </Button>
        <Button tone={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void run()}>
          {confirm}
        </Button>
      </Actions>
    </Dialog>
  )
}

export function Drawer({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const heading = useId()
  if (!open) return null
  return (
    <Modal
      labelledBy={heading}
      onClose={onClose}
      className="mr-0 ml-auto h-dvh max-h-dvh w-80 max-w-full border-l border-line bg-surface text-ink shadow-lift backdrop:bg-veil"
    >
      <div className="p-4">
        <div className="mb-2 flex items-center justify-between pl-3">
          <h2 id={heading} tabIndex={-1} className="font-semibold focus-visible:outline-none">
            {title}
          </h2>
          <IconButton label={t('frame.close')} icon={<X aria-hidden size={20} />} onClick={onClose} />
        </div>
        {children}
      </div>
    </Modal>
  )
}
