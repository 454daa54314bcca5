import type { Asset, Project } from '#shared/contract/projects.ts'
import { projectClaimsPath, recordPath } from '#shared/rules/paths.ts'
import { SerialNumber } from '#web/domain/serials.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Link } from '#web/ui/link.tsx'
import { Empty } from '#web/ui/states.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

export function ProjectItems({ project }: { project: Project }) {
  const { t } = useTranslation()
  const { quantity } = useFormat()
  if (project.items.length === 0) return <Empty text={t('projects.noItems')} />
  const columns: Column<Asset>[] = [
    {
      label: t('projects.vintage'),
      cell: ({ vintage, batch }) => <span className="tabular">{t('projects.itemTitle', { vintage, batch })}</span>,
    },
    { label: t('projects.verified'), isDetail: true, figure: true, cell: ({ verified }) => quantity(verified) },
    { label: t('projects.minted'), figure: true, cell: ({ issued }) => quantity(issued) },
    { label: t('projects.held'), figure: true, cell: ({ held, locked }) => quantity(held + locked) },
    { label: t('projects.claimed'), figure: true, cell: ({ retired }) => quantity(retired) },
    ...(project.items.some(({ cancelled }) => cancelled > 0)
      ? [
          {
            label: t('projects.cancelled'),
            word: 'burn' as const,
            figure: true,
            cell: ({ cancelled }: Asset) => quantity(cancelled),
          },
        ]
      : []),
    { label: t('projects.serials'), isShort: true, cell: (item) => <Serials of={item} /> },
    {
      label: t('projects.tokenId'),
      isDetail: true,
      isShort: true,
      cell: ({ tokenId }) => <CopyText text={tokenId} shown={`${tokenId.slice(0, 6)}…${tokenId.slice(-4)}`} />,
    },
    {
      label: t('activity.column.record'),
      word: 'public record',
      isCeding: project.items.some(({ cancelled }) => cancelled > 0),
      isShort: true,
      cell: ({ transactionId }) =>
        transactionId && (
          <Link to={recordPath(transactionId)} className="link row-link">
            {t('projects.openRecord')}
          </Link>
        ),
    },
  ]
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">
        {t('projects.itemsLead')}{' '}
        <Link to={projectClaimsPath(project.projectId)} className="link whitespace-nowrap">
          {t('projects.itsClaims')}
        </Link>
      </p>
      <Table label={t('projects.tab.items')} columns={columns} rows={project.items} keyOf={({ assetId }) => assetId} />
    </>
  )
}

/** The first serial range and the number of further ranges. */
function Serials({ of: { serials, rangeCount } }: { of: Asset }) {
  const { t } = useTranslation()
  const [first] = serials
  if (!first) return null
  return (
    <>
      <CopyText text={first.serial} shown={<SerialNumber serial={first.serial} />} />
      {rangeCount > 1 && (
        <span className="ml-2 text-sm text-ink-faint">{t('projects.moreRanges', { count: rangeCount - 1 })}</span>
      )}
    </>
  )
}
