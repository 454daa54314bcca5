import { FileText, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readAccount, readLegacyCertificate } from '#shared/contract/accounts.ts'
import { isTenantAdmin, parseGroup } from '#shared/rules/groups.ts'
import { paths } from '#shared/rules/paths.ts'
import { fetchFile, saveFile } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { languageOf } from '#web/lib/languages.ts'
import type { Session } from '#web/lib/session.ts'
import { useRead } from '#web/lib/use-read.ts'
import { useSignedIn } from '#web/lib/use-session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Fact, Facts } from '#web/ui/facts.tsx'
import { Card, Page, Section } from '#web/ui/page.tsx'
import { Loaded } from '#web/ui/states.tsx'
import { Preferences } from './preferences.tsx'
import { SignInSection } from './sign-in-section.tsx'

/** Who is signed in and for which account, what they prefer, and what admins have besides. */
export function ProfilePage() {
  const { t } = useTranslation()
  const session = useSignedIn()
  return (
    <Page title={t('layout.myProfile')} narrow>
      <Section title={t('profile.person')}>
        <Card>
          <Person session={session} />
        </Card>
      </Section>
      {session.accountId !== null && <AccountSection />}
      <SignInSection />
      <Section title={t('profile.preferences')}>
        <Card>
          <Preferences />
        </Card>
      </Section>
      {session.isAdmin && (
        <Section title={t('profile.admin')}>
          <Card>
            <p className="mb-4 text-ink-soft">
              {t(session.isTenantAdmin ? 'profile.tenantAdmin' : 'profile.accountAdmin')}
            </p>
            <ButtonLink to={paths.userAdmin} icon={<UsersRound aria-hidden size={16} />}>
              {t('layout.userAdmin')}
            </ButtonLink>
          </Card>
        </Section>
      )}
    </Page>
  )
}

function Person({ session }: { session: Session }) {
  const { t } = useTranslation()
  const { given_name, family_name, name, email } = session.profile
  const fullName = [given_name, family_name].filter(Boolean).join(' ') || (typeof name === 'string' ? name : '')
  return (
    <Facts>
      <Fact label={t('profile.name')}>{fullName}</Fact>
      <Fact label={t('profile.email')}>{typeof email === 'string' ? email : ''}</Fact>
      <Fact label={t('profile.userId')} wide>
        <CopyText text={session.userId} />
      </Fact>
      <Fact label={t('profile.roles')} wide>
        {session.groups.length === 0
          ? t('profile.noRoles')
          : session.groups.map((group) => (
              <span key={group} className="block">
                <GroupInWords group={group} />
              </span>
            ))}
      </Fact>
    </Facts>
  )
}

function GroupInWords({ group }: { group: string }) {
  const { t } = useTranslation()
  const account = useRead(readAccount).data
  const membership = parseGroup(group)
  const name = membership?.accountId === account?.accountId ? account?.name : membership?.accountId
  if (membership?.role === 'General') return t('profile.member', { account: name })
  if (membership?.role === 'AccountAdmin') return t('profile.adminOf', { account: name })
  return isTenantAdmin([group]) ? t('profile.registryAdmin') : group
}

function AccountSection() {
  const { t } = useTranslation()
  const format = useFormat()
  const account = useRead(readAccount)
  return (
    <Section title={t('profile.account')} actions={<LegacyCertificate />}>
      <Card>
        <Loaded from={account}>
          {(shown) => (
            <Facts>
              <Fact label={t('onboarding.name')}>{shown.name}</Fact>
              <Fact label={t('projects.column.status')}>
                <Badge tone={shown.status === 'active' ? 'good' : shown.status === 'pending' ? 'waiting' : 'bad'}>
                  {t(`accounts.status.${shown.status}`)}
                </Badge>
              </Fact>
              <Fact label={t('onboarding.type')}>{t(`accounts.kind.${shown.type}`)}</Fact>
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
      </Card>
    </Section>
  )
}

/** The account's lifetime statement as a PDF, made now. */
function LegacyCertificate() {
  const { t, i18n } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function generate() {
    setBusy(true)
    setFailure(null)
    try {
      const query = { language: languageOf(i18n.resolvedLanguage) }
      saveFile(await fetchFile(readLegacyCertificate, { query }), 'legacy-certificate.pdf')
    } catch (error) {
      setFailure(failureText(error instanceof Error ? error : new Error(String(error)), i18n))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-col items-end gap-1">
      <Button busy={isBusy} icon={<FileText aria-hidden size={16} />} onClick={() => void generate()}>
        {t(isBusy ? 'profile.generating' : 'profile.legacyCertificate')}
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-bad">
          {failure}
        </p>
      )}
    </div>
  )
}
