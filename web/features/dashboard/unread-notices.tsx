import type { Notice } from '#shared/contract/notices.ts'
import { wordsOf } from '#shared/rules/notice-words.ts'
import { paths } from '#shared/rules/paths.ts'
import { unreadNotices } from '#web/domain/unread-notices.ts'
import { first } from '#web/lib/first-calls.ts'
import { useFormat } from '#web/lib/format.ts'
import { send } from '#web/lib/send.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useReadAgain } from '#web/lib/use-read-again.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Lines, More } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'

/** The newest; hidden if there are none. */
export function UnreadNotices() {
  const { t } = useTranslation()
  const { data } = useRead(first.listNotices, { query: unreadNotices })
  const readAgain = useReadAgain()
  if (!data || data.items.length === 0) return null
  // A failure leaves the notice unread.
  const markRead = async (noticeId: string) => {
    await send(first.markNotices, { body: { noticeId } })
    await readAgain([first.listNotices])
  }
  return (
    <Section title={t('notices.title')} actions={<More to={paths.notices} text={t('notices.all')} />}>
      <Lines>
        {data.items.map((notice) => (
          <NoticeLine
            key={notice.noticeId}
            notice={notice}
            onRead={() => void markRead(notice.noticeId).catch(() => undefined)}
          />
        ))}
      </Lines>
    </Section>
  )
}

function NoticeLine({ notice: { kind, facts, path, createdAt }, onRead }: { notice: Notice; onRead: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const role = (name: NonNullable<typeof facts.role>) => t(`users.roles.${name}`)
  const words = wordsOf(facts, { day: format.date, figures: format.quantity, role })
  return (
    <li className="row">
      <Link to={path} className="row-link block py-2" onClick={onRead}>
        <span className="line-clamp-4 text-sm wrap-anywhere">{t(`notices.sentence.${kind}`, words)}</span>
        {facts.ownAccount !== undefined && (
          <span className="block text-sm wrap-anywhere">{t('notices.ownAccount', { account: facts.ownAccount })}</span>
        )}
        <span className="tabular block text-sm text-ink-faint">{format.time(createdAt)}</span>
      </Link>
    </li>
  )
}
