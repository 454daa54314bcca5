import { FileArchive, FileText, Link2 } from 'lucide-react'
import type { Claim } from '#shared/contract/claims.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { addressOf } from '#web/lib/call.ts'
import { reading } from '#web/lib/reading-calls.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Notice } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Section } from '#web/ui/page.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'
import { ClaimCitation } from './claim-citation.tsx'
import { ShareButton } from './claim-share.tsx'

type Certificate = NonNullable<Claim['certificate']>

export function CertificateSection({ claim }: { claim: Claim }) {
  const { t, i18n } = useTranslation()
  const { certificate } = claim
  const language = languageOf(i18n.resolvedLanguage)
  // Browsers keep the address without a version for some minutes.
  const valid = certificate?.files.find((one) => one.language === language && one.status === 'VALID')
  const version = valid ? `&version=${valid.version}` : ''
  return (
    <Section title={t('claims.certificate')}>
      {certificate ? (
        <a
          href={`${certificate.url}?language=${language}${version}`}
          target="_blank"
          rel="noreferrer"
          className="group flex flex-col items-start gap-4"
        >
          <CertificateSheet claim={claim} certificate={certificate} />
          <span className={buttonClass('primary')}>
            <FileText aria-hidden size={16} />
            {t('claims.openCertificate')}
          </span>
        </a>
      ) : (
        <Notice
          tone={claim.isImported ? 'neutral' : 'waiting'}
          title={t(claim.isImported ? 'claims.certificateElsewhere' : 'claims.certificateLater')}
        />
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <ShareButton claim={claim} />
        {(certificate || claim.isImported) && <AuditFileLink claim={claim} />}
        {claim.explorerUrl && (
          <a href={claim.explorerUrl} target="_blank" rel="noreferrer" className={buttonClass('plain')}>
            <Link2 aria-hidden size={16} />
            {t('claims.explorer')}
          </a>
        )}
      </div>
      <div className="mt-2">
        <ClaimCitation claim={claim} />
      </div>
      {certificate && <CertificateFacts certificate={certificate} />}
    </Section>
  )
}

function AuditFileLink({ claim: { claimId, tenantId } }: { claim: Claim }) {
  const { t, i18n } = useTranslation()
  const query = { tenantId, language: languageOf(i18n.resolvedLanguage) }
  return (
    <a
      href={addressOf(reading.readAuditFile, { params: { claimId }, query })}
      download
      title={t('records.auditFileHint')}
      className={buttonClass('plain')}
    >
      <FileArchive aria-hidden size={16} />
      {t('records.auditFile')}
    </a>
  )
}

function CertificateFacts({ certificate }: { certificate: Certificate }) {
  const { t, i18n } = useTranslation()
  const language = languageOf(i18n.resolvedLanguage)
  // The file in the current language, or the English one until somebody opens that.
  const file = certificate.files.find((one) => one.language === language) ?? certificate
  const earlier = certificate.files.filter(({ status }) => status === 'SUPERSEDED')
  return (
    <Facts>
      <Fact label={t('claims.certificateNumber')} wide>
        {t('claims.certificateVersion', { number: certificate.number, version: file.version })}
      </Fact>
      <Fact label={t('claims.certificateStatus')} wide>
        {t(`claims.status.${file.status}`)}
      </Fact>
      <Fact label={t('claims.sha256')} wide>
        {file.sha256 && <CopyText text={file.sha256} />}
      </Fact>
      {earlier.length > 0 && (
        <Fact label={t('claims.earlierVersions')} wide>
          <p className="text-sm text-ink-soft">{t('claims.superseded')}</p>
          {certificate.files.map(
            ({ language, version, reason }) =>
              reason !== null && (
                <p key={`${language} ${version}`} className="text-sm break-words">
                  {t('reissue.ofVersion', { language: t(`languages.${language}`), version, reason })}
                </p>
              ),
          )}
          {earlier.map((one) => (
            <p key={one.sha256}>
              <a
                href={`${certificate.url}?language=${one.language}&version=${one.version}`}
                target="_blank"
                rel="noreferrer"
                className="link"
              >
                {t('claims.earlierVersion', { language: t(`languages.${one.language}`), version: one.version })}
              </a>{' '}
              <CopyText text={one.sha256} />
            </p>
          ))}
        </Fact>
      )}
    </Facts>
  )
}
