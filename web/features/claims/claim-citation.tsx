import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { Claim } from '#shared/contract/claims.ts'
import { type CitationFormat, citationFormats, citationOf } from '#shared/rules/citation.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { claimPath } from '#shared/rules/paths.ts'
import { useFormat } from '#web/lib/format.ts'
import { dayFromToday } from '#web/lib/today.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { copy } from '#web/ui/copy.ts'
import { Tabs } from '#web/ui/tabs.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Three citations of a claim, each with a button that copies it. */
export function ClaimCitation({ claim }: { claim: Claim }) {
  const { t } = useTranslation()
  const citation = useCitation(claim)
  const [format, setFormat] = useState<string>(citationFormats[0])
  async function copyIt(text: string) {
    if (await copy(text)) toast({ tone: 'good', text: t('retirement.citationCopied') })
    else toast({ tone: 'bad', text: t('ui.copyRefused') })
  }
  return (
    <details className="print:hidden">
      <summary className="cursor-pointer py-2 font-medium">{t('retirement.cite')}</summary>
      <Tabs
        label={t('retirement.cite')}
        tabs={citationFormats.map((id) => ({
          id,
          label: t(`retirement.format.${id}`),
          content: (
            <>
              <p className="mb-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">{citation(id)}</p>
              <Button
                size="small"
                icon={<Copy aria-hidden size={14} />}
                aria-label={t('ui.named', { name: t('ui.copy'), said: t(`retirement.format.${id}`) })}
                onClick={() => void copyIt(citation(id))}
              >
                {t('ui.copy')}
              </Button>
            </>
          ),
        }))}
        value={format}
        onChange={setFormat}
      />
    </details>
  )
}

function useCitation(claim: Claim): (format: CitationFormat) => string {
  const { t, i18n } = useTranslation()
  const { quantity, date } = useFormat()
  const { name: registry, assetName, assetNamePlural } = useWords()
  const accessed = dayFromToday(0)
  const address = `${location.origin}${claimPath(claim.claimId)}`
  const { beneficiary, claimNumber, certificate, verifyCode: code } = claim
  const units = claim.quantity === 1 ? assetName : assetNamePlural
  const cited = {
    registry,
    title: beneficiary
      ? t('retirement.retiredFor', { quantity: quantity(claim.quantity), units, beneficiary })
      : t('retirement.retired', { quantity: quantity(claim.quantity), units }),
    kind: certificate
      ? t('retirement.kind', { number: certificate.number, code })
      : t('retirement.claimKind', { number: claimNumber, code }),
    day: claim.claimedAt.slice(0, 10),
    retrieved: t('retirement.retrieved', { day: date(accessed), address }),
    accessed,
    address,
    key: `${location.hostname}-${claimNumber}`,
  }
  return (format) => citationOf(format, cited, languageOf(i18n.resolvedLanguage))
}
