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
  review: '/admin/review',
} as const

/** What signed-out visitors may open; anything else shows them the sign-in hero. */
export const publicPaths: readonly string[] = [paths.claims, paths.contact, paths.projects, paths.project]

/** `/collection/project?key={tenantId}:{accountId}:{projectId}` */
export function projectPath(projectKey: string): string {
  return `${paths.project}?key=${encodeURIComponent(projectKey).replaceAll('%3A', ':')}`
}

/** The public page of a claim. */
export function claimPath(claimId: string): string {
  return `${paths.claims}?key=${encodeURIComponent(claimId)}`
}

/** The public record of a transaction. */
export function recordPath(transactionId: string): string {
  return `${paths.claims}?record=${encodeURIComponent(transactionId)}`
}

/** The form that opens a measurement of a project. */
export function newMeasurementPath(projectId: string): string {
  return `${paths.measurements}?new=1&projectId=${encodeURIComponent(projectId)}`
}

/** A measurement or a verification, opened in the list of those of its project. */
export function workPath(list: 'measurements' | 'verifications', projectId: string, id: string): string {
  return `${paths[list]}?projectId=${encodeURIComponent(projectId)}&id=${encodeURIComponent(id)}`
}

/** A version of a methodology, opened in the list of those of its name. */
export function methodologyPath(name: string, id: string): string {
  return `${paths.methodologies}?q=${encodeURIComponent(name)}&id=${encodeURIComponent(id)}`
}

/** An account on the desk of the tenant admins, by its name of today or, whatever it is called, by its id. */
export function accountReviewPath(nameOrId: string): string {
  return `${paths.review}?tab=accounts&status=every&q=${encodeURIComponent(nameOrId)}`
}

/** A user among those whom the reader administers. */
export function userPath(email: string): string {
  return `${paths.userAdmin}?q=${encodeURIComponent(email)}`
}
