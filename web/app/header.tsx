import { ChevronDown, Globe, Menu as MenuSign } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { languageOf, languages } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { useAuth } from '#web/lib/sign-in.ts'
import { site } from '#web/lib/site-config.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useSignIn } from '#web/lib/use-sign-in.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Link, NavLink } from '#web/ui/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Menu, MenuChoices, MenuLink } from '#web/ui/menu.tsx'
import { linksFor, type NavigationLink } from './navigation.ts'
import { PaletteButton } from './palette-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLazyPart } from './use-lazy-part.ts'

const loadMobileMenu = () => import('./mobile-menu.tsx')
const PersonBar = lazy(async () => ({ default: (await import('./person-bar.tsx')).PersonBar }))

export function Header() {
  const { t } = useTranslation()
  const session = useSession()
  const auth = useAuth()
  const signIn = useSignIn()
  const { name } = useWords()
  const { bar, more } = linksFor(session)
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-7xl items-center gap-2 px-4 sm:px-6">
        <Link to={paths.home} className="mr-2 flex min-w-0 items-center gap-2.5 rounded-md py-1 font-semibold">
          <Mark />
          <span className="max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-tight sm:truncate">{name}</span>
        </Link>
        <nav aria-label={t('layout.mainMenu')} className="hidden items-center lg:flex">
          {bar.map((link) => (
            <BarLink key={link.text} link={link} />
          ))}
          {more.length > 0 && (
            <Menu
              trigger={(button) => (
                <Button tone="quiet" size="small" {...button}>
                  {t('layout.more')}
                  <ChevronDown aria-hidden size={15} />
                </Button>
              )}
            >
              {more.map((link) => (
                <MenuLink key={link.text} to={link.to}>
                  {t(link.text)}
                </MenuLink>
              ))}
            </Menu>
          )}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <PaletteButton />
          <div className="hidden items-center gap-1 sm:flex">
            {site().languageSelection && <LanguageMenu />}
            <ThemeSwitch />
          </div>
          {session && (
            <Suspense>
              <PersonBar session={session} />
            </Suspense>
          )}
          {!session && !auth.isLoading && (
            <Button tone="primary" size="small" busy={auth.activeNavigator === 'signinRedirect'} onClick={signIn}>
              {t('layout.signIn')}
            </Button>
          )}
          <MobileMenu links={[...bar, ...more]} />
        </div>
      </div>
    </header>
  )
}

function BarLink({ link }: { link: NavigationLink }) {
  const { t } = useTranslation()
  return (
    <NavLink
      to={link.to}
      end={link.to === paths.home}
      className="rounded-md px-2.5 py-2 text-sm whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-accent"
    >
      {t(link.text)}
    </NavLink>
  )
}

function LanguageMenu() {
  const { t, i18n } = useTranslation()
  return (
    <Menu
      trigger={(button) => (
        <IconButton label={t('layout.language')} icon={<Globe aria-hidden size={18} />} {...button} />
      )}
    >
      <MenuChoices
        label={t('layout.language')}
        value={languageOf(i18n.resolvedLanguage)}
        choices={languages.map((language) => ({ value: language, label: t(`languages.${language}`) }))}
        onChange={(language) => void i18n.changeLanguage(language)}
      />
    </Menu>
  )
}

function MobileMenu({ links }: { links: NavigationLink[] }) {
  const { t } = useTranslation()
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const { part, fetch, reach } = useLazyPart(loadMobileMenu)
  async function open() {
    if (await reach()) setOpenedAt(key)
  }
  return (
    <div className="lg:hidden">
      <IconButton
        label={t('layout.openMenu')}
        icon={<MenuSign aria-hidden size={20} />}
        onPointerEnter={() => void fetch()}
        onClick={() => void open()}
      />
      {openedAt === key && part && <part.MobileMenu links={links} onClose={() => setOpenedAt(null)} />}
    </div>
  )
}
