/** `tenantId:accountId:projectId`, as in addresses and uploads. */
export type ProjectKey = { tenantId: string; accountId: string; projectId: string }

export function formatProjectKey(key: ProjectKey): string {
  return `${key.tenantId}:${key.accountId}:${key.projectId}`
}

/** Null unless the key has exactly three non-empty parts. */
export function parseProjectKey(text: string): ProjectKey | null {
  const [tenantId, accountId, projectId, ...rest] = text.split(':')
  return tenantId && accountId && projectId && rest.length === 0 ? { tenantId, accountId, projectId } : null
}
