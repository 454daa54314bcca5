import { wordingIn } from '#server/infra/texts/texts.ts'
import type { Language } from '#shared/rules/languages.ts'
import { drawAnnex } from './certificate-annex.ts'
import type { CertifiedData } from './certificate-data.ts'
import { drawFirstPage } from './certificate-page.ts'
import { loadFonts, textsOf } from './fonts.ts'
import { drawFooters } from './frame.ts'
import { attach, closeSheet, openSheet } from './sheet.ts'

/** See `renderCertificate`. */
export async function writeCertificate({ credential, ...data }: CertifiedData, language: Language): Promise<Buffer> {
  const wording = wordingIn(language)
  const fonts = await loadFonts(textsOf(data))
  const title = `${wording.t('certificate.title')} ${data.number}`
  const createdAt = new Date(data.claimedAt)
  const sheet = openSheet(fonts, { title, language, createdAt })
  attach(sheet, { name: 'credential.json', type: 'application/vc', text: credential, title, createdAt })
  const rest = drawFirstPage(sheet, wording, data)
  await drawAnnex(sheet, wording, data, rest)
  const number = wording.t('certificate.number', { number: data.number, version: data.version })
  drawFooters(sheet, wording, `${data.registry.name} · ${number} · ${data.verifyCode}`)
  return closeSheet(sheet)
}
