import { claimPath } from '#shared/rules/paths.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { Link } from '#web/ui/link.tsx'
import { Loaded } from '#web/ui/states.tsx'
import type { Asked } from './asked-of-file.ts'
import { VerifyResult } from './verify-result.tsx'

export function VerifyAnswer({ asked: { q, named } }: { asked: Asked }) {
  const found = useRead(reading.lookUp, { query: { tenantId: site().tenantId, q } })
  return (
    <Loaded
      from={found}
      rows={1}
      isEmpty={({ items, serials }) => items.length === 0 && serials.length === 0 && named !== null}
      empty={named && <Tampered number={named} />}
    >
      {(answer) => <VerifyResult found={answer} />}
    </Loaded>
  )
}

/** Shown when a file names a claim but is not its certificate. */
function Tampered({ number }: { number: string }) {
  const { t } = useTranslation()
  const found = useRead(reading.lookUp, { query: { tenantId: site().tenantId, q: `C-${number}` } })
  const claim = found.data?.items.find(({ kind }) => kind === 'claim')
  return (
    <Notice tone="bad" title={t('search.tampered', { number })}>
      <p>{t(found.data && !claim ? 'search.noSuchClaim' : 'search.tamperedHelp')}</p>
      {claim && (
        <Link to={claimPath(claim.id)} className="link">
          {t('claims.number', { number: Number(claim.title) })}
        </Link>
      )}
    </Notice>
  )
}
