import { FileText, ScrollText, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import {
  listAccounts,
  listStatements,
  readAccount,
  readLegacyCertificate,
  type Statement,
} from '#shared/contract/accounts.ts'
import { readPreferences } from '#shared/contract/preferences.ts'
import { leaves } from '#shared/rules/account-roles.ts'
import { parseGroup } from '#shared/rules/groups.ts'
import { languageOf } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { shownEmail } from '#shared/rules/shown-email.ts'
import { EditAccountButton } from '#web/domain/edit-account.tsx'
import { useGroupInWords } from '#web/domain/group-in-words.ts'
import { StatusBadge } from '#web/domain/status.tsx'
import { useFormat } from '#web/lib/format.ts'
import type { Session } from '#web/lib/session.ts'
import { useDownload } from '#web/lib/use-download.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { FixedFacts } from '#web/ui/fixed-facts.tsx'
import { Link } from '#web/ui/link.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Preferences } from './preferences.tsx'
import { SignInSection } from './sign-in-section.tsx'

const AuditorLinks = lazy(async () => ({ default: (await import('./auditor-links.tsx')).AuditorLinks }))
const Invitations = lazy(async () => ({ default: (await import('#web/domain/own-accounts.tsx')).Invitations }))
const OwnAccounts = lazy(async () => ({ default: (await import('#web/domain/own-accounts.tsx')).OwnAccounts }))
const StopAccount = lazy(async () => ({ default: (await import('./stop-account.tsx')).StopAccount }))
const Protection = lazy(async () => ({ default: (await import('./protection.tsx')).Protection }))
const Caps = lazy(async () => ({ default: (await import('./caps.tsx')).Caps }))
const YearlyFiles = lazy(async () => ({ default: (await import('./yearly-files.tsx')).YearlyFiles }))

export function ProfilePage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  return (
    <Page title={t('layout.myProfile')} narrow>
      <Suspense>
        <Invitations />
      </Suspense>
      <Section title={t('profile.person')}>
        <Card>
          <Person session={session} />
        </Card>
      </Section>
      {session.accountId !== null && (
        <>
          <AccountSection />
          <Suspense>
            <OwnAccounts />
            {session.may('units.move') && <Protection accountId={session.accountId} />}
            {session.may('units.move') && <Caps accountId={session.accountId} />}
            <YearlyFiles />
            {session.may('account.share') && <AuditorLinks />}
          </Suspense>
        </>
      )}
      <SignInSection />
      <Section title={t('profile.preferences')}>
        <Card>
          <Preferences />
        </Card>
      </Section>
      {session.may('user.administer') && (
        <Section title={t('profile.admin')}>
          <Card>
            <p className="mb-4 text-ink-soft">
              {t(session.reach('user.administer') === 'tenant' ? 'profile.tenantAdmin' : 'profile.accountAdmin')}
            </p>
            <div className="flex flex-wrap gap-3">
              <ButtonLink to={paths.userAdmin} icon={<UsersRound aria-hidden size={16} />}>
                {t('layout.userAdmin')}
              </ButtonLink>
              <ButtonLink to={paths.audit} icon={<ScrollText aria-hidden size={16} />}>
                {t('audit.title')}
              </ButtonLink>
            </div>
          </Card>
        </Section>
      )}
    </Page>
  )
}

function Person({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { given_name, family_name, name, email: claimed } = session.profile
  // The server knows a changed address before the next token does.
  const email = useRead(readPreferences).data?.email ?? claimed
  const fullName = [given_name, family_name].filter(Boolean).join(' ') || (typeof name === 'string' ? name : '')
  return (
    <FixedFacts why={t('profile.personWhy')}>
      <Fact label={t('profile.name')}>{fullName}</Fact>
      <Fact label={t('profile.email')}>{typeof email === 'string' ? shownEmail(email) : ''}</Fact>
      <Fact label={t('profile.userId')} wide>
        <CopyText text={session.userId} />
      </Fact>
      <Fact label={t('profile.roles')} wide>
        <Roles session={session} />
      </Fact>
    </FixedFacts>
  )
}

function Roles({ session: { groups } }: { session: Session }) {
  const { t } = useTranslation()
  return (
    <>
      {groups.length === 0 ? t('profile.noRoles') : groups.map((group) => <Role key={group} group={group} />)}
      <Link to={paths.roles} className="link mt-1 block w-fit text-sm">
        {t('roles.title')}
      </Link>
    </>
  )
}

function Role({ group }: { group: string }) {
  const groupInWords = useGroupInWords()
  const own = useSignedIn().accountId
  const accountId = parseGroup(group)?.accountId ?? own
  const isOwn = accountId === own
  const account = useRead(readAccount, { when: isOwn && own !== null }).data
  // The list also finds accounts by id.
  const other = useRead(listAccounts, { query: { q: accountId ?? '' }, when: !isOwn }).data?.items
  const named = isOwn ? account : other?.find((each) => each.accountId === accountId)
  return <span className="block">{groupInWords(group, () => named?.name)}</span>
}

function AccountSection() {
  const { t } = useTranslation()
  const format = useFormat()
  const account = useRead(readAccount)
  const statements = useRead(listStatements)
  return (
    <Section
      title={t('profile.account')}
      actions={
        <div className="flex flex-wrap items-start gap-3">
          {account.data && <EditAccountButton account={account.data} />}
          <LegacyCertificate onMade={statements.retry} />
        </div>
      }
    >
      <p className="-mt-2 mb-4 text-sm text-ink-faint">{t('profile.legacyHelp')}</p>
      <Card>
        <Loaded from={account}>
          {(shown) => (
            <Facts>
              <Fact label={t('onboarding.name')}>{shown.name}</Fact>
              <Fact label={t('projects.column.status')}>
                <StatusBadge kind="account" status={shown.status} />
              </Fact>
              <Fact label={t('onboarding.type')}>{t(`accounts.kind.${shown.type}`)}</Fact>
              {shown.role && (
                <Fact label={t('users.role')} wide>
                  {t(`users.roles.${shown.role}`)}
                  <span className="block text-sm text-ink-soft">{t(`accountRoles.hint.${shown.role}`)}</span>
                </Fact>
              )}
              <Fact label={t('onboarding.country')}>{shown.country && format.country(shown.country)}</Fact>
              <Fact label={t('onboarding.registrationNumber')}>{shown.registrationNumber}</Fact>
              <Fact label={t('onboarding.website')}>
                {shown.website && (
                  <a href={shown.website} rel="noreferrer" className="link break-all">
                    {shown.website}
                  </a>
                )}
              </Fact>
              <Fact label={t('profile.since')}>{format.date(shown.createdAt)}</Fact>
              <Fact label={t('profile.chainAddress')} wide>
                <CopyText text={shown.chainAddress} />
              </Fact>
            </Facts>
          )}
        </Loaded>
        <Statements issued={statements.data?.items ?? []} />
        {account.data && (account.data.stop || leaves(account.data.role, 'account.stop')) && (
          <Suspense>
            <StopAccount account={account.data} />
          </Suspense>
        )}
      </Card>
    </Section>
  )
}

const statementFile = 'legacy-certificate.pdf'

/** Issued statements, unchanged. */
function Statements({ issued }: { issued: readonly Statement[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, fetch } = useDownload(setFailure)
  if (issued.length === 0) return null
  return (
    <div className="mt-6">
      <Facts>
        <Fact label={t('profile.statements')} wide>
          {issued.map(({ statementId, language, asOf, verifyCode }) => (
            <p key={statementId} className="flex flex-wrap items-baseline gap-x-4">
              <button
                type="button"
                className="link min-h-6 text-left"
                disabled={busy}
                onClick={() => void fetch(readLegacyCertificate, { statementId }, statementFile)}
              >
                {t('profile.statement', { language: t(`languages.${language}`), time: format.time(asOf) })}
              </button>
              <CopyText text={verifyCode} />
            </p>
          ))}
          <Failure text={failure} />
        </Fact>
      </Facts>
    </div>
  )
}

/** Downloads the lifetime statement (PDF); reuses a valid one. */
function LegacyCertificate({ onMade }: { onMade: () => void }) {
  const { t, i18n } = useTranslation()
  const [failure, setFailure] = useState<string | null>(null)
  const { busy, fetch } = useDownload(setFailure)
  function generate() {
    setFailure(null)
    void fetch(readLegacyCertificate, { language: languageOf(i18n.resolvedLanguage) }, statementFile).then(onMade)
  }
  return (
    <div className="flex flex-col gap-1 sm:items-end">
      <Button busy={busy} icon={<FileText aria-hidden size={16} />} onClick={generate}>
        {t(busy ? 'profile.generating' : 'profile.legacyCertificate')}
      </Button>
      <Failure text={failure} />
    </div>
  )
}
