/** Where what people typed is kept in this browser: under these prefixes, then its subject, then its person. */
const prefixes = ['draft.', 'edit.']

export function draftKey(kind: 'draft' | 'edit', subject: string, userId: string): string {
  return `${kind}.${subject}.${userId}`
}

/** Returns what is kept under a key; null if there is nothing or if it cannot be read. */
export function readDraft(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a draft; null takes it away. In a browser that keeps nothing, nothing is kept. */
export function keepDraft(key: string, draft: unknown): void {
  try {
    if (draft === null) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(draft))
  } catch {
    // The storage is full or shut. The form works all the same.
  }
}

/** Takes away every draft in this browser, whoever typed it, as when somebody signs out. */
export function forgetDrafts(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)))
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // A storage that is shut holds no drafts.
  }
}
