import type { SiteConfig } from '#shared/contract/registry.ts'

const words = { name: 'A', tagline: '', about: '', assetName: 'unit', assetNamePlural: 'units', contactAddress: '' }

export const testSite: SiteConfig = {
  tenantId: 't',
  registryOwner: 'A',
  words: { en: words, fr: words, sw: words },
  contactEmail: '',
  accent: '#000000',
  enableMarketplace: false,
  languageSelection: true,
  limits: { imageBytes: 1, documentBytes: 9, projectDocuments: 3, accountUsers: 1, periodMonths: 12 },
  projectTypes: [],
  projectTypeNames: { fr: {}, sw: {} },
  environment: 'test',
  oidc: {
    authority: 'https://id.test',
    clientId: 'web',
    groupsClaim: 'groups',
    groupsDelimiter: null,
    logoutUrl: null,
    idleMinutes: null,
    isElsewhere: false,
  },
  imagesUrl: '',
  documentsUrl: '',
  claimsPdfUrl: '',
  chainExplorerUrl: null,
  sentryDsn: null,
}
