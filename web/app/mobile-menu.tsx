import { paths } from '#shared/rules/paths.ts'
import { LanguageSwitch } from '#web/features/dashboard/language-switch.tsx'
import type { Session } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { NavLink } from '#web/ui/link.tsx'
import { useMemberLinks } from './member-navigation.ts'
import { type NavigationLink, visitorLinks } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export function MobileMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <Drawer open onClose={onClose} title={t('layout.mainMenu')}>
      <nav aria-label={t('layout.mainMenu')} className="flex flex-col">
        {session ? <LinksOfMember session={session} /> : <Links links={visitorLinks} />}
      </nav>
      <div className="mt-4 flex flex-wrap items-center gap-1 border-t border-line pt-4 sm:hidden">
        {site().languageSelection && <LanguageSwitch />}
        <ThemeSwitch />
      </div>
    </Drawer>
  )
}

function LinksOfMember({ session }: { session: Session }) {
  const { bar, more } = useMemberLinks(session)
  return <Links links={[...bar, ...more]} />
}

function Links({ links }: { links: readonly NavigationLink[] }) {
  const { t } = useTranslation()
  return links.map((link) => (
    <NavLink
      key={link.text}
      to={link.to}
      end={link.to === paths.home}
      className="flex min-h-11 items-center rounded-md px-3 hover:bg-raised aria-[current=page]:font-medium"
    >
      {t(link.text)}
    </NavLink>
  ))
}
