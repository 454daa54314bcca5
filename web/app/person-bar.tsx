import { LogOut, UserRound } from 'lucide-react'
import { NoticeBell } from '#web/features/notices/notice-bell.tsx'
import type { Session } from '#web/lib/session.ts'
import { useSignOut } from '#web/lib/use-sign-out.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu, MenuAct, MenuLine, MenuLink } from '#web/ui/menu.tsx'
import { linksFor } from './navigation.ts'
import { useSaveLanguage } from './use-save-language.ts'

export function PersonBar({ session }: { session: Session }) {
  const { t } = useTranslation()
  const signOut = useSignOut()
  useSaveLanguage(session.accountId !== null || session.may('user.administer'))
  return (
    <>
      <NoticeBell />
      <Menu
        trigger={(button) => (
          <IconButton label={t('layout.profileMenu')} icon={<UserRound aria-hidden size={18} />} {...button} />
        )}
      >
        {linksFor(session).profile.map((link) => (
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
