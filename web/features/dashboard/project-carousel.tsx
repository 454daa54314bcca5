import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { paths } from '#shared/rules/paths.ts'
import { ProjectCard } from '#web/domain/project-card.tsx'
import type { ReadMore } from '#web/lib/use-read-more.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'

/** Cards per view by window width, and the gap in pixels (specification, section 9). */
const lane =
  'grid snap-x snap-mandatory grid-flow-col gap-[30px] overflow-x-auto [scrollbar-width:none] motion-safe:scroll-smooth auto-cols-[100%] min-[565px]:auto-cols-[calc((100%-30px)/2)] min-[1000px]:auto-cols-[calc((100%-60px)/3)] min-[1100px]:auto-cols-[calc((100%-90px)/4)]'

/**
 * A row of projects that scrolls by touch, keys and buttons, and loads more before its end. An empty one offers to
 * create a project.
 */
export function ProjectCarousel<Project extends ProjectSummary>({
  title,
  projects: { items, hasMore, more },
  isBrief = false,
  noteOf,
}: {
  title: string
  projects: Pick<ReadMore<Project>, 'items' | 'hasMore' | 'more'>
  /** An empty one takes one line. */
  isBrief?: boolean
  noteOf: (project: Project) => ReactNode
}) {
  const { t } = useTranslation()
  const { ref, isFirst, isEnd, turn } = useCarousel(items.length, more)
  const isLast = isEnd && !hasMore
  return (
    <Section
      title={title}
      actions={
        !(isFirst && isLast) && (
          <div className="flex gap-1">
            <IconButton
              label={t('ui.named', { name: t('ui.previous'), said: title })}
              icon={<ChevronLeft aria-hidden size={20} />}
              disabled={isFirst}
              onClick={() => turn(-1)}
            />
            <IconButton
              label={t('ui.named', { name: t('ui.next'), said: title })}
              icon={<ChevronRight aria-hidden size={20} />}
              disabled={isLast}
              onClick={() => turn(1)}
            />
          </div>
        )
      }
    >
      {items.length === 0 ? (
        <FirstProject isBrief={isBrief} />
      ) : (
        <ul ref={ref} aria-label={title} className={lane}>
          {items.map((project) => (
            <li key={project.projectKey} className="snap-start">
              <ProjectCard project={project} note={noteOf(project)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/**
 * Returns the scroll position of `count` cards, and `turn`, which scrolls one card to the right (1) or left (-1). Calls
 * `more` when less than one view lies ahead.
 */
function useCarousel(count: number, more: () => void) {
  const ref = useRef<HTMLUListElement>(null)
  const [place, setPlace] = useState({ isFirst: true, isEnd: true })
  const onNearEnd = useEffectEvent(more)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lane is drawn with the first card
  useEffect(() => {
    const lane = ref.current
    if (!lane) return
    const look = () => {
      const left = Math.round(lane.scrollLeft)
      const ahead = lane.scrollWidth - lane.clientWidth - left
      setPlace({ isFirst: left <= 0, isEnd: ahead <= 1 })
      if (ahead < lane.clientWidth) onNearEnd()
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(lane)
    lane.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      lane.removeEventListener('scroll', look)
    }
  }, [count])
  const turn = (cards: 1 | -1) => {
    const lane = ref.current
    const [first, second] = lane?.children ?? []
    if (first && second)
      lane?.scrollBy({ left: cards * (second.getBoundingClientRect().left - first.getBoundingClientRect().left) })
  }
  return { ref, ...place, turn }
}

function FirstProject({ isBrief }: { isBrief: boolean }) {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.newProject}
      className={cx(
        'flex items-center gap-3 rounded-md border border-dashed border-edge text-ink-soft hover:bg-surface hover:text-ink',
        isBrief ? 'px-4 py-2.5' : 'min-h-40 flex-col justify-center p-6',
      )}
    >
      <span
        className={cx(
          'flex items-center justify-center rounded-full',
          isBrief ? 'size-6 bg-raised' : 'size-12 bg-accent-fill text-on-accent',
        )}
      >
        <Plus aria-hidden size={isBrief ? 16 : 24} />
      </span>
      {t('dashboard.request')}
    </Link>
  )
}
