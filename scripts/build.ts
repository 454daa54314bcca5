import { relative } from 'node:path'
import { buildRelease } from '#embedded/web-build.ts'

/** `npm run build`: the web app of a release, built once and served by every process of it. */
const folder = await buildRelease()
console.log(`The web app is built into ${relative(process.cwd(), folder)}.`)
