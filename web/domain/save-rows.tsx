import { Download } from 'lucide-react'
import { type CsvField, csvOf } from '#shared/rules/csv.ts'
import { useDownload } from '#web/lib/use-download.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Saves the visible rows as `file`.csv, each with the time `asOf`. */
export function SaveRows<Row>({
  title,
  file,
  fields,
  rows,
  asOf,
}: {
  title: string
  file: string
  fields: readonly CsvField<Row>[]
  rows: readonly Row[]
  asOf: string
}) {
  const { t } = useTranslation()
  const { busy, download } = useDownload((text) => toast({ tone: 'bad', text }))
  const dated = [...fields, { label: t('charts.asOf'), of: () => asOf }]
  const make = async () => new Blob([csvOf(dated, rows)], { type: 'text/csv;charset=utf-8' })
  return (
    <Button
      size="small"
      busy={busy}
      icon={<Download aria-hidden size={16} />}
      aria-label={t('review.actNamed', { act: t('ui.exportCsv'), name: title })}
      onClick={() => void download(make, `${file}.csv`)}
    >
      {t('ui.exportCsv')}
    </Button>
  )
}
