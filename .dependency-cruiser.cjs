/**
 * Import rules: `web → shared ← server ← commands, embedded, sandbox ← tests`; one door to each outside world; no
 * cycles. tests/tidy/import-rules.test.ts proves each rule.
 */
const test = '(^tests/|[.]test[.]tsx?$)'
const bench = '^bench/'
const main = '^server/main[.]ts$'

/** Packages restricted to one folder, except in tests. */
const doors = {
  postgres: { packages: '(pg|pg-cursor|pg-copy-streams)', behind: '^server/infra/db/' },
  chain: { packages: 'viem', behind: '^(server/infra/chain|contracts)/' },
  tokens: { packages: 'jose', behind: '^server/(infra/auth|identity)/' },
  // The identity provider is a separate Fastify plugin.
  http: { packages: '@?fastify', behind: '^server/(infra/http/|app/app[.]ts$|identity/routes[.]ts$)' },
  files: { packages: '(sharp|file-type|@aws-sdk/client-s3)', behind: '^(server/infra/files/|sandbox/story/landscape)' },
  cognito: {
    packages: '@aws-sdk/client-cognito-identity-provider',
    behind: '^server/people/users/cognito-directory[.]ts$',
  },
  pdf: { packages: 'pdfkit', behind: '^server/pdf/' },
  workbooks: { packages: 'write-excel-file', behind: '^server/units/disclosure/' },
  zip: { packages: 'yazl', behind: '^server/infra/files/' },
  metrics: { packages: 'prom-client', behind: '^server/infra/metrics/' },
  traces: { packages: '@opentelemetry', behind: '^server/infra/tracing/' },
  mail: { packages: 'nodemailer', behind: '^server/infra/mail/' },
}

/** Forbids imports from `from` (except `except`) to `to` (except `but`); `allowTypes` allows types. */
function forbid(name, comment, { from, except = [], to, but = [], allowTypes = false }) {
  const dependencyTypesNot = allowTypes ? ['type-only'] : []
  const target = { path: to, pathNot: but, dependencyTypesNot }
  return { name, comment, severity: 'error', from: { path: from, pathNot: except }, to: target }
}

const directions = [
  forbid('web-knows-shared-only', 'The browser gets what it needs over HTTP.', {
    from: '^web/',
    except: [test],
    to: '^(server|commands|embedded|sandbox|tests|contracts|bench|scripts)/',
  }),
  forbid('proof-knows-itself', 'Outsiders read and run the module that checks proofs without the registry.', {
    from: '^proof/',
    except: [test],
    to: '^(server|shared|web|commands|embedded|sandbox|tests|contracts|bench|scripts)/',
  }),
  forbid('shared-knows-itself-proof-and-zod', 'Server and web both run shared code.', {
    from: '^shared/',
    except: [test],
    to: '.',
    but: ['^(shared|proof)/', 'node_modules/zod/'],
  }),
  forbid('server-knows-no-world', 'Only server/main.ts imports embedded servers and the sandbox.', {
    from: '^server/',
    except: [test, main],
    to: '^(web|commands|embedded|sandbox|tests|bench|scripts)/',
  }),
  forbid(
    'main-brings-along-what-is-needed',
    'Outside the server, the process imports embedded servers and the sandbox only.',
    {
      from: main,
      to: '^(web|commands|tests|bench|scripts)/',
    },
  ),
  {
    name: 'embedded-world-is-loaded-when-needed',
    comment: 'A process with real servers and real people loads no embedded server and no sandbox.',
    severity: 'error',
    from: { path: `(${main}|^commands/)`, pathNot: test },
    to: { path: '^(embedded|sandbox)/', dynamic: false, dependencyTypesNot: ['type-only'] },
  },
  forbid('embedded-knows-no-registry', 'Embedded servers know no more of the registry than external servers do.', {
    from: '^embedded/',
    except: [test],
    to: '^(server|shared|web|commands|sandbox|tests|bench|scripts)/',
    but: ['^server/infra/(chain/|refused[.]ts$)'],
  }),
  forbid('sandbox-knows-server-and-shared', 'The tests use the sandbox, not the other way.', {
    from: '^(sandbox|contracts)/',
    except: [test],
    to: '^(web|commands|embedded|tests|bench|scripts)/',
  }),
  forbid('commands-know-server-shared-and-embedded', 'Commands work on registries of any deployment.', {
    from: '^commands/',
    except: [test],
    to: '^(web|sandbox|tests|bench|scripts)/',
  }),
  forbid('nobody-imports-a-command', 'A command is started, by npm or by a test.', {
    from: '^(?!commands/)',
    to: '^commands/',
  }),
  forbid('nobody-imports-the-process', 'Loading server/main.ts starts the process.', { from: '.', to: main }),
  forbid('nobody-imports-a-test', 'Shared code of tests stands in a file of its own.', {
    from: '.',
    to: '[.]test[.]tsx?$',
  }),
]

/** Folders of the server and what each may import, types included. */
const rooms = {
  app: ['public', 'mrv', 'units', 'people', 'infra'],
  public: ['mrv', 'units', 'people', 'pdf', 'infra'],
  mrv: ['units', 'people', 'infra'],
  units: ['people', 'pdf', 'infra'],
  people: ['infra'],
  infra: [],
  identity: ['people', 'infra'],
  import: ['mrv', 'units', 'people', 'infra'],
  doctor: ['app', 'backup', 'units', 'people', 'infra'],
  backup: ['mrv', 'units', 'people', 'infra'],
  pdf: ['infra'],
}

/** Assembles registry and identity provider. */
const assembly = '^server/app/assemble[.]ts$'
const floors = Object.entries(rooms).map(([room, below]) =>
  forbid(`server-${room}-knows-what-is-below`, `server/${room} imports ${['itself', ...below].join(', ')}.`, {
    from: `^server/${room}/`,
    except: [test, assembly],
    to: '^server/',
    but: [`^server/(${[room, ...below].join('|')})/`],
  }),
)

/** Folders with routes, acts and stores. */
const feature = 'public|import|(?:mrv|units|people)/[^/]+'

const layers = [
  forbid('routes-do-not-query', 'A route calls the subject file, which calls the store.', {
    from: '[.]routes[.]ts$',
    to: '([.]store[.]ts$|^server/infra/db/)',
  }),
  forbid('stores-know-only-the-database', 'A store holds SQL and one mapping.', {
    from: `^server/(${feature})/.*[.]store[.]ts$`,
    to: '^(server|contracts)/',
    // SQL that several stores share.
    but: [
      '^server/infra/db/',
      '^server/$1/[^/]+[.]store[.]ts$',
      '^server/units/ledger/ranges[.]ts$',
      '^server/people/search/seen[.]ts$',
      '^server/units/project-search[.]store[.]ts$',
      '^server/mrv/waiting/(parts|rows)[.]ts$',
      '^server/mrv/work[.]store[.]ts$',
      '^server/units/facet-values[.]store[.]ts$',
      '^server/units/claims/superseded[.]ts$',
    ],
    allowTypes: true,
  }),
  forbid('features-meet-at-the-subject-file', "Another feature's routes and store are its own.", {
    from: `^server/(${feature}|identity|pdf|infra)/`,
    except: [test],
    to: `^server/(${feature})/[^/]+[.](routes|store)[.]ts$`,
    but: ['^server/$1/'],
  }),
  forbid('acts-know-no-http', 'Acts take plain values; routes read requests and write headers.', {
    from: '^server/',
    except: [test, '[.]routes[.]ts$', '^server/(app|identity|infra/http)/'],
    to: '(^server/infra/http/|node_modules/@?fastify(/|-))',
  }),
  forbid('web-features-know-no-other', 'What two features share stands in web/domain; web/app puts them together.', {
    from: '^web/features/([^/]+)/',
    to: '^web/(app|features)/',
    but: ['^web/features/$1/'],
  }),
  forbid('web-domain-knows-no-feature', 'Features are built on the domain, not the other way.', {
    from: '^web/domain/',
    to: '^web/',
    but: ['^web/(domain|ui|lib|texts)/'],
  }),
  forbid('ui-and-lib-know-no-feature', 'The design system and the data layer know no domain, nor each other.', {
    from: '^web/(ui|lib)/',
    except: [test],
    to: '^web/',
    but: ['^web/($1|texts)/'],
  }),
]

const oneDoorEach = Object.entries(doors).map(([name, { packages, behind }]) =>
  forbid(`one-door-to-${name}`, 'Other folders call the folder that has the door.', {
    from: '^(shared|server|web|commands|embedded|sandbox|contracts|scripts)/',
    except: [behind, test, bench],
    to: `node_modules/${packages}(/|-)`,
    allowTypes: true,
  }),
)

/** Nobody imports these: npm, a tool or a user starts them. */
const entries = ['^web/worker/worker[.]ts$', '[.]config[.]ts$', '[.]d[.]ts$', '[.]json$', '^scripts/', '^bench/', test]

const webApp = '^(web/|vite[.]config[.]ts$|embedded/web-build-run[.]ts$|scripts/mutated-web-run[.]ts$|tests/|bench/)'
const webPackages = Object.keys(require('./web/packages/package.json').dependencies)

function undeclared(name, comment, { from, but = [] }) {
  return {
    name,
    comment,
    severity: 'error',
    from,
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: but },
  }
}

const soundness = [
  { name: 'no-cycle', comment: 'Types included.', severity: 'error', from: {}, to: { circular: true } },
  { name: 'no-orphan', severity: 'error', from: { orphan: true, pathNot: entries }, to: {} },
  { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  undeclared('no-undeclared-package', 'What is imported stands in package.json.', { from: { pathNot: webApp } }),
  undeclared('no-undeclared-package-of-the-web-app', '… or in web/packages, for the web app, its build and tests.', {
    from: { path: webApp },
    but: `node_modules/(${webPackages.join('|')})/`,
  }),
]

module.exports = {
  forbidden: [...directions, ...floors, ...layers, ...oneDoorEach, ...soundness],
  options: {
    parser: 'swc', // TypeScript 7 has no compiler API
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]css$|^virtual:|^web/public/|^server/identity/pages/passkey[.]js$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
