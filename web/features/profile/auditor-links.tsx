import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { type AuditorLink, listAuditorLinks, revokeAuditorLink } from '#shared/contract/auditor-links.ts'
import { lastDayOf, yearsOf } from '#shared/rules/auditor-link.ts'
import { LinkOnce } from '#web/domain/link-once.tsx'
import { type ListColumn, ListTable } from '#web/domain/list-table.tsx'
import { RowAct } from '#web/domain/row-act.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useList } from '#web/lib/use-list.ts'
import '#web/texts/part-texts.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Badge, type Tone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Section } from '#web/ui/page.tsx'
import { toast } from '#web/ui/toast.tsx'
import { MakeAuditorLink } from './make-auditor-link.tsx'

type Open = { what: 'make' } | { what: 'made'; url: string; label: string } | { what: 'revoke'; link: AuditorLink }

const tones: Record<AuditorLink['state'], Tone> = { active: 'good', ended: 'neutral', revoked: 'bad' }

/** The links by which auditors read the account's claims, for its admins. */
export function AuditorLinks() {
  const { t } = useTranslation()
  const format = useFormat()
  const [open, setOpen] = useState<Open | null>(null)
  const list = useList(listAuditorLinks, { given: { limit: 10 } })
  const close = () => setOpen(null)
  const untilOf = ({ endsAt, revokedAt }: AuditorLink) =>
    revokedAt ? format.date(revokedAt) : format.date(lastDayOf(endsAt))
  const columns: ListColumn<AuditorLink>[] = [
    {
      label: t('auditor.label'),
      isWrapped: true,
      cell: (link) => (
        <>
          <span className="block wrap-break-word">{link.label}</span>
          <span className="text-sm font-normal text-ink-faint">{yearsOf(link)}</span>
        </>
      ),
    },
    {
      label: t('projects.column.status'),
      isShort: true,
      cell: ({ state }) => <Badge tone={tones[state]}>{t(`auditor.state.${state}`)}</Badge>,
    },
    { label: t('auditor.until'), isShort: true, cell: untilOf },
    {
      label: t('auditor.lastUse'),
      isDetail: true,
      isShort: true,
      cell: ({ lastUsedAt }) => (
        <span title={format.time(lastUsedAt)}>{lastUsedAt ? format.date(lastUsedAt) : t('auditor.unused')}</span>
      ),
    },
    {
      label: t('projects.column.action'),
      isAct: true,
      cell: (link) =>
        link.state === 'active' && (
          <RowAct act={t('auditor.revoke')} row={link.label} onAct={() => setOpen({ what: 'revoke', link })} />
        ),
    },
  ]
  const make = (
    <Button icon={<Link2 aria-hidden size={16} />} onClick={() => setOpen({ what: 'make' })}>
      {t('auditor.make')}
    </Button>
  )
  return (
    <Section title={t('auditor.links')} actions={make}>
      <p className="-mt-2 mb-4 text-sm text-ink-faint">{t('auditor.help')}</p>
      <ListTable
        list={list}
        label={t('auditor.links')}
        columns={columns}
        keyOf={({ linkId }) => linkId}
        rows={2}
        empty={t('auditor.noLinks')}
      />
      {open?.what === 'make' && (
        <MakeAuditorLink
          onClose={close}
          onMade={({ url, link }) => setOpen({ what: 'made', url, label: link.label })}
        />
      )}
      {open?.what === 'made' && (
        <LinkOnce
          url={open.url}
          title={t('auditor.madeTitle')}
          help={t('auditor.madeHelp', { label: open.label })}
          onClose={close}
        />
      )}
      {open?.what === 'revoke' && <RevokeLink link={open.link} onClose={close} />}
    </Section>
  )
}

function RevokeLink({ link: { linkId, label }, onClose }: { link: AuditorLink; onClose: () => void }) {
  const { t } = useTranslation()
  const { act, failure } = useAct(revokeAuditorLink, { refresh: [listAuditorLinks] })
  return (
    <ConfirmDialog
      open
      danger
      onClose={onClose}
      title={t('auditor.revokeTitle')}
      question={t('auditor.revokeQuestion', { label })}
      confirm={t('auditor.revoke')}
      failure={failure}
      onConfirm={async () => {
        const done = await act({ params: { linkId } })
        if (done) toast({ tone: 'good', text: t('auditor.revoked') })
        return done
      }}
    />
  )
}
