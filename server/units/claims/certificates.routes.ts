import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callerOf } from '#server/infra/http/caller.ts'
import { id } from '#shared/contract/fields.ts'
import { because, Failure } from '#shared/rules/failure.ts'
import { languages } from '#shared/rules/languages.ts'
import type { CertificateDeps } from './certificates.ts'
import { certificateBytes, certificateCredential } from './certificates.ts'

const address = z.strictObject({ tenantId: id, file: z.string().regex(/^[A-Za-z0-9_-]{1,64}\.(pdf|json)$/) })
const wish = z.strictObject({
  language: z.enum(languages).default('en'),
  version: z.coerce.number().int().min(1).max(1_000).optional(),
})

/** Serves certificates publicly at `{CLAIMS_PDF_URL}/{tenantId}/{claimId}.pdf`, their signed facts at `….json`. */
export function serveCertificates(app: FastifyInstance, deps: CertificateDeps): void {
  app.get('/certificates/:tenantId/:file', { config: { share: 'files' } }, async (request, reply) => {
    const parsed = address.safeParse(request.params)
    if (!parsed.success) throw new Failure('not_found', 'There is no such certificate.', because('noSuch.certificate'))
    const wished = wish.safeParse(request.query)
    if (!wished.success)
      throw new Failure(
        'invalid',
        `language is one of ${languages.join(', ')}; version a whole number.`,
        because('request.certificate', { languages }),
      )
    const { language, version } = wished.data
    const { tenantId, file } = parsed.data
    if (file.endsWith('.json')) {
      const credential = await certificateCredential(deps, tenantId, file.slice(0, -5))
      return reply
        .type('application/vc')
        .header('cache-control', 'public, max-age=300')
        .send(JSON.stringify(credential))
    }
    const certificate = await certificateBytes(
      deps,
      tenantId,
      file.slice(0, -4),
      language,
      version ?? null,
      callerOf(request),
    )
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${certificate.fileName}"`)
      .header('etag', `"${certificate.sha256}"`)
      .header('cache-control', 'public, max-age=300')
      .send(certificate.bytes)
  })
}
