import { type Act, permissions, type Reach, type Role, roles } from '#shared/rules/permissions.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const acts = Object.keys(permissions).filter((act): act is Act => Object.hasOwn(permissions, act))

/** Shows who may do what: the table of permissions by which the server admits every call. */
export function RolesPage() {
  const { t } = useTranslation()
  const columns: Column<Act>[] = [
    { label: t('roles.column'), cell: (act) => t(`roles.act.${act}`) },
    ...roles.map((role) => ({
      label: t(`roles.role.${role}`),
      cell: (act: Act) => <ReachInWords reach={reachedBy(role, act)} />,
    })),
  ]
  return (
    <Page title={t('roles.title')} lead={t('roles.lead')}>
      <Table label={t('roles.title')} columns={columns} rows={acts} keyOf={(act) => act} />
      <p className="mt-6 max-w-prose text-ink-soft">{t('roles.addUp')}</p>
    </Page>
  )
}

/** A newcomer has no account and so owns nothing: the rule admits the call, which then finds nothing. */
function reachedBy(role: Role, act: Act): Reach {
  const reach: Reach = permissions[act][role]
  return role === 'newcomer' && (reach === 'own' || reach === 'assigned') ? 'none' : reach
}

function ReachInWords({ reach }: { reach: Reach }) {
  const { t } = useTranslation()
  return <span className={reach === 'none' ? 'text-ink-faint' : undefined}>{t(`roles.reach.${reach}`)}</span>
}
