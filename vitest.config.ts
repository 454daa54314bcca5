import { defineConfig } from 'vitest/config'

const minute = 60_000
/** The zone of readers for whom it is the day after already, so that no test takes their day for the registry's, which is UTC. */
const farAway = { TZ: 'Pacific/Kiritimati' }
/** The specification line by line, in a browser; its `.api.test.ts` need none. */
const linesInBrowser = 'tests/conformance/specification/**/!(*.api).test.ts'

/** Tests of the server that need no registry, held to that by `tests/tidy/layers.test.ts`. */
const plain = [
  'server/app/closing.test.ts',
  'server/identity/passwords/guessing.test.ts',
  'server/identity/passwords/passwords.test.ts',
  'server/infra/auth/verify-token.test.ts',
  'server/infra/config.test.ts',
  'server/infra/fair-gate.test.ts',
  'server/infra/files/documents.test.ts',
  'server/infra/files/images.test.ts',
  'server/infra/files/scan.test.ts',
  'server/infra/files/store.test.ts',
  'server/infra/http/caller.test.ts',
  'server/infra/http/range.test.ts',
  'server/infra/http/serve.test.ts',
  'server/infra/mail/mail.test.ts',
  'server/infra/texts/texts.test.ts',
  'server/infra/thread.test.ts',
  'server/mrv/documents/link.test.ts',
  'server/pdf/certificate.test.ts',
  'server/pdf/statement.test.ts',
  'server/pdf/typeset.test.ts',
  'server/pdf/words.test.ts',
  'server/people/users/cognito-directory.test.ts',
  'server/people/users/groups.test.ts',
  'server/units/settlement/plan.test.ts',
]

/**
 * Four kinds of tests, and the ground. `pure` needs nothing; `component` draws parts of the web app in jsdom; `world` runs against
 * one real PostgreSQL and chain of this run, a registry in each worker; `browser` drives embedded worlds as `npm start` serves
 * them, one for each worker. `ground` (`npm run ground`) starts, loads, kills and deploys real processes, one file at a time.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: minute / 2,
    hookTimeout: minute,
    teardownTimeout: minute / 2,
    // What a poll waits for comes at once on a quiet machine.
    // In the same order everywhere: that of an earlier run here would be known here alone.
    cache: false,
    expect: { poll: { timeout: Number(process.env.PATIENCE_SECONDS ?? 15) * 1_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['shared/**/*.test.ts', 'web/**/*.test.ts', 'tests/tidy/**/*.test.ts', ...plain],
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
          setupFiles: 'tests/kit/dom.ts',
          env: farAway,
        },
      },
      {
        extends: true,
        test: {
          name: 'world',
          // A registry takes a second to load and to start: the files of a worker share one.
          isolate: false,
          include: ['{server,sandbox,embedded,commands,contracts}/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['tests/{tidy,browser,ground}/**', linesInBrowser, ...plain],
          globalSetup: 'tests/kit/servers.ts',
          setupFiles: 'tests/kit/each-file.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          // The files of a worker share a browser and a world.
          isolate: false,
          include: ['tests/browser/**/*.test.ts', linesInBrowser],
          globalSetup: 'tests/kit/embedded-world.ts',
          sequence: { groupOrder: 1 },
          testTimeout: 5 * minute,
        },
      },
      {
        extends: true,
        test: {
          name: 'ground',
          include: ['tests/ground/**/*.test.ts'],
          globalSetup: ['tests/ground/setup.ts', 'tests/kit/servers.ts', 'tests/kit/embedded-world.ts'],
          setupFiles: 'tests/kit/each-file.ts',
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
