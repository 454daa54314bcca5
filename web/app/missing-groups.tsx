import { site } from '#web/lib/site-config.ts'
import { useRenewal } from '#web/lib/use-renewal.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Actions } from '#web/ui/actions.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyText } from '#web/ui/copy-text.tsx'
import { Card, Page } from '#web/ui/page.tsx'

/** For members of a registered organisation whose token lacks its groups. */
export function MissingGroups({ groups, onRenewed }: { groups: readonly string[]; onRenewed: () => void }) {
  const { t } = useTranslation()
  const renew = useRenewal(onRenewed)
  return (
    <Page
      title={t('onboarding.registered')}
      lead={t('onboarding.groupsMissing', { provider: new URL(site().oidc.authority).host })}
      narrow
    >
      <Card>
        <ul className="space-y-2">
          {groups.map((group) => (
            <li key={group}>
              <CopyText text={group} />
            </li>
          ))}
        </ul>
        <div className="mt-6">
          <Actions>
            <Button tone="primary" onClick={() => void renew()}>
              {t('onboarding.groupsGiven')}
            </Button>
          </Actions>
        </div>
      </Card>
    </Page>
  )
}
