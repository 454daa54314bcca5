import { type ComponentType, type FormEvent, Suspense, useState } from 'react'
import { longestLookUp } from '#shared/rules/look-up.ts'
import { inOneLine } from '#web/domain/in-one-line.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'

export type Answer = ComponentType<{ asked: string | File }>

/** Searches and verifies: the answer stands below. It loads with the first question. */
export function AskBox({ answer: Answer }: { answer: Answer }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [asked, ask] = useState<string | File>('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    ask(text.trim())
  }
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (!file) return
    setText('')
    ask(file)
  }
  return (
    <search
      className="mt-5 block"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        take(event.dataTransfer.files)
      }}
    >
      <form onSubmit={submit}>
        <label htmlFor="ask" className="text-sm font-medium">
          {t('hero.ask')}
        </label>
        <div className="mt-1 flex gap-2">
          <input
            id="ask"
            className="control min-h-11"
            aria-describedby="ask-hint"
            maxLength={longestLookUp}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onPaste={(event) => {
              const pasted = event.clipboardData.getData('text')
              if (!pasted.includes('\n')) return
              event.preventDefault()
              setText(inOneLine(pasted))
            }}
          />
          <Button type="submit" tone="primary">
            {t('hero.askAct')}
          </Button>
        </div>
        <p id="ask-hint" className="mt-1 text-sm text-ink-faint">
          {t('hero.askHint')}
        </p>
        <label className="link mt-1 inline-block cursor-pointer py-1 text-sm outline-accent focus-within:outline-2">
          {t('hero.askFile')}
          <input
            type="file"
            accept="application/pdf"
            className="sr-only"
            onChange={(event) => take(event.target.files)}
          />
        </label>
      </form>
      <div aria-live="polite">
        {asked !== '' && (
          <Suspense fallback={<p className="mt-4 text-ink-soft">{t('frame.searching')}</p>}>
            <Answer asked={asked} />
          </Suspense>
        )}
      </div>
    </search>
  )
}
