/** The addresses of the web app's screens, written once for its router, its links, the certificates and the tests. */
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

/** The screens that visitors may open; any other shows them the invitation to sign in. */
const publicPaths: readonly string[] = [paths.claims, paths.contact, paths.projects, paths.project]

/** Whether visitors may open an address, written with capitals or a slash at its end as well, as the router takes it. */
export function isPublicPath(pathname: string): boolean {
  return publicPaths.includes(tidyPath(pathname).toLowerCase())
}

/** Whether the app has a screen at an address. */
export function isScreen(pathname: string): boolean {
  const asked = tidyPath(pathname).toLowerCase()
  return Object.values(paths).some((path) => path.toLowerCase() === asked)
}

/** An address without slashes at its end. */
export function tidyPath(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/'
}

/** Returns the address of a screen with a query; a `:` in it is not encoded. */
function screen(path: string, query: Readonly<Record<string, string>>): string {
  const parts = Object.entries(query).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%3A', ':')}`,
  )
  return `${path}?${parts.join('&')}`
}

/** `/collection/project?key={tenantId}:{accountId}:{projectId}` */
export function projectPath(projectKey: string): string {
  return screen(paths.project, { key: projectKey })
}

/** The published projects of an account. */
export function accountProjectsPath(accountId: string): string {
  return screen(paths.projects, { accountId })
}

/** What a search finds, of each kind or of one. It is public, and so it stands where visitors may look. */
export function searchPath(q: string, kind?: string): string {
  return screen(paths.projects, { search: q, ...(kind && { kind }) })
}

/** What was issued, claimed and held, drawn. It is public, and so it stands where visitors may look. */
export const figuresPath = screen(paths.projects, { view: 'figures' })

/** The map of published projects: of the world, of a country, or of the part of it `at` its middle and so wide, in degrees. */
export function mapPath(query: { country?: string; at?: string } = {}): string {
  return screen(paths.projects, { view: 'map', ...query })
}

/** A tab of the page of a project. */
export function projectTabPath(projectKey: string, tab: string): string {
  return screen(paths.project, { key: projectKey, tab })
}

/** The public page of a claim. */
export function claimPath(claimId: string): string {
  return screen(paths.claims, { key: claimId })
}

/** The public record of a transaction. */
export function recordPath(transactionId: string): string {
  return screen(paths.claims, { record: transactionId })
}

/** The claims of a project. */
export function projectClaimsPath(projectId: string): string {
  return screen(paths.claims, { projectId })
}

/** The form that opens a measurement of a project. */
export function newMeasurementPath(projectId: string): string {
  return screen(paths.measurements, { new: '1', projectId })
}

/** A measurement or a verification, opened in the list of those of its project. */
export function workPath(list: 'measurements' | 'verifications', projectId: string, id: string): string {
  return screen(paths[list], { projectId, id })
}

/** The measurements or verifications in one state. */
export function statusPath(list: 'measurements' | 'verifications', status: string): string {
  return screen(paths[list], { status })
}

/** The form that mints what is verified, on the page of its verification. */
export function mintPath(projectId: string, verificationId: string): string {
  return screen(paths.verifications, { projectId, id: verificationId, mint: '1' })
}

/** The page of a methodology version. That of an approved one is public, and so it stands where visitors may look. */
export function methodologyPath(id: string): string {
  return screen(paths.projects, { methodology: id })
}

/** The tasks that the reader has been given. */
export const myTasksPath = screen(paths.tasks, { assigned: 'me' })

/** A tab of the tenant admins' review screen, with what is searched for or opened there. */
export function reviewPath(tab: string, query: Readonly<Record<string, string>> = {}): string {
  return screen(paths.review, { tab, ...query })
}

/** An account on the review screen of the tenant admins, found by its current name or by its id. */
export function accountReviewPath(nameOrId: string): string {
  return reviewPath('accounts', { status: 'every', q: nameOrId })
}

/** What an account holds, for the tenant admins. */
export function holdingsPath(accountId: string): string {
  return screen(paths.holdings, { account: accountId })
}

/** A user in the list of those whom the reader administers. */
export function userPath(email: string): string {
  return screen(paths.userAdmin, { q: email })
}
