import { KeyRound, Mail, MonitorSmartphone, ShieldCheck } from 'lucide-react'
import { languageOf } from '#shared/rules/languages.ts'
import { isEmbeddedSignIn } from '#web/domain/embedded-sign-in.ts'
import { site } from '#web/lib/site-config.ts'
import { useTheme } from '#web/lib/theme.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, Section } from '#web/ui/page.tsx'

/** Password, address and sessions are of the embedded provider. */
export function SignInSection() {
  const { t, i18n } = useTranslation()
  const theme = useTheme()
  const { authority } = site().oidc
  const look = new URLSearchParams({ lang: languageOf(i18n.resolvedLanguage), theme })
  return (
    <Section title={t('profile.signIn')}>
      <Card>
        {isEmbeddedSignIn() ? (
          <>
            <p className="mb-4 text-ink-soft">{t('profile.withPassword')}</p>
            <div className="flex flex-wrap gap-3">
              <a href={`${authority}/password/change?${look}`} className={buttonClass()}>
                <KeyRound aria-hidden size={16} />
                {t('profile.changePassword')}
              </a>
              <a href={`${authority}/address/change?${look}`} className={buttonClass()}>
                <Mail aria-hidden size={16} />
                {t('profile.changeAddress')}
              </a>
              <a href={`${authority}/sessions?${look}`} className={buttonClass()}>
                <MonitorSmartphone aria-hidden size={16} />
                {t('profile.sessions')}
              </a>
              <a href={`${authority}/security?${look}`} className={buttonClass()}>
                <ShieldCheck aria-hidden size={16} />
                {t('profile.signInMethods')}
              </a>
            </div>
          </>
        ) : (
          <p className="text-ink-soft">{t('profile.signInAt', { provider: new URL(authority).host })}</p>
        )}
      </Card>
    </Section>
  )
}
