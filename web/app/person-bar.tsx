import { ChevronDown, LogOut, UserRound } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { NoticeBell } from '#web/features/notices/notice-bell.tsx'
import type { Session } from '#web/lib/session.ts'
import { useSignOut } from '#web/lib/use-sign-out.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Menu, MenuAct, MenuLine, MenuLink } from '#web/ui/menu.tsx'
import { BarLink, barEntry } from './bar-link.tsx'
import { useMemberLinks } from './member-navigation.ts'
import { useSaveLanguage } from './use-save-language.ts'

const AccountStrip = lazy(async () => ({ default: (await import('./account-strip.tsx')).AccountStrip }))

/** For which account the person acts, of several. */
export function ActingAccount({ session }: { session: Session }) {
  return (
    session.accounts.length > 1 && (
      <Suspense>
        <AccountStrip session={session} />
      </Suspense>
    )
  )
}

/** Shown once their order is known, so that no link moves. */
export function MemberLinks({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { bar, more, isKnown } = useMemberLinks(session)
  const { pathname } = useLocation()
  if (!isKnown) return null
  const isInMore = more.some(({ to }) => to === pathname)
  return (
    <>
      {bar.map((link) => (
        <BarLink key={link.text} link={link} />
      ))}
      <Menu
        trigger={(button) => (
          <button
            type="button"
            className={cx(barEntry, 'inline-flex items-center gap-1.5', isInMore && 'font-medium text-ink')}
            {...button}
          >
            <span className="contents">{t('layout.more')}</span>
            <ChevronDown aria-hidden size={15} />
          </button>
        )}
      >
        {more.map((link) => (
          <MenuLink key={link.text} to={link.to}>
            {t(link.text)}
          </MenuLink>
        ))}
      </Menu>
    </>
  )
}

export function PersonBar({ session }: { session: Session }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  const { profile } = useMemberLinks(session)
  useSaveLanguage(session.accountId !== null || session.may('user.administer'))
  return (
    <>
      <NoticeBell />
      <Menu
        trigger={(button) => (
          <IconButton label={t('layout.profileMenu')} icon={<UserRound aria-hidden size={18} />} {...button} />
        )}
      >
        {profile.map((link) => (
          <MenuLink key={link.text} to={link.to}>
            {t(link.text)}
          </MenuLink>
        ))}
        <MenuLine />
        <MenuAct icon={<LogOut aria-hidden size={16} />} onAct={signOut}>
          {t('layout.signOut')}
        </MenuAct>
      </Menu>
    </>
  )
}
