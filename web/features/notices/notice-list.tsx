import { Check } from 'lucide-react'
import { useRef } from 'react'
import type { Notice } from '#shared/contract/notices.ts'
import { wordsOf } from '#shared/rules/notice-words.ts'
import { useQuantityOfYear } from '#web/domain/quantity-of-year.ts'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Lines } from '#web/ui/lines.tsx'
import { Link } from '#web/ui/link.tsx'

/** Following a link marks the notice as read. */
export function NoticeList({ notices, onRead }: { notices: readonly Notice[]; onRead: (notice: Notice) => void }) {
  return (
    <Lines>
      {notices.map((notice) => (
        <NoticeRow key={notice.noticeId} notice={notice} onRead={() => onRead(notice)} />
      ))}
    </Lines>
  )
}

function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const link = useRef<HTMLAnchorElement>(null)
  const textOfYear = useQuantityOfYear()
  const { kind, facts, isRead } = notice
  const formats = { day: format.date, figures: format.quantity, role: roleName }
  function roleName(role: NonNullable<typeof facts.role>) {
    return t(`users.roles.${role}`)
  }
  const sentence = t(`notices.sentence.${kind}`, wordsOf(facts, formats))
  return (
    <li className="row flex items-start gap-2">
      <Link
        ref={link}
        to={notice.path}
        className="row-link flex min-w-0 flex-1 gap-3 py-2"
        onClick={isRead ? undefined : onRead}
      >
        <span aria-hidden className={cx('mt-2 size-2 shrink-0 rounded-full', !isRead && 'bg-ink')} />
        <span className="min-w-0">
          <span className={cx('block wrap-anywhere', isRead ? 'text-ink-soft' : 'font-medium')}>{sentence}</span>
          {facts.ownAccount !== undefined && (
            <span className="mt-1 block wrap-anywhere text-ink-soft">
              {t('notices.ownAccount', { account: facts.ownAccount })}
            </span>
          )}
          {facts.byYear !== undefined && (
            <span className="mt-1 block text-ink-soft">
              {t('notices.byYear', { years: facts.byYear.map(textOfYear).join(', ') })}
            </span>
          )}
          {facts.reason !== undefined && (
            <span className="mt-1 block wrap-anywhere text-ink-soft">
              {t('notices.reason', { reason: facts.reason })}
            </span>
          )}
          <span className="tabular mt-1 block text-sm text-ink-faint">{format.time(notice.createdAt)}</span>
        </span>
      </Link>
      {!isRead && (
        <span className="row-acts py-0.5">
          <IconButton
            label={t('notices.markOne', { sentence })}
            icon={<Check aria-hidden size={18} />}
            onClick={() => {
              // The button disappears: keep focus in the row.
              link.current?.focus()
              onRead()
            }}
          />
        </span>
      )}
    </li>
  )
}
