import { RowAct } from '#web/domain/row-act.tsx'

/** `name` names the row. */
export function DecisionButtons<Act extends string>({
  name,
  acts,
  wordOf,
  onChoose,
}: {
  name: string
  acts: readonly Act[]
  wordOf: (act: Act) => string
  onChoose: (act: Act) => void
}) {
  return (
    <span className="flex flex-wrap gap-2 max-lg:justify-end">
      {acts.map((act) => (
        <RowAct
          key={act}
          act={wordOf(act)}
          row={name}
          isPrimary={act === 'approve' || act === 'resume'}
          onAct={() => onChoose(act)}
        />
      ))}
    </span>
  )
}
