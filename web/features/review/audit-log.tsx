import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditLine, exportAudit, listAudit } from '#shared/contract/registry.ts'
import { fetchFile, saveFile } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Who did what in the registry, newest first; the export holds all that the search finds. */
export function AuditLog() {
  const { t } = useTranslation()
  const list = useUrlList('')
  const lines = useRead(listAudit, {
    query: { q: list.q || undefined, cursor: list.cursor || undefined, limit: 25 },
    keep: true,
  })
  return (
    <>
      <Toolbar>
        <SearchField label={t('review.audit.search')} value={list.q} onChange={list.setQ} />
        <Export q={list.q} />
      </Toolbar>
      <Loaded
        from={lines}
        rows={8}
        isEmpty={(page) => page.items.length === 0}
        empty={<Empty text={t(list.q ? 'ui.nothingFound' : 'review.audit.none')} />}
      >
        {(page) => (
          <>
            <AuditTable lines={page.items} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
    </>
  )
}

function Export({ q }: { q: string }) {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await fetchFile(exportAudit, { query: { q: q || undefined } }), 'audit.csv')
    } catch (failed) {
      toast({ tone: 'bad', text: failureText(failed instanceof Error ? failed : new Error(String(failed)), i18n) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} icon={<Download aria-hidden size={16} />} onClick={() => void save()}>
      {t('review.audit.export')}
    </Button>
  )
}

function AuditTable({ lines }: { lines: readonly AuditLine[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const columns: Column<AuditLine>[] = [
    { id: 'act', label: t('review.audit.act'), cell: (line) => line.act },
    {
      id: 'at',
      label: t('review.audit.at'),
      cell: (line) => <span className="tabular whitespace-nowrap">{format.time(line.at)}</span>,
    },
    {
      id: 'actor',
      label: t('review.audit.actor'),
      cell: (line) => line.actorName ?? <span className="break-all">{line.actor}</span>,
    },
    {
      id: 'subject',
      label: t('review.audit.subject'),
      cell: (line) => <code className="font-mono text-sm break-all">{line.subject}</code>,
    },
    { id: 'details', label: t('review.audit.details'), cell: (line) => <Details line={line} /> },
  ]
  return <Table label={t('review.tab.audit')} columns={columns} rows={lines} keyOf={(line) => String(line.sequence)} />
}

/** What the act changed, and from where it came; opened on demand. */
function Details({ line }: { line: AuditLine }) {
  const { t } = useTranslation()
  return (
    <details className="text-left">
      <summary className="link w-fit max-lg:ml-auto">
        {t('review.audit.sequence')} <span className="tabular">{line.sequence}</span>
      </summary>
      <Facts>
        <Fact label={t('review.audit.before')} wide>
          <Change value={line.before} />
        </Fact>
        <Fact label={t('review.audit.after')} wide>
          <Change value={line.after} />
        </Fact>
        <Fact label={t('review.audit.username')} wide>
          {line.actor}
        </Fact>
        <Fact label={t('review.audit.address')}>{line.address}</Fact>
        <Fact label={t('review.audit.request')}>{line.requestId}</Fact>
      </Facts>
    </details>
  )
}

function Change({ value }: { value: unknown }) {
  if (value === null || value === undefined) return '–'
  return <code className="block font-mono text-sm break-all whitespace-pre-wrap">{JSON.stringify(value, null, 2)}</code>
}
