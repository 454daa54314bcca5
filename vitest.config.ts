import { defineConfig } from 'vitest/config'

const minute = 60_000
/** The zone of readers for whom it is the day after already, so that no test takes their day for the registry's, which is UTC. */
const farAway = { TZ: 'Pacific/Kiritimati' }
/** The specification line by line, in a browser; its `.api.test.ts` need none. */
const linesInBrowser = 'tests/conformance/specification/**/!(*.api).test.ts'

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
          exclude: ['tests/{tidy,e2e}/**', linesInBrowser],
          globalSetup: 'tests/setup/servers.ts',
          setupFiles: 'tests/setup/each-file.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts', linesInBrowser],
          globalSetup: 'tests/setup/embedded-world.ts',
          sequence: { groupOrder: 1 },
          testTimeout: 5 * minute,
        },
      },
    ],
  },
})
