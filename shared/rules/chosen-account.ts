/** Names the account for which the caller acts, of several (docs/adr/0129-several-accounts.md). */
export const accountHeader = 'registry-account'
