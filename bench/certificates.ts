import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import PDFDocument from 'pdfkit'
import { extractText } from 'unpdf'
import type { CertifiedData } from '#server/pdf/certificate-data.ts'
import { renderCertificate } from '#server/pdf/writer.ts'
import type { Measure } from './bench.ts'
import { crowdOf, paired } from './paired.ts'

const atOnce = 8
const seconds = 4
const mostTimes = { perSecond: 30 }

/**
 * Renders certificates, eight at once. The limit: pdfkit writes the same words in one pre-parsed font, without line
 * breaks, structure or proof.
 */
export const certificates: Measure = {
  name: 'certificates',
  async run({ postgresPid }) {
    const { text } = await extractText(new Uint8Array(await renderCertificate(aCertificate(0), 'en')))
    const lines = text.flatMap((page) => page.split('\n'))
    const fontFile = createRequire(import.meta.url).resolve(
      '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
    )
    const font = fontkit.create(await readFile(fontFile))
    let number = 0
    const found = await paired(postgresPid, {
      ours: {
        name: 'ours',
        round: () => crowdOf(atOnce, seconds, () => renderCertificate(aCertificate(++number), 'en')),
      },
      limit: {
        name: 'pdfkit, the same words',
        round: () => crowdOf(atOnce, seconds, () => plainPdf(font, [...lines, String(++number)])),
      },
    })
    const { ours, limit, ratios } = found
    return [
      {
        name: `certificates, ${atOnce} at once`,
        measured: `${ours.perSecond.toFixed(1)}/s`,
        limit: `${mostTimes.perSecond}/s; ${limit.name} ${limit.perSecond.toFixed(1)}/s`,
        ratio: ours.perSecond / mostTimes.perSecond,
        goal: { atLeast: 1 },
        pairs: {
          count: ratios.length,
          lowest: Math.min(...ratios),
          highest: Math.max(...ratios),
          cpu: `node ${ours.nodeMs.toFixed(1)} ms of ${limit.nodeMs.toFixed(1)} ms`,
        },
      },
    ]
  },
}

async function plainPdf(font: fontkit.Font | fontkit.FontCollection, lines: readonly string[]): Promise<number> {
  const pdf = new PDFDocument({ size: 'A4' })
  let bytes = 0
  pdf.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // pdfkit accepts a parsed font; its types do not.
  pdf.font(font as unknown as Buffer).fontSize(9)
  for (const [place, line] of lines.entries()) pdf.text(line, 40, 40 + place * 11, { lineBreak: false })
  pdf.end()
  await once(pdf, 'end')
  return bytes
}

function aCertificate(number: number): CertifiedData {
  const project = {
    name: 'Mangroves of the Long Bay',
    id: 'project-7',
    url: 'https://registry.test/collection/project?key=t:a:project-7',
    country: 'KE',
    type: 'Blue carbon',
    proponent: 'Bay Community Trust',
    methodology: 'Tidal wetland restoration',
    version: '2.1',
    standard: 'Coastal Standard',
    vintage: '2024',
    monitoringPeriod: { start: '2024-01-01', end: '2024-12-31' },
    verifier: 'Harbour Verification',
    verifiedAt: '2025-03-14T09:12:00.000Z',
    stoppedAs: null,
  }
  return {
    registry: { name: 'Registry of the Coast', owner: 'Coast Foundation' },
    number: `C-${String(number).padStart(6, '0')}`,
    version: 1,
    beneficiary: { name: `Shipping Cooperative ${number}`, kind: 'organisation', country: 'TZ' },
    retiredBy: `Green Buyers Alliance ${number % 7}`,
    quantity: 12_345 + number,
    unitName: { singular: 'Outcome Unit', plural: 'Outcome Units' },
    purpose: 'corporate target',
    purposeDetail: `Interim target ${number} of the 2030 plan`,
    period: { start: '2025-01-01', end: '2025-12-31' },
    countryOfConsumption: 'FR',
    note: 'With thanks to the rangers',
    claimedAt: '2026-03-04T14:05:09.123456Z',
    projects: [project],
    ranges: [
      { serial: `COAST-KE-7-2024-1-${number * 30 + 1}-${number * 30 + 30}`, quantity: 30, project: project.name },
    ],
    rangeCount: 1,
    ledger: { sequence: 1_873 + number, hash: number.toString(16).padStart(8, '0').repeat(8) },
    chain: {
      transactionHash: `0x${(number + 77).toString(16).padStart(8, '7').repeat(8)}`,
      chainId: 31_337,
      blockNumber: 4_821 + number,
      url: 'https://explorer.test/tx',
    },
    verifyCode: 'K7QF-2M9X',
    url: `https://registry.test/claims?key=0199a5c2-8f3b-7c55-9d1a-${String(number).padStart(12, '0')}`,
    credential: JSON.stringify({ type: ['VerifiableCredential'] }),
  }
}
