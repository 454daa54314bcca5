import { type Credential, didOf, signedCredential } from '#proof/credential.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { CertificateData } from '#server/pdf/certificate-data.ts'
import type { Signer } from '#server/units/ledger/log-growth.ts'
import { newestHead } from '#server/units/proof/log.ts'

/** The facts of a certificate, signed in the name of the registry's log. Fails before the log's first head. */
export async function credentialOf(
  { sql, sign, now }: Pick<InfraDeps, 'sql' | 'now'> & { sign: Signer },
  tenantId: string,
  { registry, number, url, claimedAt, unitName, rangeCount, ...facts }: CertificateData,
): Promise<Credential> {
  const log = await newestHead(sql, tenantId)
  if (!log) throw new Error(`The log of ${tenantId} has no head yet, so that nobody can know its key.`)
  return signedCredential(
    {
      id: url,
      type: ['VerifiableCredential', 'RetirementCertificate'],
      issuer: { id: didOf(log.origin), name: registry.name },
      validFrom: claimedAt,
      credentialSubject: { type: 'Retirement', certificate: number, unit: unitName.singular, ...facts, rangeCount },
    },
    { created: now().toISOString(), sign },
  )
}
