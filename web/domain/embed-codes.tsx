import { embedSize, type SharedKind, sharePaths } from '#shared/rules/share-paths.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'

/** HTML for a live badge and card on other sites, titled `title`. */
export function EmbedCodes({ kind, path, title }: { kind: SharedKind; path: string; title: string }) {
  const { t } = useTranslation()
  const name = inAttribute(title)
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
          <CopyText text={`<a href="${origin}${path}"><img src="${origin}${badge}" alt="${name}" height="24"></a>`} />
        </Fact>
        <Fact label={t('embed.card')} wide>
          <CopyText
            text={`<iframe src="${origin}${embed}" width="${width}" height="${height}" title="${name}" style="border:0"></iframe>`}
          />
        </Fact>
      </Facts>
    </details>
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes an HTML attribute. */
function inAttribute(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character)
}
