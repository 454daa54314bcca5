import type { MutationsOfFile } from './mutation.ts'

export const section1Mutations: readonly MutationsOfFile[] = [
  {
    tests: 'section-1-product',
    mutations: [
      {
        statement: 1,
        kind: 'value',
        file: 'web/app/header.tsx',
        from: 'sm:truncate">{name}</span>',
        to: 'sm:truncate">Registry</span>',
      },
      {
        statement: 2,
        kind: 'value',
        file: 'web/features/hero/hero-page.tsx',
        from: 'text-ink-soft">{tagline}</p>',
        to: 'text-ink-soft">{name}</p>',
      },
      {
        statement: 3,
        kind: 'value',
        file: 'web/features/dashboard/dashboard-tiles.tsx',
        from: 'label={assetNamePlural}',
        to: "label={t('layout.wallet')}",
      },
      {
        statement: 4,
        kind: 'value',
        file: 'web/app/footer.tsx',
        from: 'owner: registryOwner',
        to: 'owner: environment',
      },
      {
        statement: 5,
        kind: 'value',
        file: 'server/infra/http/site.ts',
        from: 'html`<title>${title}</title>`',
        to: 'html`<title>${site} ${title}</title>`',
      },
      {
        statement: 7,
        kind: 'value',
        file: 'server/infra/http/site.ts',
        from: 'marketplace, wallet" />',
        to: 'market, wallet" />',
      },
      {
        statement: 12,
        kind: 'request',
        file: 'web/features/dashboard/dashboard-page.tsx',
        from: 'useReadMore(first.listOwnedAssets)',
        to: 'useReadMore(first.listMyProjects)',
      },
      {
        statement: 16,
        kind: 'permission',
        file: 'web/app/routes.tsx',
        from: '{site().enableMarketplace && marketRoute}',
        to: '{marketRoute}',
      },
      {
        statement: 19,
        kind: 'text',
        file: 'shared/texts/first/en.json',
        from: '"signIn": "Sign In"',
        to: '"signIn": "Sign in"',
      },
      { statement: 23, kind: 'value', file: 'web/app/i18n.ts', from: "[] : ['en']", to: "[] : ['fr']" },
      { statement: 24, kind: 'value', file: 'web/index.html', from: 'data-theme="dark"', to: 'data-theme="light"' },
    ],
  },
]
