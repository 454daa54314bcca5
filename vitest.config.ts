import { defineConfig } from 'vitest/config'

const minute = 60_000
/** The zone of readers for whom it is the day after already, so that no test takes their day for the registry's, which is UTC. */
const farAway = { TZ: 'Pacific/Kiritimati' }
/** The specification line by line, in a browser; its `.api.test.ts` need none. */
const linesInBrowser = 'tests/conformance/specification/**/!(*.api).test.ts'

/**
 * The tests that take longest: real processes, and screens in further views. `npm test` runs all of them; a build machine (`CI`) runs
 * one share a day, so that each is run every fourth day.
 */
const shares = [
  ['tests/chaos/chaos.test.ts', 'tests/e2e/dialogs.test.ts'],
  ['tests/chaos/several-machines.test.ts', 'tests/e2e/screens.test.ts', 'commands/tenant.test.ts'],
  [
    'tests/run/{start,stop,run-script}.test.ts',
    'tests/safety/upload-load.test.ts',
    'tests/e2e/screens-translated.test.ts',
  ],
  [
    'commands/backup.test.ts',
    'tests/deploy/*.test.ts',
    'server/units/settlement/chaos.test.ts',
    'tests/e2e/{by-keyboard,session-life}.test.ts',
  ],
]
const today = Math.floor(Date.now() / (24 * 60 * minute)) % shares.length
const leftOut = process.env.CI ? shares.filter((_, share) => share !== today).flat() : []

/**
 * Four kinds of tests. `pure` needs nothing; `component` draws parts of the web app in jsdom; `world` runs against one real
 * PostgreSQL, chain and identity provider of this run (tests/setup); `browser` drives embedded worlds as `npm start` serves
 * them, one for each worker.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: minute / 2,
    hookTimeout: minute,
    teardownTimeout: minute / 2,
    // What a poll waits for comes at once on a quiet machine.
    expect: { poll: { timeout: minute / 4 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['shared/**/*.test.ts', 'web/**/*.test.ts', 'tests/tidy/**/*.test.ts'],
          isolate: false,
          env: farAway,
        },
      },
      {
        extends: true,
        test: {
          name: 'component',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: 'tests/setup/dom.ts',
          env: farAway,
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          include: ['{server,sandbox,embedded,commands,contracts}/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['tests/{tidy,e2e}/**', linesInBrowser, ...leftOut],
          globalSetup: 'tests/setup/servers.ts',
          setupFiles: 'tests/setup/each-file.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts', linesInBrowser],
          exclude: leftOut,
          globalSetup: 'tests/setup/embedded-world.ts',
          sequence: { groupOrder: 1 },
          testTimeout: 5 * minute,
        },
      },
    ],
  },
})
