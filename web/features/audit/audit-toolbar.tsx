import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { exportAudit, listAuditActors } from '#shared/contract/audit.ts'
import { actsOf, auditedGroups } from '#shared/rules/audited.ts'
import { DateRange } from '#web/features/claims/date-range.tsx'
import { fetchFile, saveFile } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useRead } from '#web/lib/use-read.ts'
import type { UrlList } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { Toolbar } from '#web/ui/page.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useActorName, useDeed } from './audit-words.ts'
import type { useAuditFilters } from './use-audit-filters.ts'

/** What narrows the log. `actorName` is what the lines call the chosen person. */
export function AuditToolbar({
  filters: { list, query },
  actorName,
}: {
  filters: ReturnType<typeof useAuditFilters>
  actorName: string | null | undefined
}) {
  const { t } = useTranslation()
  return (
    <Toolbar>
      <SearchField label={t('audit.search')} value={list.q} onChange={list.setQ} />
      <ActFilter list={list} />
      <ActorFilter list={list} chosenName={actorName ?? null} />
      <DateRange list={list} />
      <div className="sm:ml-auto">
        <Export query={query} />
      </div>
    </Toolbar>
  )
}

function ActFilter({ list }: { list: UrlList }) {
  const { t } = useTranslation()
  const deedOf = useDeed()
  return (
    <FilterSelect
      label={t('audit.act')}
      all={t('audit.allActs')}
      value={list.filter('act')}
      choices={auditedGroups.map((group) => {
        const label = t(`audit.group.${group}`)
        const acts = actsOf(group).map((act) => ({ value: act, label: deedOf(act) }))
        return { label, choices: [{ value: group, label: t('audit.allOf', { group: label }) }, ...acts] }
      })}
      onChange={(value) => list.setFilter('act', value)}
    />
  )
}

function ActorFilter({ list, chosenName }: { list: UrlList; chosenName: string | null }) {
  const { t } = useTranslation()
  const nameOf = useActorName()
  const [typed, setTyped] = useState('')
  const actors = useRead(listAuditActors, { query: { q: typed || undefined }, keep: true }).data?.items ?? []
  const chosen = list.filter('actor')
  const isListed = chosen === '' || actors.some(({ actor }) => actor === chosen)
  const shown = isListed ? actors : [{ actor: chosen, actorName: chosenName }, ...actors]
  return (
    <div className="w-full sm:w-56">
      <Combobox
        label={t('audit.actor')}
        name="actor"
        choices={shown.map((each) => ({ value: each.actor, label: nameOf(each) }))}
        value={chosen}
        onChange={(value) => list.setFilter('actor', value)}
        onSearch={setTyped}
      />
    </div>
  )
}

function Export({ query }: { query: ReturnType<typeof useAuditFilters>['query'] }) {
  const { t, i18n } = useTranslation()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveFile(await fetchFile(exportAudit, { query }), 'audit.csv')
    } catch (failed) {
      toast({ tone: 'bad', text: failureText(failed instanceof Error ? failed : new Error(String(failed)), i18n) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} icon={<Download aria-hidden size={16} />} onClick={() => void save()}>
      {t('audit.export')}
    </Button>
  )
}
