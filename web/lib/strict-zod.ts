import { config } from 'zod/v4'

export * from 'zod/v4'

// Replaces `zod` in the browser (vite.config.ts): the content security policy forbids `eval`, so this must precede the
// first schema.
config({ jitless: true })
