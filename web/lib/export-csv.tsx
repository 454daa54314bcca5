import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CsvField, csvOf } from '#shared/rules/csv.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { saveFile } from './call.ts'
import { failureText } from './failure-text.ts'
import { type ListEndpoint, readPages } from './read-pages.ts'

/**
 * Downloads a whole list as CSV, with the search and filters of the screen (`query`, whose page is left out). Shows how
 * far it is; `name` is the file's name without its ending.
 */
export function ExportCsv<Row>({
  endpoint,
  query,
  asUser = false,
  fields,
  name,
}: {
  endpoint: ListEndpoint<Row>
  query: Readonly<Record<string, unknown>>
  asUser?: boolean
  fields: readonly CsvField<Row>[]
  name: string
}) {
  const { t, i18n } = useTranslation()
  const [progress, setProgress] = useState<{ read: number; total: number } | null>(null)
  async function download() {
    setProgress({ read: 0, total: 0 })
    try {
      const onPage = (read: number, total: number) => setProgress({ read, total })
      const rows = await readPages(endpoint, query, { asUser, onPage })
      saveFile(new Blob([csvOf(fields, rows)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
    } catch (error) {
      toast({ tone: 'bad', text: failureText(error instanceof Error ? error : new Error(String(error)), i18n) })
    } finally {
      setProgress(null)
    }
  }
  return (
    <Button
      size="small"
      busy={progress !== null}
      icon={<Download aria-hidden size={16} />}
      onClick={() => void download()}
    >
      {progress && progress.total > 0
        ? t('ui.shownOf', { shown: progress.read, count: progress.total })
        : t('ui.exportCsv')}
    </Button>
  )
}
