import { relative } from 'node:path'
import { buildRelease } from '#embedded/web-build.ts'

/** `npm run build`. */
const folder = await buildRelease()
console.log(`The web app is built into ${relative(process.cwd(), folder)}.`)
