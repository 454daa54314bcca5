import { z } from 'zod'

// The content security policy forbids `eval`, which zod would use. This must run before the first schema is made.
z.config({ jitless: true })
