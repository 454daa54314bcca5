import { BadgeCheck, FileSearch, ListChecks } from 'lucide-react'
import { type DragEvent, type FormEvent, lazy, Suspense, useState } from 'react'
import { limits } from '#shared/rules/limits.ts'
import { type Asked, askedOfFile } from '#web/domain/asked-of-file.ts'
import { inOneLine } from '#web/domain/in-one-line.ts'
import { VerifyAnswer } from '#web/domain/verify-answer.tsx'
import { useIsWide } from '#web/lib/use-is-wide.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'

const VerifyList = lazy(async () => ({ default: (await import('./verify-list.tsx')).VerifyList }))

/** The box is folded on narrow screens, so that the list stays in view. */
export function VerifyBox() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  if (isWide) return <Verifying />
  return (
    <details className="mb-6 rounded-md border border-line bg-surface">
      <summary className="px-4 py-2.5 font-medium">{t('claims.verify.title')}</summary>
      <Verifying isWithin />
    </details>
  )
}

/** Verifies a serial number, claim number, code or hash, or a certificate file. `isWithin` omits the frame. */
function Verifying({ isWithin = false }: { isWithin?: boolean }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<Asked | null>(null)
  /** The text that the list begins with; null while the list is closed. */
  const [list, setList] = useState<string | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const q = typed.trim()
    setAsked(q === '' ? null : { q, named: null })
  }
  const take = async (file: File | undefined) => {
    if (!file) return
    const ofFile = await askedOfFile(file)
    setTyped(ofFile.q)
    setAsked(ofFile)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void take(event.dataTransfer.files[0])
  }

  return (
    <section
      aria-label={t('claims.verify.title')}
      className={isWithin ? 'p-4 pt-2' : 'mb-8 rounded-md border border-line bg-surface p-6'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <form onSubmit={submit} className="flex max-w-3xl flex-col gap-4">
        <TextField
          label={t('claims.verify.title')}
          hint={t('claims.verify.hint')}
          maxLength={limits.lookUp}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onPaste={(event) => {
            const text = event.clipboardData.getData('text')
            if (!text.includes('\n')) return
            event.preventDefault()
            const line = inOneLine(text)
            if (text.trim().split('\n').length > limits.serialsLookedUp || line.length > limits.lookUp) setList(text)
            else setTyped(line)
          }}
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" tone="primary" icon={<BadgeCheck aria-hidden size={16} />}>
            {t('claims.verify.act')}
          </Button>
          <label className="inline-flex min-h-10 cursor-pointer items-center gap-2 rounded-md border border-edge px-4 font-medium focus-within:outline-2 focus-within:outline-accent hover:bg-raised">
            <FileSearch aria-hidden size={16} />
            {t('claims.verify.file')}
            <input
              type="file"
              accept="application/pdf"
              className="sr-only"
              onChange={(event) => void take(event.target.files?.[0])}
            />
          </label>
          <Button icon={<ListChecks aria-hidden size={16} />} onClick={() => setList('')}>
            {t('records.verifyList')}
          </Button>
        </div>
      </form>
      {list !== null && (
        <Suspense>
          <VerifyList start={list} onClose={() => setList(null)} />
        </Suspense>
      )}
      {asked && (
        <div aria-live="polite" className="mt-4">
          <VerifyAnswer asked={asked} />
        </div>
      )}
    </section>
  )
}
