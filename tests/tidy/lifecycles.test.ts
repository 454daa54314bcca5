import { expect, test } from 'vitest'
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

/** To renew: `npx vitest run tests/tidy/lifecycles.test.ts -u`. */
test('docs/lifecycles.md draws the machines as they are', async () => {
  const page = ['# Lifecycles', introduction, ...machines].join('\n\n')
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
