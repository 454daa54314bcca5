import type { ParseKeys } from 'i18next'
import { periodLastsOn } from '#shared/rules/lifecycle/measurement.ts'
import { paths, statusPath } from '#shared/rules/paths.ts'
import { usePeriod } from '#web/domain/period.tsx'
import { useIsViewer } from '#web/domain/use-is-viewer.ts'
import { useFormat } from '#web/lib/format.ts'
import { dayFromToday } from '#web/lib/today.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import type { HomeRole } from './home-role.ts'
import { useWork } from './use-work.ts'

/** For whom nothing waits: which period lasts on, and a screen that has something. */
export function NextAct({ role }: { role: HomeRole | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const periodOf = usePeriod()
  const { accountId } = useSignedIn()
  const work = useWork()
  const mayRequest = !useIsViewer()
  const own = work.measurements.data?.items.filter((each) => each.accountId === accountId) ?? []
  const running = own
    .filter((each) => periodLastsOn(each, dayFromToday(0)))
    .sort((a, b) => a.periodEnd.localeCompare(b.periodEnd))[0]
  const acts: Record<HomeRole, { to: string; text: ParseKeys }> = {
    registry: { to: paths.review, text: 'dashboard.next.review' },
    proponent: mayRequest ? { to: paths.newProject, text: 'dashboard.request' } : explore,
    'measurement provider': own.some(({ status }) => status === 'scheduled')
      ? { to: statusPath('measurements', 'scheduled'), text: 'dashboard.next.planned' }
      : own.length > 0
        ? { to: paths.measurements, text: 'dashboard.next.measurements' }
        : explore,
    'verification provider': work.verifications.data?.total
      ? { to: paths.verifications, text: 'dashboard.next.verifications' }
      : explore,
    buyer: explore,
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-surface px-4 py-3">
      <div className="min-w-0 text-ink-soft">
        <p>{t('tasks.none')}</p>
        {running && (
          <p className="text-sm wrap-anywhere">
            {t('dashboard.periodLasts', {
              about: `${running.project}, ${periodOf(running)}`,
              day: format.date(running.periodEnd),
            })}
          </p>
        )}
      </div>
      {role && <ButtonLink to={acts[role].to}>{t(acts[role].text)}</ButtonLink>}
    </div>
  )
}

const explore = { to: paths.projects, text: 'dashboard.next.explore' } as const
