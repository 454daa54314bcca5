import { FileText } from 'lucide-react'
import type { Methodology } from '#shared/contract/methodologies.ts'
import { site } from '#web/lib/site-config.ts'

/** Not a link if no account has published the document. */
export function MethodologyDocument({ methodology: { tenantId, accountId, document } }: { methodology: Methodology }) {
  if (document === null || accountId === null) return document
  return (
    <a
      href={[site().documentsUrl, tenantId, accountId, encodeURIComponent(document)].join('/')}
      target="_blank"
      rel="noreferrer"
      className="link"
    >
      <FileText aria-hidden size={16} className="mr-1.5 mb-0.5 inline-block" />
      {document}
    </a>
  )
}
