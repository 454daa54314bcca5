import { type AuditLine, listAuditActors } from '#shared/contract/audit.ts'
import { actsOf, auditedGroups } from '#shared/rules/audited.ts'
import { ListFilter } from '#web/domain/list-filters.tsx'
import { useChoices } from '#web/domain/use-choices.ts'
import type { List } from '#web/lib/use-list.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import { useActorName, useActPhrase } from './audit-words.ts'

/** Filters by one act, or by all acts on one kind of subject. */
export function ActFilter({ list }: { list: List<AuditLine> }) {
  const { t } = useTranslation()
  const deedOf = useActPhrase()
  return (
    <ListFilter
      list={list}
      name="act"
      label={t('audit.act')}
      all={t('audit.allActs')}
      choices={auditedGroups.map((group) => {
        const label = t(`audit.group.${group}`)
        const acts = actsOf(group).map((act) => ({ value: act, label: deedOf(act) }))
        return { label, choices: [{ value: group, label: t('audit.allOf', { group: label }) }, ...acts] }
      })}
    />
  )
}

export function ActorFilter({ list }: { list: List<AuditLine> }) {
  const { t } = useTranslation()
  const nameOf = useActorName()
  const value = list.filter('actor')
  const shown = list.page.data?.items[0]?.actorName ?? null
  const actors = useChoices(listAuditActors, {
    value,
    known: value === '' ? null : { value, label: nameOf({ actor: value, actorName: shown }) },
    choiceOf: (each) => ({ value: each.actor, label: nameOf(each) }),
  })
  return (
    <div className="w-full sm:w-56">
      <Combobox
        label={t('audit.actor')}
        name="actor"
        from={actors}
        onChange={(actor) => list.setFilter('actor', actor)}
      />
    </div>
  )
}
