import { CheckCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { listNotices, markNotices } from '#shared/contract/notices.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useUrlList } from '#web/lib/use-url-list.ts'
import { Button } from '#web/ui/button.tsx'
import { focusPageTitle, Page, Toolbar } from '#web/ui/page.tsx'
import { Pager } from '#web/ui/pager.tsx'
import { FilterSelect, SearchField } from '#web/ui/search-field.tsx'
import { Empty, Loaded } from '#web/ui/states.tsx'
import { NoticeList } from './notice-list.tsx'

/** What the reader was told, newest first. */
export function NoticesPage() {
  const { t } = useTranslation()
  const list = useUrlList('')
  const isUnreadOnly = list.filter('unread') === 'true'
  const notices = useRead(listNotices, {
    query: {
      q: list.q || undefined,
      unread: isUnreadOnly ? 'true' : undefined,
      cursor: list.cursor || undefined,
      limit: 25,
    },
    keep: true,
  })
  const { act, busy, failure } = useAct(markNotices, { refresh: [listNotices] })
  const none = list.q ? 'ui.nothingFound' : isUnreadOnly ? 'notices.noneUnread' : 'notices.none'
  return (
    <Page title={t('notices.title')} lead={t('notices.lead')} actions={<MarkAll />} narrow>
      <Toolbar>
        <SearchField label={t('notices.search')} value={list.q} onChange={list.setQ} />
        <FilterSelect
          label={t('notices.show')}
          all={t('notices.all')}
          value={list.filter('unread')}
          choices={[{ value: 'true', label: t('notices.unread') }]}
          onChange={(value) => list.setFilter('unread', value)}
        />
      </Toolbar>
      {failure && (
        <p role="alert" className="mb-4 text-sm text-bad">
          {failure}
        </p>
      )}
      <Loaded from={notices} rows={6} isEmpty={(page) => page.items.length === 0} empty={<Empty text={t(none)} />}>
        {(page) => (
          <>
            <NoticeList notices={page.items} onRead={({ noticeId }) => !busy && void act({ body: { noticeId } })} />
            <Pager
              total={page.total}
              shown={page.items.length}
              onPrevious={list.previous}
              onNext={list.next(page.nextCursor)}
            />
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Reads everything up to the newest that is known here, so that nothing is read that came meanwhile. */
function MarkAll() {
  const { t } = useTranslation()
  const newest = useRead(listNotices, { query: { unread: 'true', limit: 1 } }).data?.items[0]
  const { act, busy, failure } = useAct(markNotices, { refresh: [listNotices] })
  if (!newest) return null
  const { noticeId } = newest
  async function markAll() {
    // The button goes away with what was unread.
    if (await act({ body: { upTo: noticeId } })) focusPageTitle()
  }
  return (
    <div className="flex flex-col items-end gap-1">
      <Button busy={busy} icon={<CheckCheck aria-hidden size={16} />} onClick={() => void markAll()}>
        {t('notices.markAll')}
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-bad">
          {failure}
        </p>
      )}
    </div>
  )
}
