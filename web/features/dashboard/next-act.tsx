import type { ParseKeys } from 'i18next'
import { paths, statusPath } from '#shared/rules/paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { HomeRole } from './home-role.ts'

const acts: Record<HomeRole, { to: string; text: ParseKeys }> = {
  registry: { to: paths.review, text: 'dashboard.next.review' },
  proponent: { to: paths.newProject, text: 'dashboard.request' },
  'measurement provider': { to: statusPath('measurements', 'scheduled'), text: 'dashboard.next.planned' },
  'verification provider': { to: paths.verifications, text: 'dashboard.next.verifications' },
  buyer: { to: paths.projects, text: 'dashboard.next.explore' },
}

/** For whom nothing waits. */
export function NextAct({ role }: { role: HomeRole | undefined }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-3">
      <p className="text-ink-soft">{t('tasks.none')}</p>
      {role && <ButtonLink to={acts[role].to}>{t(acts[role].text)}</ButtonLink>}
    </div>
  )
}
