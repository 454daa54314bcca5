export const paths = {
  home: '/',
  login: '/login',
  market: '/market',
  contact: '/contact',
  myProjects: '/myProjects',
  newProject: '/myProjects?new=1',
  activity: '/activity',
  claims: '/claims',
  myClaims: '/claims?scope=mine',
  tasks: '/tasks',
  notices: '/notices',
  profile: '/user/current',
  userAdmin: '/accountAdmin/userAdmin',
  roles: '/accountAdmin/roles',
  audit: '/accountAdmin/audit',
  projects: '/collection',
  project: '/collection/project',
  measurements: '/measurements',
  verifications: '/verifications',
  methodologies: '/methodologies',
  newMethodology: '/methodologies?new=1',
  wallet: '/wallet',
  holdings: '/admin/holdings',
  review: '/admin/review',
} as const

/** Other screens ask visitors to sign in. */
const publicPaths: readonly string[] = [paths.claims, paths.contact, paths.projects, paths.project]

/** Ignores case and trailing slashes, like the router. */
export function isPublicPath(pathname: string): boolean {
  return publicPaths.includes(tidyPath(pathname).toLowerCase())
}

export function isScreen(pathname: string): boolean {
  const tidied = tidyPath(pathname).toLowerCase()
  return Object.values(paths).some((path) => path.toLowerCase() === tidied)
}

export function tidyPath(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/'
}

/** Leaves `:` unencoded. */
export function screen(path: string, query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`,
  )
  return `${path}?${parts.join('&')}`
}

/** `/collection/project?key={tenantId}:{accountId}:{projectId}` */
export function projectPath(projectKey: string): string {
  return screen(paths.project, { key: projectKey })
}

export function accountProjectsPath(accountId: string): string {
  return screen(paths.projects, { accountId })
}

/** Public, so under a public screen. */
export function searchPath(q: string, kind?: string): string {
  return screen(paths.projects, { search: q, ...(kind && { kind }) })
}

/** Public, so under a public screen. */
export const figuresPath = screen(paths.projects, { view: 'figures' })

/** Public, so under a public screen. */
export const accessibilityPath = screen(paths.contact, { view: 'accessibility' })

/** Public, so under a public screen. */
export const serviceStatusPath = screen(paths.contact, { view: 'status' })

/** `at` holds centre and width in degrees. */
export function mapPath(query: { country?: string; at?: string } = {}): string {
  return screen(paths.projects, { view: 'map', ...query })
}

export function projectTabPath(projectKey: string, tab: string): string {
  return screen(paths.project, { key: projectKey, tab })
}

export function claimPath(claimId: string): string {
  return screen(paths.claims, { key: claimId })
}

export function recordPath(transactionId: string): string {
  return screen(paths.claims, { record: transactionId })
}

/** Public, so under a public screen; `/unit/{serial}` leads here. */
export function unitPath(serial: string): string {
  return screen(paths.claims, { unit: serial })
}

export function projectClaimsPath(projectId: string): string {
  return screen(paths.claims, { projectId })
}

export function newMeasurementPath(projectId: string): string {
  return screen(paths.measurements, { new: '1', projectId })
}

export function workPath(list: 'measurements' | 'verifications', projectId: string, id: string): string {
  return screen(paths[list], { projectId, id })
}

/** The verifier's desk, with a file open at a place. */
export function deskPath(projectId: string, id: string, file?: Readonly<Record<string, string>>): string {
  return screen(paths.verifications, { projectId, id, desk: '1', ...file })
}

export function statusPath(list: 'measurements' | 'verifications', status: string): string {
  return screen(paths[list], { status })
}

export function mintPath(projectId: string, verificationId: string): string {
  return screen(paths.verifications, { projectId, id: verificationId, mint: '1' })
}

/** Approved versions are public, so the page is under a public screen. */
export function methodologyPath(id: string): string {
  return screen(paths.projects, { methodology: id })
}

/** The wallet, with the form that claims units of one asset. */
export function claimUnitsPath(assetId: string): string {
  return screen(paths.wallet, { claim: assetId })
}

export const myTasksPath = screen(paths.tasks, { assigned: 'me' })

export function reviewPath(tab: string, query: Readonly<Record<string, string>> = {}): string {
  return screen(paths.review, { tab, ...query })
}

export function accountReviewPath(nameOrId: string): string {
  return reviewPath('accounts', { status: 'every', q: nameOrId })
}

export function holdingsPath(accountId: string): string {
  return screen(paths.holdings, { account: accountId })
}

export function userPath(email: string): string {
  return screen(paths.userAdmin, { q: email })
}
