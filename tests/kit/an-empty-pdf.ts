import PDFDocument from 'pdfkit'

export async function anEmptyPdf(): Promise<Uint8Array> {
  const pdf = new PDFDocument()
  pdf.text('Project design statement')
  pdf.end()
  return Buffer.concat(await pdf.toArray())
}
