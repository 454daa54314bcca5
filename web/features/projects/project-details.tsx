import { lazy, Suspense } from 'react'
import type { Project } from '#shared/contract/projects.ts'
import { publishedStatuses } from '#shared/rules/lifecycle/project.ts'
import { methodologyPath, projectPath } from '#shared/rules/paths.ts'
import { type Position, polygonsOf } from '#shared/rules/place.ts'
import { type FactName, type FactValues, type ProjectFact, projectFacts } from '#shared/rules/project-facts.ts'
import { EmbedCodes } from '#web/domain/embed-codes.tsx'
import { ProjectType } from '#web/domain/project-type.tsx'
import { useProjectWords } from '#web/domain/project-words.ts'
import { NotStated, StatedFact } from '#web/domain/stated-fact.tsx'
import { StatusBadge } from '#web/domain/status.tsx'
import { useAreaText } from '#web/domain/use-area-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyCode, CopyText } from '#web/ui/copy-text.tsx'
import { cx } from '#web/ui/cx.ts'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Section } from '#web/ui/page.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Word } from '#web/ui/word.tsx'
import { placeWords } from './place-words.ts'
import { ProjectStatement } from './project-statement.tsx'
import { VintageChart } from './vintage-chart.tsx'

const PlaceMap = lazy(async () => ({ default: (await import('./place-map.tsx')).PlaceMap }))

/** Shown further up. */
const placed: readonly FactName[] = ['type', 'sector', 'mitigation', 'region', 'location', 'standard']
const furtherFacts = projectFacts.filter(({ name }) => !placed.includes(name))

export function ProjectDetails({ project }: { project: Project }) {
  const { t } = useTranslation()
  const at: Position | null =
    project.longitude !== null && project.latitude !== null ? [project.longitude, project.latitude] : null
  const isIssued = project.items.length > 0
  const isPublished = publishedStatuses.some((status) => status === project.status)
  const hasStory = project.acts.includes('edit') || project.sustainabilityStatement !== '' || project.description !== ''
  const drawn = (isIssued || at) && (
    <div className="flex min-w-0 flex-col gap-10 [&>*]:mt-0">
      {isIssued && <VintageChart items={project.items} />}
      {at && (
        <Section title={t('projects.place')}>
          <ProjectPlace project={project} at={at} />
        </Section>
      )}
    </div>
  )
  const facts = (
    <div className="min-w-0">
      <ProjectFacts project={project} />
    </div>
  )
  return (
    <>
      {hasStory ? (
        <>
          <div className={cx('grid gap-x-10 gap-y-10', drawn && 'lg:grid-cols-[3fr_2fr]')}>
            <div className="min-w-0">
              <ProjectStatement project={project} />
              {project.description && (
                <Section title={t('projects.description')}>
                  <p className="max-w-prose break-words whitespace-pre-line">{project.description}</p>
                </Section>
              )}
            </div>
            {drawn}
          </div>
          <div className="mt-10">{facts}</div>
        </>
      ) : (
        <div className={cx('grid gap-x-10 gap-y-10', drawn && 'lg:grid-cols-[2fr_3fr]')}>
          {drawn}
          {facts}
        </div>
      )}
      {isPublished && <EmbedCodes kind="project" path={projectPath(project.projectKey)} title={project.projectName} />}
    </>
  )
}

function ProjectFacts({ project }: { project: Project }) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useProjectWords()
  const place = placeWords(project, format.country)
  const none = project.isImported ? <NotStated /> : t('projects.noneYet')
  const period =
    project.startDate && project.endDate
      ? t('dates.fromTo', { from: format.date(project.startDate), to: format.date(project.endDate) })
      : format.date(project.startDate)
  return (
    <Section title={t('projects.facts')}>
      <Facts>
        <Fact label={t('projects.projectId')}>
          <CopyText text={String(project.number)} />
        </Fact>
        <Fact label={t('projects.column.status')}>
          <StatusBadge kind="project" status={project.status} />
        </Fact>
        {project.items.length === 0 && (
          <>
            <Fact label={t('projects.minted')} figure>
              {format.quantity(project.assetsMinted)}
            </Fact>
            <Fact label={t('projects.available')} figure>
              {format.quantity(project.assetsAvailable)}
            </Fact>
          </>
        )}
        <StatedFact label={t('projects.type')}>{project.type && <ProjectType type={project.type} />}</StatedFact>
        <Fact label={t('projects.sector')}>{words.sector(project.sector)}</Fact>
        <Fact label={t('projects.mitigation')}>
          {project.mitigation && words.fact('mitigation', project.mitigation)}
        </Fact>
        <StatedFact label={<Word of="methodology">{t('projects.column.methodology')}</Word>}>
          {project.methodologyId && (
            <Link to={methodologyPath(project.methodologyId)} className="link">
              {project.methodology}
            </Link>
          )}
        </StatedFact>
        <Fact label={<Word of="vintage">{t('projects.vintage')}</Word>}>{project.vintage ?? none}</Fact>
        <StatedFact label={t('projects.location')}>{place}</StatedFact>
        <Fact label={<Word of="proponent">{t('projects.proponent')}</Word>}>{project.proponent}</Fact>
        <Fact label={<Word of="verification">{t('projects.verifier')}</Word>}>{project.verifier ?? none}</Fact>
        <Fact label={t('projects.measurementProvider')}>{project.measurementProvider?.name}</Fact>
        <Fact label={t('projects.standard')}>{project.standard}</Fact>
        <StatedFact label={t('projects.creditingPeriod')}>{period}</StatedFact>
        {furtherFacts.map((fact) => (
          <FurtherFact key={fact.name} fact={fact} value={project[fact.name]} />
        ))}
        <Fact label={t('projects.column.created')}>{format.date(project.createdAt)}</Fact>
        <Fact label={t('projects.column.account')}>
          <CopyCode code={project.accountId}>{project.proponent}</CopyCode>
        </Fact>
        <Fact label={t('projects.source')}>
          {project.sourceUrl && (
            <a href={project.sourceUrl} rel="noreferrer" className="link break-all">
              {project.sourceUrl}
            </a>
          )}
        </Fact>
      </Facts>
    </Section>
  )
}

function FurtherFact({ fact, value }: { fact: ProjectFact; value: FactValues[FactName] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { assetNamePlural } = useWords()
  const words = useProjectWords()
  const said = () => {
    if (typeof value === 'number') return `${format.quantity(value)} ${assetNamePlural}`
    if (typeof value === 'string') return words.fact(fact.name, value)
    return value?.map((goal) => t(`projects.goal.${goal}`)).join('\n')
  }
  return (
    <Fact label={t(fact.label)} figure={fact.kind === 'quantity'} wide={fact.kind === 'goals'}>
      {said()}
    </Fact>
  )
}

function ProjectPlace({ project, at }: { project: Project; at: Position }) {
  const { t } = useTranslation()
  const format = useFormat()
  const areaText = useAreaText()
  const polygons = project.area ? polygonsOf(project.area) : []
  return (
    <figure className="max-w-3xl">
      <Suspense fallback={<Skeleton rows={3} />}>
        <PlaceMap label={t('projects.map')} point={project.area ? null : at} polygons={polygons} />
      </Suspense>
      <figcaption className="mt-2 text-sm text-ink-faint tabular">
        {project.area ? areaText(project.area) : t('projects.placeKind.point')} · {t('projects.latitude')}{' '}
        {format.degrees(at[1])}, {t('projects.longitude')} {format.degrees(at[0])}
      </figcaption>
    </figure>
  )
}
