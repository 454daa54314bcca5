import { afterAll } from 'vitest'
import { closeAll } from './closing.ts'

afterAll(closeAll)
