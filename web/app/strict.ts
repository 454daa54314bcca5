import { z } from 'zod'

// The content security policy forbids making code out of text; this must run before the first schema is made.
z.config({ jitless: true })
