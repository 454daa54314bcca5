/** `tenantId:accountId:projectId`: how a project is named in addresses and uploads. */
export type ProjectKey = { tenantId: string; accountId: string; projectId: string }

export function formatProjectKey(key: ProjectKey): string {
  return `${key.tenantId}:${key.accountId}:${key.projectId}`
}

/** The three parts of a key, or null when it has not exactly three that are not empty. */
export function parseProjectKey(text: string): ProjectKey | null {
  const [tenantId, accountId, projectId, ...rest] = text.split(':')
  return tenantId && accountId && projectId && rest.length === 0 ? { tenantId, accountId, projectId } : null
}
