import { between, chanceOf } from './chance.ts'

/** A table of readings as the measurer keeps them. */
export function readingsCsv(seed: string, columns: readonly [string, string, string], rows = 24): string {
  const chance = chanceOf(seed)
  const [of, before, now] = columns
  const lines = Array.from({ length: rows }, (_, index) => {
    const value = between(chance, 40, 120)
    return `${of[0]?.toUpperCase()}${String(index + 1).padStart(3, '0')},${value / 10},${Math.round(value * (0.4 + chance() * 0.25)) / 10}`
  })
  return [`${of},${before},${now}`, ...lines, ''].join('\n')
}

/** A page of text as a PDF 1.4, which every reader opens. */
export function pagePdf(title: string, paragraphs: readonly string[]): Buffer {
  const lines = paragraphs.flatMap((paragraph) => [...wrapped(paragraph), ''])
  const text = [
    `BT /F1 18 Tf 64 760 Td ${shown(title)} Tj ET`,
    `BT /F2 11 Tf 64 722 Td 16 TL ${lines.map((line) => `${shown(line)} Tj T*`).join(' ')} ET`,
  ].join('\n')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  return withOffsets([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 6 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    font('Helvetica-Bold'),
    font('Helvetica'),
    `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`,
  ])
}

function withOffsets(objects: readonly string[]): Buffer {
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const [size, start] = [objects.length + 1, file.length]
  file += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const widest = 84

function wrapped(paragraph: string): string[] {
  const lines = ['']
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line !== '' && line.length + word.length >= widest) lines.push(word)
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`
  }
  return lines
}

/** WinAnsi lacks letters such as ế, which lose their accents. */
function shown(text: string): string {
  const known = Array.from(text.replaceAll('’', "'").replaceAll('–', '-'), (letter) =>
    letter <= 'ÿ' ? letter : letter.normalize('NFD').replace(/[^\0-ÿ]/g, ''),
  ).join('')
  return `(${known.replace(/[\\()]/g, '\\$&')})`
}
