import type { Wording } from '#server/infra/texts/texts.ts'
import type { CertificateData } from './certificate-data.ts'
import { drawQrCode } from './ornaments.ts'
import { styles } from './parts.ts'
import { addText, addTexts, contentWidth, decorate, ink, page, type Sheet, type Structure } from './sheet.ts'
import { setText } from './typeset.ts'

export const proofHeight = 110
const qrSide = 86
const inset = 12

/** Draws the band to verify a certificate: address as QR code and text, short code, evidence of ledger and chain. */
export function drawProof(sheet: Sheet, wording: Wording, data: CertificateData): void {
  const { url } = data
  const y = page.height - page.bottom - proofHeight
  decorate(sheet, (pdf) => pdf.roundedRect(page.side, y, contentWidth, proofHeight, 8).fill(ink.tint))
  const qr: Structure = sheet.pdf.struct('Figure', { alt: wording.t('certificate.qrCode', { url }) }, () => {
    sheet.pdf.save()
    drawQrCode(sheet.pdf, url, page.side + inset, y + inset, qrSide)
    sheet.pdf.restore()
  })
  sheet.root.add(qr)

  const middle = page.side + inset + qrSide + 16
  const middleWidth = 158
  const right = middle + middleWidth + 18
  drawAddress(sheet, wording, data, middle, y + inset, middleWidth)
  drawEvidence(sheet, evidenceOf(wording, data), right, y + inset, page.width - page.side - inset - right)
}

function drawAddress(
  sheet: Sheet,
  { t }: Wording,
  { url, verifyCode }: CertificateData,
  x: number,
  y: number,
  width: number,
): void {
  const lines = [
    { text: t('certificate.verifyCode'), style: styles.label, most: 1, gap: 0 },
    { text: verifyCode, style: { ...styles.heading, face: 'sansBold' as const }, most: 1, gap: 5 },
    { text: url, style: { ...styles.small, color: ink.text }, most: 3, gap: 5, link: url },
    { text: t('certificate.verifyHint'), style: styles.small, most: 3, gap: 0 },
  ]
  for (const { text, style, most, gap, link } of lines) {
    const paragraph = setText(sheet.fonts, text, style, width, most)
    addText(sheet, 'P', paragraph, x, y, { link })
    y += paragraph.height + gap
  }
}

type Evidence = { label: string; place: string; hash?: string | undefined; link?: string | null | undefined }

function evidenceOf({ t, figures }: Wording, { ledger, chain }: CertificateData): Evidence[] {
  const unsettled = t('certificate.notSettled')
  const chainPlace = chain?.blockNumber === null ? 'certificate.chainPlace' : 'certificate.chainPlaceBlock'
  return [
    {
      label: t('certificate.ledger'),
      place: ledger ? t('certificate.ledgerPlace', { sequence: figures(ledger.sequence) }) : unsettled,
      hash: ledger?.hash,
    },
    {
      label: t('certificate.chain'),
      place: chain
        ? t(chainPlace, { chainId: String(chain.chainId), block: figures(chain.blockNumber ?? 0) })
        : unsettled,
      hash: chain?.transactionHash,
      link: chain?.url,
    },
  ]
}

function drawEvidence(sheet: Sheet, evidence: readonly Evidence[], x: number, y: number, width: number): void {
  for (const { label, place, hash, link } of evidence) {
    const lines = [
      { paragraph: setText(sheet.fonts, label, styles.label, width, 1) },
      { paragraph: setText(sheet.fonts, place, styles.value, width, 1) },
      ...(hash ? [{ paragraph: setText(sheet.fonts, hash, { ...styles.small, size: 6.8 }, width, 2), link }] : []),
    ]
    const pieces = lines.map((line) => {
      const piece = { ...line, x, y }
      y += line.paragraph.height
      return piece
    })
    addTexts(sheet, pieces)
    y += 7
  }
}
