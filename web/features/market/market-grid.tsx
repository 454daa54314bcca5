import { ProjectCard } from '#web/domain/project-card.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import type { Item } from './market-items.ts'

/** Listed items as cards, each with the units held. */
export function MarketGrid({ items }: { items: readonly Item[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { assetNamePlural } = useWords()
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4">
      {items.map(({ project }) => (
        <li key={project.projectKey}>
          <ProjectCard
            project={project}
            note={
              <span className="tabular text-sm text-ink-soft">
                {t('dashboard.heldUnits', {
                  quantity: format.quantity(project.balance),
                  assets: assetNamePlural,
                })}
              </span>
            }
          />
        </li>
      ))}
    </ul>
  )
}
