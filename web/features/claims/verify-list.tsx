import { parse } from 'csv-parse/browser/esm/sync'
import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { verifyLines } from '#shared/contract/verify-lines.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { limits } from '#shared/rules/limits.ts'
import type { Verdict } from '#shared/rules/verdict.ts'
import { useFormat } from '#web/lib/format.ts'
import { fetchFile } from '#web/lib/send.ts'
import { site } from '#web/lib/site-config.ts'
import { useDownload } from '#web/lib/use-download.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FileField } from '#web/ui/file-field.tsx'

/** Verifies a list of texts, a line each, and saves the answers as a file. */
export function VerifyList({ start, onClose }: { start: string; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState(start)
  const [file, setFile] = useState<File | null>(null)
  const [counts, setCounts] = useState<ReadonlyMap<Verdict, number> | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, download } = useDownload(setFailure)
  const lines = text.split(/\r?\n/)
  const count = lines.filter((line) => line.trim() !== '').length
  const fault = faultIn(lines, count)

  function change(typed: string) {
    setText(typed)
    setCounts(null)
    setFailure(null)
  }
  async function take(chosen: File | null) {
    setFile(chosen)
    if (chosen) change(await chosen.text())
  }
  async function verify(): Promise<Blob> {
    const heads = languageOf(i18n.resolvedLanguage)
    const answers = await fetchFile(verifyLines, { body: { tenantId: site().tenantId, lines, heads } })
    setCounts(countsOf(await answers.text()))
    return answers
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setFailure(null)
    if (count > 0 && !fault) void download(verify, 'verified.csv')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      busy={busy}
      wide
      title={t('verifyList.title')}
      description={t('verifyList.lead', most)}
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <TextArea
          label={t('verifyList.lines')}
          rows={8}
          value={text}
          error={fault ? t(`verifyList.fault.${fault}`, most) : undefined}
          onChange={(event) => change(event.target.value)}
        />
        <FileField
          name="list"
          label={t('verifyList.file')}
          accept=".txt,.csv,text/plain,text/csv"
          optional
          file={file}
          onChange={(chosen) => void take(chosen)}
        />
        <div aria-live="polite">
          {failure && <Notice tone="bad" title={failure} />}
          {counts && (
            <Notice tone="neutral" title={t('verifyList.done')}>
              <Facts>
                {[...counts].map(([answer, of]) => (
                  <Fact key={answer} label={t(`verdict.${answer}`)} figure>
                    {format.quantity(of)}
                  </Fact>
                ))}
              </Facts>
            </Notice>
          )}
        </div>
        <BottomBar>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" tone="primary" busy={busy} icon={<Download aria-hidden size={16} />}>
            {t('verifyList.submit', { count, quantity: format.quantity(count) })}
          </Button>
        </BottomBar>
      </form>
    </Dialog>
  )
}

const most = { lines: limits.linesVerified, characters: limits.lookUp }

function faultIn(lines: readonly string[], count: number): 'tooMany' | 'tooLong' | null {
  if (count > 0 && lines.length > limits.linesVerified) return 'tooMany'
  return lines.some((line) => line.length > limits.lookUp) ? 'tooLong' : null
}

/** How many lines have each answer, the most frequent first. */
function countsOf(csv: string): Map<Verdict, number> {
  const options = { delimiter: ',', quote: '"', relax_quotes: false, relax_column_count: false } as const
  const [heads = [], ...rows] = parse(csv, { ...options, record_delimiter: ['\r\n'], to: limits.linesVerified + 1 })
  const at = heads.findIndex((head) => head.startsWith('verdict '))
  const answers = Map.groupBy(rows, (row) => row[at] as Verdict)
  return new Map([...answers].map(([answer, own]) => [answer, own.length] as const).sort(([, a], [, b]) => b - a))
}
