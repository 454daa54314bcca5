import { ChevronDown } from 'lucide-react'
import { paths } from '#shared/rules/paths.ts'
import { choose, ownAccounts } from '#web/lib/chosen-account.ts'
import type { Session } from '#web/lib/session.ts'
import { useRead } from '#web/lib/use-read.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Menu, MenuChoices } from '#web/ui/menu.tsx'

/** Names the account for which the person acts in this tab, and changes it. One line, whose height theme.css knows. */
export function AccountStrip({ session: { userId, accountId, accounts } }: { session: Session }) {
  const { t } = useTranslation()
  const own = useRead(ownAccounts).data?.accounts.filter((each) => accounts.includes(each.accountId))
  const name = own?.find((each) => each.accountId === accountId)?.name ?? accountId ?? ''
  return (
    <div className="account-strip border-t border-line">
      <div className="mx-auto flex max-w-7xl items-center justify-between gap-3 px-4 text-sm sm:px-6">
        <p className="min-w-0 truncate py-1.5 text-ink-soft">{t('ownAccounts.acting', { account: name })}</p>
        <Menu
          trigger={(button) => (
            <button
              type="button"
              className="link inline-flex min-h-8 items-center gap-1 whitespace-nowrap pointer-coarse:min-h-11"
              {...button}
            >
              <span className="contents">{t('ownAccounts.change')}</span>
              <ChevronDown aria-hidden size={15} />
            </button>
          )}
        >
          <MenuChoices
            label={t('ownAccounts.change')}
            value={accountId ?? ''}
            choices={(own ?? []).map((each) => ({ value: each.accountId, label: each.name }))}
            onChange={(chosen) => choose(userId, chosen, paths.home)}
          />
        </Menu>
      </div>
    </div>
  )
}
