import type { ProjectFamily } from '#shared/rules/project-facts.ts'
import { cx } from '#web/ui/cx.ts'

/** The colours of the families in lists, charts and maps; `none` for types of no family. */
export const familyLooks: Record<ProjectFamily | 'none', { dot: string; area: string; point: string }> = {
  land: { dot: 'bg-land', area: 'fill-land/20 stroke-land', point: 'fill-land' },
  energy: { dot: 'bg-energy', area: 'fill-energy/20 stroke-energy', point: 'fill-energy' },
  household: { dot: 'bg-household', area: 'fill-household/20 stroke-household', point: 'fill-household' },
  industry: { dot: 'bg-industry', area: 'fill-industry/20 stroke-industry', point: 'fill-industry' },
  removal: { dot: 'bg-removal', area: 'fill-removal/20 stroke-removal', point: 'fill-removal' },
  none: { dot: 'bg-ink-soft', area: 'fill-ink-soft/20 stroke-ink-soft', point: 'fill-ink-soft' },
}

const glyphs: Record<ProjectFamily, string> = {
  land: 'M8 1 13 8H10.5L14.5 13H9V15.5H7V13H1.5L5.5 8H3Z',
  energy: 'M9.5.5 2.5 9H7L6 15.5 13.5 6.5H8.8Z',
  household: 'M8 1.5.5 8H2.5V14.5H6.5V10H9.5V14.5H13.5V8H15.5Z',
  industry: 'M1 14.5V6L5.5 8.8V6L10 8.8V1.5H13.5V14.5Z',
  removal: 'M6 1H10V7.5H14L8 14.5 2 7.5H6Z',
}

/** The sign of a family of project types, in the colour of the text. */
export function FamilyMark({ family, sizePx = 14 }: { family: ProjectFamily; sizePx?: number }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={sizePx} height={sizePx} className="shrink-0 fill-current">
      <path d={glyphs[family]} />
    </svg>
  )
}

/** The colour and sign of a family, beside the word of a type. */
export function FamilyDot({ family, className }: { family: ProjectFamily | null; className?: string }) {
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex size-4 shrink-0 items-center justify-center rounded-full text-ground',
        familyLooks[family ?? 'none'].dot,
        className,
      )}
    >
      {family && <FamilyMark family={family} sizePx={10} />}
    </span>
  )
}
