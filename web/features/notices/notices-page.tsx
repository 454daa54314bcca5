import { CheckCheck } from 'lucide-react'
import { listNotices, markNotices } from '#shared/contract/notices.ts'
import { ListView } from '#web/domain/list.tsx'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { focusPageTitle, Page } from '#web/ui/page.tsx'
import { NoticeList } from './notice-list.tsx'

export function NoticesPage() {
  const { t } = useTranslation()
  const list = useList(listNotices)
  const { act, busy, failure } = useAct(markNotices, { refresh: [listNotices] })
  return (
    <Page title={t('notices.title')} lead={t('notices.lead')} actions={<MarkAll />} narrow>
      <ListView
        list={list}
        search={t('notices.search')}
        filters={
          <ListFilter
            list={list}
            name="unread"
            label={t('notices.show')}
            all={t('notices.all')}
            choices={[{ value: 'true', label: t('notices.unread') }]}
          />
        }
        note={
          failure && (
            <div className="mb-4">
              <Failure text={failure} />
            </div>
          )
        }
        empty={t('notices.none')}
        nothingFound={t(list.q === '' ? 'notices.noneUnread' : 'ui.nothingFound')}
      >
        {(notices) => (
          <NoticeList notices={notices} onRead={({ noticeId }) => !busy && void act({ body: { noticeId } })} />
        )}
      </ListView>
    </Page>
  )
}

/** Stops at the newest loaded notice, so that no unseen one is marked. */
function MarkAll() {
  const { t } = useTranslation()
  const newest = useRead(listNotices, { query: { unread: 'true', limit: 1 } }).data?.items[0]
  const { act, busy, failure } = useAct(markNotices, { refresh: [listNotices] })
  if (!newest) return null
  const { noticeId } = newest
  async function markAll() {
    // The button disappears.
    if (await act({ body: { upTo: noticeId } })) focusPageTitle()
  }
  return (
    <div className="flex flex-col items-end gap-1">
      <Button busy={busy} icon={<CheckCheck aria-hidden size={16} />} onClick={() => void markAll()}>
        {t('notices.markAll')}
      </Button>
      <Failure text={failure} />
    </div>
  )
}
