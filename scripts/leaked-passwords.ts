import { writeFile } from 'node:fs/promises'
import { ownArguments } from '#server/app/arguments.ts'
import { filterFile } from '#server/identity/passwords/leaked.ts'
import { falseShareOf, filterOf, listedPasswords } from './leaked-filter.ts'

const usage = 'npm run leaked-passwords     makes the filter of leaked passwords from the list'

ownArguments({ usage, options: {} })
const passwords = listedPasswords()
const filter = filterOf(passwords)
await writeFile(filterFile, filter)
const falseOnes = falseShareOf(passwords.length, filter.length).toExponential(2)
console.log(`${passwords.length} passwords in ${filter.length} bytes; ${falseOnes} of all others are taken for listed.`)
