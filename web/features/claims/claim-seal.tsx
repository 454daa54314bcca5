import { BadgeCheck, Clock, History, Import, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { cx } from '#web/ui/cx.ts'
import type { Seal } from './seal-of.ts'

const looks: Record<Seal, { colours: string; Icon: typeof Clock }> = {
  valid: { colours: 'bg-good-soft text-good', Icon: BadgeCheck },
  superseded: { colours: 'bg-warn-soft text-warn', Icon: History },
  issuing: { colours: 'bg-warn-soft text-warn', Icon: Clock },
  parked: { colours: 'bg-bad-soft text-bad', Icon: TriangleAlert },
  imported: { colours: 'bg-raised text-ink-soft', Icon: Import },
  suspended: { colours: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  withdrawn: { colours: 'bg-warn-soft text-warn', Icon: TriangleAlert },
}

/** State of a claim in a word, an icon and a sentence. */
export function ClaimSeal({ seal }: { seal: Seal }) {
  const { t } = useTranslation()
  const { colours, Icon } = looks[seal]
  return (
    <div role="status" className="flex items-center gap-4">
      <span
        aria-hidden
        className={cx('grid size-14 shrink-0 place-items-center rounded-full border-2 border-current p-1', colours)}
      >
        <span className="grid size-full place-items-center rounded-full border border-dashed border-current">
          <Icon size={22} />
        </span>
      </span>
      <p className="min-w-0">
        <span className="block text-lg font-semibold">{t(`retirement.seal.${seal}`)}</span>
        <span className="text-sm text-ink-soft">{t(`retirement.sealNote.${seal}`)}</span>
      </p>
    </div>
  )
}
