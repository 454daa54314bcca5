import type { Holder } from '#shared/contract/holders.ts'
import type { Project } from '#shared/contract/projects.ts'
import { holdingsPath } from '#shared/rules/paths.ts'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useList } from '#web/lib/use-list.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'

type Held = { project: Project }

/** Only the registry's admins see names. */
export function ProjectHolders({ project }: Held) {
  const { t } = useTranslation()
  const { projectId, tenantId } = project
  const session = useSession()
  const mayName = session?.may('units.burn') === true && tenantId === site().tenantId
  const holders = useRead(reading.listHolders, { query: { projectId, tenantId, limit: 1 }, asUser: session !== null })
  return (
    <Section title={t('holders.title')}>
      <Loaded from={holders} rows={1}>
        {({ accounts }) => (
          <p className="mb-4 text-ink-soft">
            {t('holders.count', { count: accounts })} {!mayName && accounts > 0 && t('holders.unnamed')}
          </p>
        )}
      </Loaded>
      {mayName && <Holders project={project} />}
    </Section>
  )
}

function Holders({ project: { projectId } }: Held) {
  const { t } = useTranslation()
  const list = useList(reading.listHolders, { given: { projectId }, asUser: true })
  const columns: ListColumn<Holder>[] = [
    {
      label: t('holders.account'),
      cell: ({ accountId, name }) => (
        <Link to={holdingsPath(accountId)} className="row-link">
          {name}
        </Link>
      ),
    },
    { label: t('holders.units'), figure: true, value: ({ units }) => units },
  ]
  return (
    <ListTable
      list={list}
      label={t('holders.title')}
      columns={columns}
      keyOf={({ accountId }) => accountId}
      empty={t('holders.count', { count: 0 })}
      file="holders"
    />
  )
}
