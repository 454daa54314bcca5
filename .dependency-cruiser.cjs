/**
 * Who may import whom: `web → shared ← server ← sandbox ← tests`, one door to each outside world, no cycles.
 * tests/tidy/import-rules.test.ts proves that each rule fails on what it forbids.
 */
const test = '(^tests/|[.]test[.]tsx?$)'
const bench = '^bench/'

/** Packages that only one folder may know; tests may look through every door. */
const doors = {
  postgres: { packages: 'postgres', behind: '^server/db/' },
  chain: { packages: 'viem', behind: '^(server/chain|contracts|sandbox)/' },
  tokens: { packages: 'jose', behind: '^server/(auth|identity)/' },
  http: { packages: '@?fastify', behind: '^server/(http/|app[.]ts$)' },
  files: { packages: '(sharp|file-type|@aws-sdk/client-s3)', behind: '^server/files/' },
  cognito: { packages: '@aws-sdk/client-cognito-identity-provider', behind: '^server/users/cognito-directory[.]ts$' },
  pdf: { packages: 'pdfkit', behind: '^server/pdf/' },
  mail: { packages: 'nodemailer', behind: '^server/mail/' },
}

/** From the files matching `from` (and not `except`) to files matching `to` (and not `but`), types alone if they may. */
function forbid(name, comment, { from, except = [], to, but = [], allowTypes = false }) {
  const dependencyTypesNot = allowTypes ? ['type-only'] : []
  const target = { path: to, pathNot: but, dependencyTypesNot }
  return { name, comment, severity: 'error', from: { path: from, pathNot: except }, to: target }
}

const directions = [
  forbid('web-knows-shared-only', 'The browser gets what it needs over HTTP.', {
    from: '^web/',
    except: [test],
    to: '^(server|sandbox|tests|contracts|bench|scripts)/',
  }),
  forbid('shared-knows-itself-and-zod', 'Server and web must both be able to run it.', {
    from: '^shared/',
    except: [test],
    to: '.',
    but: ['^shared/', 'node_modules/zod/'],
  }),
  forbid('server-knows-no-sandbox-and-no-web', 'The embedded world is built on the server, not the other way.', {
    from: '^server/',
    except: [test],
    to: '^(web|sandbox|tests|bench|scripts)/',
  }),
  forbid('sandbox-knows-no-tests-and-no-web', 'The tests use the sandbox, not the other way.', {
    from: '^(sandbox|contracts)/',
    except: [test],
    to: '^(web|tests|bench)/',
  }),
  forbid('nobody-imports-a-test', 'A test is an end, never a beginning.', { from: '.', to: '[.]test[.]tsx?$' }),
]

const layers = [
  forbid('routes-do-not-query', 'A route forwards to the subject file; that one asks the store.', {
    from: '[.]routes[.]ts$',
    to: '([.]store[.]ts$|^server/db/)',
  }),
  forbid('stores-know-only-the-database', 'A store holds SQL and one mapping.', {
    from: '^server/([^/]+)/.*[.]store[.]ts$',
    to: '^(server|contracts)/',
    // ranges.ts is SQL: how every query names a range of serial numbers.
    but: ['^server/db/', '^server/$1/[^/]+[.]store[.]ts$', '^server/ledger/ranges[.]ts$'],
    allowTypes: true,
  }),
  forbid('features-meet-at-the-subject-file', "Another feature's routes and store are its own.", {
    from: '^server/([^/]+)/',
    except: [test],
    to: '^server/[^/]+/[^/]+[.](routes|store)[.]ts$',
    but: ['^server/$1/'],
  }),
  forbid('acts-know-no-http', 'An act is given plain values; the route reads the request and writes the headers.', {
    from: '^server/[^/]+/',
    except: [test, '[.]routes[.]ts$', '^server/(http|identity)/'],
    to: '(^server/http/|node_modules/@?fastify(/|-))',
  }),
  forbid('web-features-know-no-other', 'What two features share stands in web/domain; web/app puts them together.', {
    from: '^web/features/([^/]+)/',
    to: '^web/(app|features)/',
    but: ['^web/features/$1/'],
  }),
  forbid('web-domain-knows-no-feature', 'Features are built on the domain, not the other way.', {
    from: '^web/domain/',
    to: '^web/',
    but: ['^web/(domain|ui|lib)/'],
  }),
  forbid('ui-and-lib-know-no-feature', 'The design system and the data layer know no domain, nor each other.', {
    from: '^web/(ui|lib)/',
    except: [test],
    to: '^web/',
    but: ['^web/$1/'],
  }),
]

const oneDoorEach = Object.entries(doors).map(([name, { packages, behind }]) =>
  forbid(`one-door-to-${name}`, 'Everybody else asks the folder that has the door.', {
    from: '^(shared|server|web|sandbox|contracts|scripts)/',
    except: [behind, test, bench],
    to: `node_modules/${packages}(/|-)`,
    allowTypes: true,
  }),
)

/** Started by hand, by npm or by a tool, so nobody imports them. */
const entries = ['[.]config[.]ts$', '[.]d[.]ts$', '[.]json$', '^scripts/', '^bench/', test]

const soundness = [
  {
    name: 'no-cycle',
    comment: 'Types may refer to each other.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  { name: 'no-orphan', severity: 'error', from: { orphan: true, pathNot: entries }, to: {} },
  { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  {
    name: 'no-undeclared-package',
    comment: 'What is imported stands in package.json.',
    severity: 'error',
    from: {},
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
]

module.exports = {
  forbidden: [...directions, ...layers, ...oneDoorEach, ...soundness],
  options: {
    parser: 'swc', // TypeScript 7 has no compiler API
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]css$|^virtual:|^web/public/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
