import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { type CsvField, csvOf } from '#shared/rules/csv.ts'
import { type Pause, readPages } from '#web/lib/read-pages.ts'
import { useDownload } from '#web/lib/use-download.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

export type FieldsFor<Row> = (rows: readonly Row[]) => Promise<readonly CsvField<Row>[]>

/**
 * Downloads all pages of a list as `name`.csv with its search and filters; can be stopped. Each row states when the
 * export began, because a list may change meanwhile. `more` extends the query; `fieldsFor` loads further columns.
 */
export function ExportCsv<Row>({
  list,
  name,
  fields,
  more,
  fieldsFor,
}: {
  list: List<Row>
  name: string
  fields: readonly CsvField<Row>[]
  more?: Readonly<Record<string, string>> | undefined
  fieldsFor?: FieldsFor<Row> | undefined
}) {
  const { t } = useTranslation()
  const [progress, setProgress] = useState({ read: 0, total: 0 })
  const [pause, setPause] = useState<Pause | null>(null)
  const stopper = useRef(new AbortController())
  const start = useRef<HTMLButtonElement>(null)
  const { busy, download } = useDownload((text) => {
    if (!stopper.current.signal.aborted) toast({ tone: 'bad', text })
  })
  async function make() {
    stopper.current = new AbortController()
    const { signal } = stopper.current
    setProgress({ read: 0, total: 0 })
    setPause(null)
    const onPage = (read: number, total: number) => setProgress({ read, total })
    const asOf = new Date().toISOString()
    const query = { ...list.query, ...more }
    const rows = await readPages(list.endpoint, query, { asUser: list.asUser, onPage, onPause: setPause, signal })
    const beside = (await fieldsFor?.(rows)) ?? []
    signal.throwIfAborted()
    return new Blob([csvOf([...fields, ...beside, { label: t('files.asOf'), of: () => asOf }], rows)], {
      type: 'text/csv;charset=utf-8',
    })
  }
  function stop() {
    stopper.current.abort()
    start.current?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        ref={start}
        size="small"
        busy={busy}
        icon={<Download aria-hidden size={16} />}
        onClick={() => void download(make, `${name}.csv`)}
      >
        {busy && progress.total > 0
          ? t('lists.shownOf', { shown: progress.read, count: progress.total })
          : t('ui.exportCsv')}
      </Button>
      {busy && (
        <Button size="small" icon={<X aria-hidden size={16} />} onClick={stop}>
          {t('files.stop')}
        </Button>
      )}
      <span role="status" className="text-sm text-ink-soft">
        {busy && pause && t(`files.pauses.${pause.because}`, { count: Math.ceil(pause.ms / 1_000) })}
      </span>
    </div>
  )
}
