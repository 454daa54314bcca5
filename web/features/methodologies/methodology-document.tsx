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
      className="link inline-flex items-start gap-1.5"
    >
      <FileText aria-hidden size={16} className="mt-0.5 shrink-0" />
      <span className="min-w-0 break-all">{document}</span>
    </a>
  )
}
