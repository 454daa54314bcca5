import { ArrowLeft, ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { DaysWaiting } from '#web/domain/days-waiting.tsx'
import { useTurningKeys } from '#web/domain/use-turning-keys.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** `children` is the project's content, shown beside the decision. */
export function ReviewDesk({
  project,
  isRead,
  place,
  decisions,
  onTurn,
  onBack,
  children,
}: {
  /** Undefined while loading, and if the project is not pending. */
  project: ProjectSummary | undefined
  isRead: boolean
  /** Position on the queue's page, from 1; 0 if absent. */
  place: { now: number; of: number }
  decisions: ReactNode
  onTurn: (step: 1 | -1) => void
  onBack: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  useTurningKeys(onTurn)
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <Button size="small" icon={<ArrowLeft aria-hidden size={16} />} onClick={onBack}>
          {t('review.backToQueue')}
        </Button>
        <span className="tabular text-sm text-ink-soft">{place.now > 0 && t('review.place', place)}</span>
        <span className="ml-auto flex gap-2">
          <Button
            size="small"
            icon={<ChevronLeft aria-hidden size={16} />}
            disabled={place.now <= 1}
            aria-keyshortcuts="k"
            onClick={() => onTurn(-1)}
          >
            {t('ui.previous')}
          </Button>
          <Button
            size="small"
            icon={<ChevronRight aria-hidden size={16} />}
            disabled={place.now >= place.of}
            aria-keyshortcuts="j"
            onClick={() => onTurn(1)}
          >
            {t('ui.next')}
          </Button>
        </span>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 max-lg:order-2">{children}</div>
        <aside aria-label={t('review.decision')} className="lg:sticky lg:top-24">
          <Card>
            {project ? (
              <div className="flex flex-col gap-4">
                <div>
                  <h2 className="text-lg font-semibold break-words">{project.projectName || project.projectId}</h2>
                  <p className="text-ink-soft">{project.proponent}</p>
                </div>
                <p className="text-sm text-ink-soft">
                  {t('review.waiting')}: <DaysWaiting since={project.statusSince} />
                </p>
                {decisions}
                <p className="text-sm text-ink-faint max-lg:hidden">{t('review.keys')}</p>
              </div>
            ) : isRead ? (
              <p className="text-ink-soft">{t('review.notWaiting')}</p>
            ) : (
              <Skeleton rows={3} />
            )}
          </Card>
        </aside>
      </div>
    </>
  )
}
