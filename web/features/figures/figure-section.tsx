import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type CsvField, csvOf } from '#shared/rules/csv.ts'
import { useFormat } from '#web/lib/format.ts'
import { useDownload } from '#web/lib/use-download.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Section } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'

/** What a row is called, then its figures. */
export interface FigureRow {
  key: string
  name: string
  figures: readonly number[]
}

/** A chart with its table and its file, which says as of when it is. */
export function FigureSection({
  title,
  file,
  heads,
  rows,
  asOf,
  children,
}: {
  title: string
  file: string
  /** What the names are, then what each figure is. */
  heads: readonly string[]
  rows: readonly FigureRow[]
  asOf: string
  children: ReactNode
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const { busy, download } = useDownload((text) => toast({ tone: 'bad', text }))
  const [nameHead = '', ...figureHeads] = heads
  const columns: Column<FigureRow>[] = [
    { label: nameHead, cell: (row) => row.name },
    ...figureHeads.map((label, index) => ({
      label,
      figure: true,
      cell: (row: FigureRow) => format.quantity(row.figures[index] ?? 0),
    })),
  ]
  const fields: CsvField<FigureRow>[] = [
    { label: nameHead, of: (row) => row.name },
    ...figureHeads.map((label, index) => ({ label, of: (row: FigureRow) => row.figures[index] })),
    { label: t('charts.asOf'), of: () => asOf },
  ]
  const make = async () => new Blob([csvOf(fields, rows)], { type: 'text/csv;charset=utf-8' })
  return (
    <Section
      title={title}
      actions={
        <Button
          size="small"
          busy={busy}
          icon={<Download aria-hidden size={16} />}
          aria-label={`${t('ui.exportCsv')}: ${title}`}
          onClick={() => void download(make, `${file}.csv`)}
        >
          {t('ui.exportCsv')}
        </Button>
      }
    >
      {children}
      <details className="mt-4">
        <summary className="w-fit cursor-pointer py-1 text-sm text-ink-soft hover:text-ink">
          {t('charts.table')}
        </summary>
        <div className="mt-3">
          <Table label={title} columns={columns} rows={rows} keyOf={(row) => row.key} />
        </div>
      </details>
    </Section>
  )
}
