import { defineConfig } from 'vitest/config'

const minute = 60_000
/** Already UTC's next day, so tests that confuse local and UTC dates fail. */
const farAway = { TZ: 'Pacific/Kiritimati' }
/** `.api.test.ts` files need no browser. */
const linesInBrowser = 'tests/conformance/specification/**/!(*.api).test.ts'

const plain = [
  'sandbox/story/drawing.test.ts',
  'server/app/closing.test.ts',
  'server/app/terminal.test.ts',
  'server/identity/passwords/guessing.test.ts',
  'server/identity/passwords/leaked.test.ts',
  'server/identity/passwords/passwords.test.ts',
  'server/infra/auth/verify-token.test.ts',
  'server/infra/config.test.ts',
  'server/infra/fair-gate.test.ts',
  'server/infra/files/documents.test.ts',
  'server/infra/files/images.test.ts',
  'server/infra/files/scan.test.ts',
  'server/infra/files/store.test.ts',
  'server/infra/http/caller.test.ts',
  'server/infra/http/exports.test.ts',
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
 * `world` has one PostgreSQL and chain per run, a registry per worker; `browser` has an embedded world per worker;
 * `ground` (`npm run ground`) runs and kills real processes.
 */
export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Long: on a slow machine beside other work, a test takes several times as long.
    testTimeout: 2 * minute,
    hookTimeout: 2 * minute,
    teardownTimeout: minute / 2,
    setupFiles: 'tests/kit/undo-stubs.ts',
    // Without a cache, the order of files is the same everywhere.
    cache: false,
    expect: { poll: { timeout: Number(process.env.PATIENCE_SECONDS ?? 15) * 1_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['{shared,proof}/**/*.test.ts', 'web/**/*.test.ts', 'tests/tidy/**/*.test.ts', ...plain],
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
          // Files share their worker's registry: a start takes a second.
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
