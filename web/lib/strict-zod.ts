import { config } from 'zod/v4'

export * from 'zod/v4'

// In the browser this stands for `zod` (vite.config.ts): the content security policy forbids `eval`, which zod would use unless told so
// before the first schema is made.
config({ jitless: true })
