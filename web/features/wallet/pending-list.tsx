import { useSearchParams } from 'react-router'
import type { PendingAct } from '#shared/contract/pending.ts'
import { paths } from '#shared/rules/paths.ts'
import { pendingPath } from '#shared/rules/pending-path.ts'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { NoPage } from '#web/domain/no-page.tsx'
import { CallError } from '#web/lib/call.ts'
import { useFormat } from '#web/lib/format.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useList } from '#web/lib/use-list.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Page } from '#web/ui/page.tsx'
import { endOf, outcomeTones, untilNextReadMs, usePendingWords } from './pending-words.ts'
import { TimeLeft } from './time-left.tsx'

/**
 * The acts of an account that wait or have waited, newest first; with `?account=` of that account, with `?of=registry`
 * those on which admins of the registry decide.
 */
export function PendingList() {
  const { t } = useTranslation()
  const format = useFormat()
  const own = useSignedIn().accountId
  const [params] = useSearchParams()
  const isOfRegistry = params.get('of') === 'registry'
  const accountId = isOfRegistry ? null : (params.get('account') ?? own)
  const { titleOf, projectsOf, waitsFor } = usePendingWords()
  const list = useList(reading.listPending, {
    given: accountId === null ? {} : { accountId },
    when: isOfRegistry || accountId !== null,
    everyMs: (page) => untilNextReadMs(page?.items ?? []),
  })
  const { error } = list.page
  const isHidden = error instanceof CallError && (error.status === 403 || error.status === 404)
  if (isHidden || (accountId === null && !isOfRegistry)) return <NoPage reason="notFound" />
  const columns: ListColumn<PendingAct>[] = [
    {
      label: t('pending.column.what'),
      cell: (act) => (
        <Link to={pendingPath(act.pendingId)} className="row-link">
          {titleOf(act)}
        </Link>
      ),
    },
    ...(isOfRegistry ? [{ label: t('projects.column.account'), value: ({ from }: PendingAct) => from.name }] : []),
    { label: t('wallet.column.project'), isCeding: true, value: projectsOf },
    { label: t('records.quantity'), figure: true, value: ({ quantity }) => quantity },
    {
      label: t('projects.column.status'),
      isWrapped: true,
      cell: (act) =>
        act.outcome ? (
          <Badge tone={outcomeTones[act.outcome]}>{t(`pending.outcome.${endOf(act) ?? act.outcome}`)}</Badge>
        ) : (
          <span className="flex flex-wrap gap-x-3">
            <span className="inline-block first-letter:uppercase">{waitsFor(act)}</span> <TimeLeft act={act} />
          </span>
        ),
    },
    { label: t('pending.prepared'), isShort: true, cell: ({ preparedAt }) => format.date(preparedAt) },
    { label: t('pending.ended'), isShort: true, isDetail: true, cell: ({ endedAt }) => format.date(endedAt) },
  ]
  return (
    <Page
      title={t(isOfRegistry ? 'pending.registryTitle' : 'pending.listTitle')}
      lead={
        <>
          {accountId !== null && accountId === own && (
            <Breadcrumbs
              label={t('measurements.whereYouAre')}
              links={[{ to: paths.wallet, text: t('wallet.title') }]}
            />
          )}
          <p className="mt-1 max-w-prose">{t(isOfRegistry ? 'pending.registryLead' : 'pending.listLead')}</p>
        </>
      }
    >
      <ListTable
        list={list}
        label={t('pending.listTitle')}
        columns={columns}
        keyOf={({ pendingId }) => pendingId}
        search={t('wallet.search')}
        filters={
          <ListFilter
            list={list}
            name="state"
            label={t('projects.column.status')}
            all={t('pending.state.all')}
            choices={(['waiting', 'ended'] as const).map((value) => ({ value, label: t(`pending.state.${value}`) }))}
          />
        }
        empty={t('pending.none')}
        emptyAct={!isOfRegistry && <ButtonLink to={paths.wallet}>{t('pending.toWallet')}</ButtonLink>}
      />
    </Page>
  )
}
