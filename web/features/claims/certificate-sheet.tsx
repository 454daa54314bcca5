import type { Claim } from '#shared/contract/claims.ts'
import { useFormat } from '#web/lib/format.ts'
import { useWords } from '#web/lib/words.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Pattern } from '#web/ui/pattern.tsx'
import { usePurpose } from './purpose.ts'

/** The claim's facts laid out as on the first page of its certificate; decorative, on white paper in both themes. */
export function CertificateSheet({
  claim,
  certificate,
}: {
  claim: Claim
  certificate: NonNullable<Claim['certificate']>
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const purposeOf = usePurpose()
  const { name, assetName, assetNamePlural } = useWords()
  const { quantity } = claim
  return (
    <div
      aria-hidden
      data-theme="light"
      className="@container relative aspect-[210/297] w-full max-w-64 overflow-hidden rounded-sm border border-line bg-surface text-ink shadow-lift transition-transform group-hover:-translate-y-0.5 lg:max-w-none"
    >
      <div className="absolute -top-[18cqw] -right-[18cqw] aspect-square w-[64cqw] overflow-hidden rounded-full opacity-25">
        <Pattern of={claim.verifyCode} />
      </div>
      <div className="relative flex h-full flex-col gap-[3.2cqw] p-[8cqw] text-[2.7cqw] leading-snug">
        <div className="flex items-start justify-between gap-[2cqw]">
          <span className="font-semibold">{name}</span>
          <span className="rounded-sm border border-good bg-surface px-[2cqw] py-[0.6cqw] font-semibold text-good">
            {t(`claims.status.${certificate.status}`)}
          </span>
        </div>
        <div className="mt-[4cqw]">
          <span className="block font-serif text-[6.4cqw] leading-tight font-bold">{t('claims.certificate')}</span>
          <span className="text-ink-soft">
            {t('claims.certificateVersion', { number: certificate.number, version: certificate.version })}
          </span>
        </div>
        <div>
          <span className="text-ink-soft">{t('claims.column.beneficiary')}</span>
          <span className="line-clamp-2 font-serif text-[5cqw] leading-tight font-bold">
            {claim.beneficiary || t('claims.anonymous')}
          </span>
        </div>
        <div>
          <span className="font-serif text-[8.4cqw] leading-tight font-bold">{format.quantity(quantity)}</span>{' '}
          <span className="font-serif text-[3.8cqw]">{quantity === 1 ? assetName : assetNamePlural}</span>
        </div>
        <div className="grid grid-cols-2 gap-[3cqw]">
          <Line label={t('claims.purpose')} value={purposeOf(claim.purpose)} />
          <Line label={t('claims.column.when')} value={format.date(claim.claimedAt)} />
          <Line label={t('claims.column.project')} value={claim.project} />
          <Line label={t('claims.column.vintage')} value={claim.vintage} />
        </div>
        <div className="border-t border-line pt-[3cqw]">
          <span className="text-ink-soft">{t('claims.serials')}</span>
          {claim.serials.slice(0, rangesShown).map(({ serial }) => (
            <span key={serial} className="tabular block truncate">
              {serial}
            </span>
          ))}
        </div>
        <span className="tabular mt-auto border-t border-line pt-[3cqw] text-ink-soft">
          {t('claims.verifyCode')} {claim.verifyCode}
        </span>
      </div>
    </div>
  )
}

/** As on the page that is pictured. */
const rangesShown = 3

function Line({ label, value }: { label: string; value: string | null }) {
  if (!value) return null
  return (
    <span className="min-w-0">
      <span className="block text-ink-soft">{label}</span>
      <span className="line-clamp-2">{value}</span>
    </span>
  )
}
