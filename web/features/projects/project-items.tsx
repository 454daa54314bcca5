import type { Asset, Project } from '#shared/contract/projects.ts'
import { EvidenceSection } from '#web/domain/evidence-section.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Card } from '#web/ui/page.tsx'
import { Empty } from '#web/ui/states.tsx'

/** The batches issued for a project, with their serial numbers. */
export function ProjectItems({ project }: { project: Project }) {
  const { t } = useTranslation()
  if (project.items.length === 0) return <Empty text={t('projects.noItems')} />
  return (
    <>
      <ul className="flex flex-col gap-4">
        {project.items.map((item) => (
          <li key={item.assetId}>
            <Card>
              <Item item={item} />
            </Card>
          </li>
        ))}
      </ul>
      <div className="mt-10">
        <EvidenceSection of={{ tenantId: project.tenantId, projectId: project.projectId }} />
      </div>
    </>
  )
}

function Item({ item }: { item: Asset }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  const more = item.rangeCount - item.serials.length
  return (
    <>
      <h2 className="tabular text-lg font-semibold">
        {t('projects.itemTitle', { vintage: item.vintage, batch: item.batch })}
      </h2>
      <Facts>
        <Fact label={t('projects.verified')}>{quantity(item.verified)}</Fact>
        <Fact label={t('projects.minted')}>{quantity(item.issued)}</Fact>
        <Fact label={t('projects.held')}>{quantity(item.held)}</Fact>
        <Fact label={t('projects.claimed')}>{quantity(item.retired)}</Fact>
        {item.locked > 0 && <Fact label={t('projects.locked')}>{quantity(item.locked)}</Fact>}
        {item.cancelled > 0 && <Fact label={t('projects.cancelled')}>{quantity(item.cancelled)}</Fact>}
        {item.serials.length > 0 && (
          <Fact label={t('projects.serials')} wide>
            {item.serials.map((range) => (
              <span key={range.serial} className="block">
                <CopyText text={range.serial} />
              </span>
            ))}
            {more > 0 && <span className="text-sm text-ink-faint">{t('projects.moreRanges', { count: more })}</span>}
          </Fact>
        )}
        <Fact label={t('projects.tokenId')} wide>
          <CopyText text={item.tokenId} />
        </Fact>
      </Facts>
    </>
  )
}
