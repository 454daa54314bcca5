import { Bell } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { unreadNotices } from '#web/domain/unread-notices.ts'
import { first } from '#web/lib/first-calls.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconLink } from '#web/ui/button.tsx'

/** Refresh interval in a visible window. */
const pollIntervalMs = 60_000

export function NoticeBell() {
  const { t } = useTranslation()
  const { data } = useRead(first.listNotices, { query: unreadNotices, everyMs: pollIntervalMs })
  const unread = data?.unread ?? 0
  return (
    <IconLink
      to={paths.notices}
      label={unread === 0 ? t('notices.title') : t('notices.unreadCount', { count: unread })}
      icon={<Bell aria-hidden size={18} />}
      count={unread}
    />
  )
}
