import { Download, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { csvPathOf } from '#shared/contract/calls.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { fetchFile } from '#web/lib/send.ts'
import { useDownload } from '#web/lib/use-download.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

const carriageReturn = 13

/** Downloads a list as `name`.csv, with its search and filters and the reader's heads; can be stopped. */
export function ExportCsv<Row>({ list, name }: { list: List<Row>; name: string }) {
  const { t, i18n } = useTranslation()
  const [lines, setLines] = useState(0)
  const stopper = useRef(new AbortController())
  const start = useRef<HTMLButtonElement>(null)
  const { busy, download } = useDownload((text) => {
    if (!stopper.current.signal.aborted) toast({ tone: 'bad', text })
  })
  const { total = 0, totalIsBound } = list.page.data ?? {}
  const shown = Math.max(0, lines - 1)
  function make() {
    stopper.current = new AbortController()
    setLines(0)
    const { limit, ...query } = list.query
    const file = { ...list.endpoint, path: csvPathOf(list.endpoint) }
    return fetchFile(
      file,
      { query: { ...query, heads: languageOf(i18n.resolvedLanguage) } },
      {
        asUser: list.asUser,
        signal: stopper.current.signal,
        onPart: (bytes) => setLines((before) => before + bytes.filter((byte) => byte === carriageReturn).length),
      },
    )
  }
  function stop() {
    stopper.current.abort()
    start.current?.focus()
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        ref={start}
        size="field"
        busy={busy}
        icon={<Download aria-hidden size={16} />}
        onClick={() => void download(make, `${name}.csv`)}
      >
        {busy && shown > 0
          ? t(totalIsBound ? 'lists.shownOfMore' : 'lists.shownOf', { shown, count: Math.max(shown, total) })
          : t('ui.exportCsv')}
      </Button>
      {busy && (
        <Button size="field" icon={<X aria-hidden size={16} />} onClick={stop}>
          {t('files.stop')}
        </Button>
      )}
    </div>
  )
}
