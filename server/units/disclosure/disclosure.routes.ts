import { Readable } from 'node:stream'
import { csvText } from '#server/infra/http/csv-text.ts'
import { tableOf } from '#server/infra/http/exports.ts'
import type { Feature } from '#server/infra/http/feature.ts'
import { inTurn } from '#server/infra/http/gate.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import {
  disclosedColumns,
  exportDisclosure,
  readDisclosure,
  readDisclosureWorkbook,
} from '#shared/contract/disclosure.ts'
import { disclosedLines, disclosureFile, disclosureOf, fileOf } from './disclosure.ts'

export const disclosureRoutes: Feature<UnitsDeps> = (serve, deps) => {
  serve(readDisclosure, ({ actor, query }) => disclosureOf(deps, actor, query))
  serve(exportDisclosure, async ({ actor, query, request, reply }) => {
    const asked = { year: Number(query.year), accountId: query.accountId }
    const pages = await disclosedLines(deps, actor, asked, (work) => inTurn(request, work))
    reply.header('content-disposition', `attachment; filename="${fileOf(asked.year)}.csv"`)
    const wording = query.heads ? wordingIn(query.heads) : null
    return Readable.from(csvText(tableOf(disclosedColumns, pages, deps.now(), wording)))
  })
  serve(readDisclosureWorkbook, async ({ actor, query, reply }) => {
    const { language = 'en', accountId } = query
    const year = Number(query.year)
    const bytes = await disclosureFile(deps, actor, { year, language, accountId })
    reply.header('content-disposition', `attachment; filename="${fileOf(year)}.xlsx"`)
    return bytes
  })
}
