import { paths } from '#shared/rules/paths.ts'
import { LanguageSwitch } from '#web/features/dashboard/language-switch.tsx'
import { site } from '#web/lib/site-config.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Drawer } from '#web/ui/dialog.tsx'
import { NavLink } from '#web/ui/link.tsx'
import type { NavigationLink } from './navigation.ts'
import { ThemeSwitch } from './theme-switch.tsx'

export function MobileMenu({ links, onClose }: { links: NavigationLink[]; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer open onClose={onClose} title={t('layout.mainMenu')}>
      <nav aria-label={t('layout.mainMenu')} className="flex flex-col">
        {links.map((link) => (
          <NavLink
            key={link.text}
            to={link.to}
            end={link.to === paths.home}
            className="flex min-h-11 items-center rounded-md px-3 hover:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-accent"
          >
            {t(link.text)}
          </NavLink>
        ))}
      </nav>
      <div className="mt-4 flex flex-wrap items-center gap-1 border-t border-line pt-4 sm:hidden">
        {site().languageSelection && <LanguageSwitch />}
        <ThemeSwitch />
      </div>
    </Drawer>
  )
}
