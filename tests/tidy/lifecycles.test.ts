import { expect, test } from 'vitest'
import { stepsJudgedBy, stepsOfAnother } from '#shared/rules/duties.ts'
import { actsIn, type Machine, statesOf } from '#shared/rules/lifecycle/machine.ts'
import { measurementMachine } from '#shared/rules/lifecycle/measurement.ts'
import { methodologyMachine } from '#shared/rules/lifecycle/methodology.ts'
import { accountMachine, userMachine } from '#shared/rules/lifecycle/people.ts'
import { projectMachine } from '#shared/rules/lifecycle/project.ts'
import { findingMachine, verificationMachine } from '#shared/rules/lifecycle/verification.ts'

const machines = [
  chapterOf('Projects', projectMachine),
  chapterOf('Methodology versions', methodologyMachine),
  chapterOf('Measurements', measurementMachine),
  chapterOf('Verifications', verificationMachine),
  chapterOf('Findings', findingMachine),
  chapterOf('Accounts', accountMachine),
  chapterOf('Users', userMachine),
]

const duties = [
  '## Who judges what',
  'Acts judge the steps beside them. Three kinds of people are refused: who took the step and is where they were then; who took it and\n' +
    'belongs elsewhere now; who shared an account with that person then. Colleagues may give a second approval and lift a stop.\n' +
    '`server/people/duties/duties.test.ts` tries each pair of an act and a step with each kind of person (approvals:\n' +
    '`server/units/pending/mints-that-wait.test.ts`), and that whoever came later is let through.\n' +
    'Overlaps are decided as their projects. Not judged: acceptances of transfers, which are the recipient’s consent;\n' +
    'edits of projects by the registry, which would keep all its admins from suspending them.',
  [
    '| act | step judged | took it, still there | took it, elsewhere now | shared an account then |',
    '|---|---|---|---|---|',
    ...rowsOf(stepsJudgedBy, 'refused'),
    ...rowsOf(stepsOfAnother, 'allowed'),
  ].join('\n'),
].join('\n\n')

function rowsOf(judged: Record<string, readonly string[]>, colleagues: 'refused' | 'allowed'): string[] {
  return Object.entries(judged).flatMap(([act, steps]) =>
    steps.map((step) => {
      const shared = step === 'account.create' ? 'founders have no account' : colleagues
      return `| \`${act}\` | \`${step}\` | refused | refused | ${shared} |`
    }),
  )
}

/** To renew: `npx vitest run tests/tidy/lifecycles.test.ts -u`. */
test('docs/lifecycles.md draws the machines as they are', async () => {
  const page = ['# Lifecycles', introduction, ...machines, duties].join('\n\n')
  await expect(`${page}\n`).toMatchFileSnapshot('../../docs/lifecycles.md')
})

const introduction =
  'A test draws this page from `shared/rules/lifecycle/`. Each arrow names the act and who may take it; a star means that the act\n' +
  'needs a reason. Any other act answers 409 with the state and the acts that are possible in it.'

function chapterOf<State extends string, Act extends string>(title: string, machine: Machine<State, Act>): string {
  const states = statesOf(machine)
  const name = (state: State) => `s${states.indexOf(state)}`
  const arrows = states.flatMap((from) =>
    actsIn(machine, from).map((act) => {
      const step = machine[from][act]
      return step && `  ${name(from)} --> ${name(step.to)}: ${act}${step.reason ? '*' : ''} (${step.by.join(', ')})`
    }),
  )
  const ends = states.filter((state) => actsIn(machine, state).length === 0)
  const drawing = [
    'stateDiagram-v2',
    ...states.map((state) => `  state "${state}" as ${name(state)}`),
    `  [*] --> s0`,
    ...arrows,
    ...ends.map((state) => `  ${name(state)} --> [*]`),
  ]
  return [`## ${title}`, ['```mermaid', ...drawing, '```'].join('\n')].join('\n\n')
}
