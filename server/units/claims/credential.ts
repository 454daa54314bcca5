import { type Credential, didOf, signedCredential } from '#proof/credential.ts'
import type { InfraDeps } from '#server/infra/doors/deps.ts'
import type { CertificateData } from '#server/pdf/certificate-data.ts'
import type { IssuerOf } from '#server/units/ledger/log-growth.ts'

/** The facts of a certificate, signed in the name of the registry's log. */
export async function credentialOf(
  { now, issuerOf }: Pick<InfraDeps, 'now'> & { issuerOf: IssuerOf },
  tenantId: string,
  { registry, number, url, claimedAt, unitName, rangeCount, ...facts }: CertificateData,
): Promise<Credential> {
  const { origin, sign } = await issuerOf(tenantId)
  return signedCredential(
    {
      id: url,
      type: ['VerifiableCredential', 'RetirementCertificate'],
      issuer: { id: didOf(origin), name: registry.name },
      validFrom: claimedAt,
      credentialSubject: { type: 'Retirement', certificate: number, unit: unitName.singular, ...facts, rangeCount },
    },
    { created: now().toISOString(), sign },
  )
}
