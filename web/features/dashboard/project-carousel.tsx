import 'swiper/css'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Swiper as SwiperInstance } from 'swiper'
import { A11y, Keyboard } from 'swiper/modules'
import { Swiper, SwiperSlide } from 'swiper/react'
import type { ProjectSummary } from '#shared/contract/projects.ts'
import { paths } from '#shared/rules/paths.ts'
import { ProjectCard } from '#web/domain/project-card.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/page.tsx'
import { carousel } from './carousel-settings.ts'

/** Projects side by side; an empty one offers a plus button that opens project creation. */
export function ProjectCarousel<Project extends ProjectSummary>({
  title,
  projects,
  noteOf,
}: {
  title: string
  projects: readonly Project[]
  noteOf: (project: Project) => ReactNode
}) {
  const { t } = useTranslation()
  const [swiper, setSwiper] = useState<SwiperInstance | null>(null)
  const [{ isFirst, isLast }, setPlace] = useState({ isFirst: true, isLast: true })
  const look = (at: SwiperInstance) => setPlace({ isFirst: at.isBeginning, isLast: at.isEnd })
  return (
    <Section
      title={title}
      actions={
        !(isFirst && isLast) && (
          <div className="flex gap-1">
            <IconButton
              label={t('ui.previous')}
              icon={<ChevronLeft aria-hidden size={20} />}
              disabled={isFirst}
              onClick={() => swiper?.slidePrev()}
            />
            <IconButton
              label={t('ui.next')}
              icon={<ChevronRight aria-hidden size={20} />}
              disabled={isLast}
              onClick={() => swiper?.slideNext()}
            />
          </div>
        )
      }
    >
      {projects.length === 0 ? (
        <FirstProject />
      ) : (
        <Swiper
          {...carousel}
          modules={[A11y, Keyboard]}
          keyboard
          a11y={{
            containerMessage: title,
            slideLabelMessage: t('ui.slide', { index: '{{index}}', count: '{{slidesLength}}' }),
            firstSlideMessage: t('ui.firstSlide'),
            lastSlideMessage: t('ui.lastSlide'),
            prevSlideMessage: t('ui.previous'),
            nextSlideMessage: t('ui.next'),
          }}
          onSwiper={setSwiper}
          onAfterInit={look}
          onSlideChange={look}
          onResize={look}
          onBreakpoint={look}
        >
          {projects.map((project) => (
            <SwiperSlide key={project.projectKey} className="!h-auto">
              <ProjectCard project={project} note={noteOf(project)} />
            </SwiperSlide>
          ))}
        </Swiper>
      )}
    </Section>
  )
}

function FirstProject() {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.newProject}
      className="flex min-h-40 flex-col items-center justify-center gap-3 rounded-md border border-dashed border-edge p-6 text-ink-soft hover:bg-surface hover:text-ink"
    >
      <span className="flex size-12 items-center justify-center rounded-full bg-accent-fill text-on-accent">
        <Plus aria-hidden size={24} />
      </span>
      {t('projects.request')}
    </Link>
  )
}
