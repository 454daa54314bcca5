import { paths } from '#shared/rules/paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import { NavLink } from '#web/ui/link.tsx'
import type { NavigationLink } from './navigation.ts'

export const barEntry =
  'rounded-md px-2.5 py-2 text-sm whitespace-nowrap text-ink-soft hover:text-ink pointer-coarse:py-3'

export function BarLink({ link }: { link: NavigationLink }) {
  const { t } = useTranslation()
  return (
    <NavLink
      to={link.to}
      end={link.to === paths.home}
      className={cx(barEntry, 'aria-[current=page]:font-medium aria-[current=page]:text-ink')}
    >
      {t(link.text)}
    </NavLink>
  )
}
