import { Globe, Menu as MenuSign } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
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
import { Link } from '#web/ui/link.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { Menu, MenuChoices } from '#web/ui/menu.tsx'
import { usePart } from '#web/ui/use-part.ts'
import { BarLink } from './bar-link.tsx'
import { visitorLinks } from './navigation.ts'
import { PaletteButton } from './palette-button.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useLazyPart } from './use-lazy-part.ts'

const loadMobileMenu = () => import('./mobile-menu.tsx')
const loadPersonBar = () => import('./person-bar.tsx')

export function Header() {
  const { t } = useTranslation()
  const session = useSession()
  const auth = useAuth()
  const signIn = useSignIn()
  const { name } = useWords()
  // React shows suspended parts one after the other, 300 ms apart: the page would wait for the header.
  const { part, fetch } = usePart(loadPersonBar)
  const isMember = session !== null
  const fetchBar = useEffectEvent(() => {
    if (part === null) void fetch()
  })
  useEffect(() => {
    if (isMember) fetchBar()
  }, [isMember])
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-7xl items-center gap-2 px-4 sm:px-6">
        <Link to={paths.home} className="mr-2 flex min-w-0 items-center gap-2.5 rounded-md py-1 font-semibold">
          <Mark />
          <span className="max-sm:line-clamp-2 max-sm:text-sm max-sm:leading-tight sm:truncate">{name}</span>
        </Link>
        <nav aria-label={t('layout.mainMenu')} className="hidden items-center lg:flex">
          {session
            ? part && <part.MemberLinks session={session} />
            : visitorLinks.map((link) => <BarLink key={link.text} link={link} />)}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          <PaletteButton />
          <div className="hidden items-center gap-1 sm:flex">
            {site().languageSelection && <LanguageMenu />}
            <ThemeSwitch />
          </div>
          {session && part && <part.PersonBar session={session} />}
          {!session && !auth.isLoading && (
            <Button tone="primary" size="small" busy={auth.activeNavigator === 'signinRedirect'} onClick={signIn}>
              {t('layout.signIn')}
            </Button>
          )}
          <MobileMenu />
        </div>
      </div>
      {session && part && <part.ActingAccount session={session} />}
    </header>
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

function MobileMenu() {
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
      {openedAt === key && part && <part.MobileMenu onClose={() => setOpenedAt(null)} />}
    </div>
  )
}
