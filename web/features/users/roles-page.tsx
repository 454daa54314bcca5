import { type AccountRole, accountRoles, actsOfRoles, type LimitedAct, leaves } from '#shared/rules/account-roles.ts'
import { type Act, permissions, type Reach, type Role, roles } from '#shared/rules/permissions.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page, Section } from '#web/ui/page.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const acts = Object.keys(permissions).filter((act): act is Act => Object.hasOwn(permissions, act))

/** Shows the permission table that the server enforces. */
export function RolesPage() {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const columns: Column<Act>[] = [
    { label: t('roles.column'), isWrapped: true, cell: (act) => t(`roles.act.${act}`) },
    ...roles.map((role) => ({
      label: t(`roles.role.${role}`),
      isWrapped: true,
      cell: (act: Act) => <ReachInWords reach={reachedBy(role, act)} />,
    })),
  ]
  return (
    <Page title={t('roles.title')} lead={t('roles.addUp')}>
      {isWide ? <Table label={t('roles.title')} columns={columns} rows={acts} keyOf={(act) => act} /> : <Groups />}
      <Section title={t('accountRoles.inAccount')}>
        <p className="mb-4 text-ink-soft">{t('accountRoles.inAccountLead')}</p>
        <RolesInAccount />
      </Section>
    </Page>
  )
}

const limitedActs = Object.keys(actsOfRoles).filter((act): act is LimitedAct => Object.hasOwn(actsOfRoles, act))

const isOfTable = (act: Act | LimitedAct): act is Act => Object.hasOwn(permissions, act)

/** What the recorded roles leave to a member. */
function RolesInAccount() {
  const { t } = useTranslation()
  const columns: Column<LimitedAct>[] = [
    {
      label: t('roles.column'),
      isWrapped: true,
      cell: (act) => t(isOfTable(act) ? `roles.act.${act}` : `accountRoles.act.${act}`),
    },
    ...accountRoles.map((role) => ({
      label: t(`users.roles.${role}`),
      cell: (act: LimitedAct) => <Left role={role} act={act} />,
    })),
  ]
  return <Table label={t('accountRoles.inAccount')} columns={columns} rows={limitedActs} keyOf={(act) => act} />
}

function Left({ role, act }: { role: AccountRole; act: LimitedAct }) {
  const { t } = useTranslation()
  return leaves(role, act) ? t('audit.yes') : <span className="text-ink-faint">{t('roles.reach.none')}</span>
}

function Groups() {
  const { t } = useTranslation()
  return groups.map((group) => {
    const within = actsOf(group)
    return (
      <details key={group} className="border-b border-line first:border-t">
        <summary className="py-2.5 font-medium">
          {t(`roles.group.${group}`)} <span className="tabular font-normal text-ink-faint">{within.length}</span>
        </summary>
        <dl className="pb-3">
          {within.map((act) => (
            <div key={act} className="py-1.5">
              <dt>{t(`roles.act.${act}`)}</dt>
              {[...Map.groupBy(roles, (role) => reachedBy(role, act))].map(([reach, reaching]) => (
                <dd key={reach} className="text-sm text-ink-soft">
                  <ReachInWords reach={reach} />
                  {': '}
                  {reaching.map((role) => t(`roles.role.${role}`)).join(', ')}
                </dd>
              ))}
            </div>
          ))}
        </dl>
      </details>
    )
  })
}

/** Topics with the prefixes of their acts. */
const subjectsOf = {
  projects: ['project', 'document', 'methodology'],
  work: ['measurement', 'verification', 'finding', 'task'],
  units: ['units', 'wallet', 'transaction', 'claim', 'market'],
  people: ['account', 'user', 'preference', 'notice'],
  registry: ['registry', 'tenant', 'audit'],
} as const satisfies Record<string, readonly (Act extends `${infer Subject}.${string}` ? Subject : never)[]>

const groups = ['projects', 'work', 'units', 'people', 'registry'] as const satisfies (keyof typeof subjectsOf)[]

function actsOf(group: (typeof groups)[number]): Act[] {
  return acts.filter((act) => subjectsOf[group].some((subject) => act.startsWith(`${subject}.`)))
}

/** A newcomer has no account: the server permits the call, which returns nothing. */
function reachedBy(role: Role, act: Act): Reach {
  const reach: Reach = permissions[act][role]
  return role === 'newcomer' && (reach === 'own' || reach === 'assigned') ? 'none' : reach
}

function ReachInWords({ reach }: { reach: Reach }) {
  const { t } = useTranslation()
  return <span className={reach === 'none' ? 'text-ink-faint' : undefined}>{t(`roles.reach.${reach}`)}</span>
}
