import type { Wording } from '#server/infra/texts/texts.ts'
import type { CertificateData } from './certificate-data.ts'
import { drawQrCode } from './ornaments.ts'
import { styles } from './parts.ts'
import { contentWidth, decorate, ink, page, type Sheet, type Structure, say } from './sheet.ts'
import { setText } from './typeset.ts'

/** How to check a document: the address as QR code and in letters, a short code, and lines of evidence beside them. */
type Proof = {
  url: string
  verifyCode: string
  hint: string
  evidence: { label: string; place: string; hash: string | null; link?: string | null }[]
}

export const proofHeight = 110
const qrSide = 86
const inset = 12

/** Draws the band at the foot of a certificate's first page. */
export function drawProof(sheet: Sheet, wording: Wording, data: CertificateData): void {
  const { t, figures } = wording
  const { ledger, chain } = data
  const unsettled = t('certificate.notSettled')
  drawProofBand(sheet, wording, page.height - page.bottom - proofHeight, {
    url: data.url,
    verifyCode: data.verifyCode,
    hint: t('certificate.verifyHint'),
    evidence: [
      {
        label: t('certificate.ledger'),
        place: ledger ? t('certificate.ledgerPlace', { sequence: figures(ledger.sequence) }) : unsettled,
        hash: ledger?.hash ?? null,
      },
      {
        label: t('certificate.chain'),
        place: chain
          ? t(chain.block === null ? 'certificate.chainPlace' : 'certificate.chainPlaceBlock', {
              chainId: String(chain.chainId),
              block: figures(chain.block ?? 0),
            })
          : unsettled,
        hash: chain?.transactionHash ?? null,
        link: chain?.url ?? null,
      },
    ],
  })
}

/** Draws a band with a QR code, the verify code and evidence, its upper edge at `y`. */
function drawProofBand(sheet: Sheet, { t }: Wording, y: number, proof: Proof): void {
  decorate(sheet, (pdf) => pdf.roundedRect(page.side, y, contentWidth, proofHeight, 8).fill(ink.tint))
  const qr: Structure = sheet.pdf.struct('Figure', { alt: t('certificate.qrCode', { url: proof.url }) }, () => {
    sheet.pdf.save()
    drawQrCode(sheet.pdf, proof.url, page.side + inset, y + inset, qrSide)
    sheet.pdf.restore()
  })
  sheet.root.add(qr)

  const middle = page.side + inset + qrSide + 16
  const middleWidth = 158
  const right = middle + middleWidth + 18
  drawAddress(sheet, t('certificate.verifyCode'), proof, middle, y + inset, middleWidth)
  drawEvidence(sheet, proof, right, y + inset, page.width - page.side - inset - right)
}

function drawAddress(sheet: Sheet, label: string, proof: Proof, x: number, y: number, width: number): void {
  const lines = [
    { paragraph: setText(sheet.fonts, label, styles.label, width, 1), gap: 0 },
    { paragraph: setText(sheet.fonts, proof.verifyCode, { ...styles.heading, face: 'sansBold' }, width, 1), gap: 5 },
    {
      paragraph: setText(sheet.fonts, proof.url, { ...styles.small, color: ink.text }, width, 3),
      gap: 5,
      link: proof.url,
    },
    { paragraph: setText(sheet.fonts, proof.hint, styles.small, width, 3), gap: 0 },
  ]
  for (const { paragraph, gap, link } of lines) {
    say(sheet, 'P', paragraph, x, y, { link })
    y += paragraph.height + gap
  }
}

function drawEvidence(sheet: Sheet, { evidence }: Proof, x: number, y: number, width: number): void {
  for (const { label, place, hash, link } of evidence) {
    const part = sheet.pdf.struct('P')
    sheet.root.add(part)
    const lines = [
      { paragraph: setText(sheet.fonts, label, styles.label, width, 1), to: null },
      { paragraph: setText(sheet.fonts, place, styles.value, width, 1), to: null },
      { paragraph: setText(sheet.fonts, hash ?? '', { ...styles.small, size: 6.8 }, width, 2), to: link },
    ]
    for (const { paragraph, to } of hash ? lines : lines.slice(0, 2)) {
      say(sheet, 'Span', paragraph, x, y, { into: part, link: to })
      y += paragraph.height
    }
    part.end()
    y += 7
  }
}
