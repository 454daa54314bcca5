import { relative } from 'node:path'
import { buildRelease } from '#embedded/web-build.ts'
import { ownArguments } from '#server/app/arguments.ts'

ownArguments({ usage: 'npm run build', options: {} })
const folder = await buildRelease()
console.log(`The web app is built into ${relative(process.cwd(), folder)}.`)
