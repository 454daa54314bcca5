import { type Act, permissions, type Reach, type Role, roles } from '#shared/rules/permissions.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Page } from '#web/ui/page.tsx'
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
    </Page>
  )
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
