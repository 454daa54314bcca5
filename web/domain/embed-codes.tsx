import { embedSize, type SharedKind, sharePaths } from '#shared/rules/share-paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

/** What to put on one's own page: a badge and a card that show what the registry says, whenever they are looked at. */
export function EmbedCodes({ kind, path }: { kind: SharedKind; path: string }) {
  const { t } = useTranslation()
  const { origin } = window.location
  const query = path.slice(path.indexOf('?'))
  const [badge, embed] = [sharePaths.badge(kind), sharePaths.embed(kind)].map((made) => made + query)
  const { width, height } = embedSize
  return (
    <details className="print:hidden">
      <summary className="cursor-pointer py-2">{t('embed.title')}</summary>
      <Facts>
        <Fact label={t('embed.badge')} wide>
          <img src={badge} alt={t('embed.badge')} height={24} className="mb-2 block max-w-full" loading="lazy" />
          <CopyText text={`<a href="${origin}${path}"><img src="${origin}${badge}" alt="" height="24"></a>`} />
        </Fact>
        <Fact label={t('embed.card')} wide>
          <CopyText
            text={`<iframe src="${origin}${embed}" width="${width}" height="${height}" style="border:0"></iframe>`}
          />
        </Fact>
      </Facts>
    </details>
  )
}
