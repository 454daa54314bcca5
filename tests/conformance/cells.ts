import {
  createAccount,
  decideAccount,
  letReceive,
  listAccounts,
  listStatements,
  readAccount,
  readLegacyCertificate,
  updateAccount,
} from '#shared/contract/accounts.ts'
import { csvPathOf } from '#shared/contract/calls.ts'
import { createClaim, listClaims, readClaim, readClaimFacets, readOwnWords } from '#shared/contract/claims.ts'
import {
  addDocument,
  changeDocuments,
  linkDocument,
  listDocuments,
  removeDocuments,
} from '#shared/contract/documents.ts'
import * as exports from '#shared/contract/exports.ts'
import { listHolders } from '#shared/contract/holders.ts'
import { listMarketBalances, listMarketProjects, makeOffer, withdrawOffer } from '#shared/contract/market.ts'
import {
  allowProviders,
  decideMethodology,
  listMethodologies,
  proposeMethodology,
  readMethodology,
  readMethodologyVersion,
  updateMethodology,
} from '#shared/contract/methodologies.ts'
import { listNotices, markNotices } from '#shared/contract/notices.ts'
import { readOutcome } from '#shared/contract/outcomes.ts'
import { countOverlaps, decideOverlap, listOverlaps } from '#shared/contract/overlaps.ts'
import { changePreferences, readPreferences } from '#shared/contract/preferences.ts'
import {
  createProject,
  decideProject,
  listMyProjects,
  listOwnedAssets,
  listProjects,
  readProject,
  readProjectFacets,
  readProjectPlaces,
  updateProject,
  uploadDocument,
  uploadImage,
} from '#shared/contract/projects.ts'
import { readTimeline, readTimelineLead, readTimelineMonths } from '#shared/contract/timeline.ts'
import {
  listTransactions,
  readAnchors,
  readConsistency,
  readProof,
  readPublicRecord,
  syncTransactions,
  watchSettlement,
} from '#shared/contract/transactions.ts'
import { deleteUser, inviteUser, listUsers, resendInvitation, updateUser } from '#shared/contract/users.ts'
import { burnUnits, listBalances, mintUnits, previewMovement, transferUnits } from '#shared/contract/wallet.ts'
import { countAssigned } from '#shared/contract/work.ts'
import { outcomes } from './outcome-cells.ts'
import { registry, stops } from './registry-cells.ts'
import { type Row, row } from './row.ts'
import type { Side } from './sides.ts'
import { tasks } from './task-cells.ts'

const nothing = () => ({})
const inTenant = ({ tenantId }: Side) => ({ query: { tenantId } })
const queryOfAccount = ({ accountId }: Side) => ({ query: { accountId } })

const accounts: Row[] = [
  row(readAccount, 'caller', nothing, { newcomer: 404 }),
  row(readLegacyCertificate, 'caller', nothing, { newcomer: 404 }),
  row(listStatements, 'caller', nothing, { newcomer: 404 }),
  row(listAccounts, 'caller', nothing),
  row(updateAccount, 'caller', () => ({ body: { website: 'https://green-hills.test' } })),
  row(decideAccount, 'tenant', ({ accountId }) => ({ params: { accountId }, body: { act: 'resume' } })),
  row(letReceive, 'tenant', ({ accountId }) => ({
    params: { accountId },
    body: { mayReceive: true, reason: 'Moved by hand.' },
  })),
]

const projectFacts = ({ methodologyId }: Side) => ({
  projectName: 'Another project',
  description: 'Nothing yet.',
  methodologyId,
  startDate: '2024-01-01',
  endDate: '2030-01-01',
})

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export function pictureForm(projectKey: string): FormData {
  const form = new FormData()
  form.append('projectKey', projectKey)
  form.append('image', new Blob([picture], { type: 'image/png' }), 'picture.png')
  return form
}

export function documentForm(projectKey: string, documentType = 'Other'): FormData {
  const form = new FormData()
  form.append('projectKey', projectKey)
  form.append('documentType', documentType)
  form.append('document', new Blob([picture], { type: 'image/png' }), 'plan.png')
  return form
}

function evidenceForm(subjectKind: string, subjectId: string): FormData {
  const form = new FormData()
  const fields = { subjectKind, subjectId, title: 'Evidence', isPublic: 'false' }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('document', new Blob([picture], { type: 'image/png' }), 'plan.png')
  return form
}

const statement = { sustainabilityStatement: 'As before.' }

const projects: Row[] = [
  row(listProjects, 'public', inTenant),
  row(listProjects, 'registry', ({ tenantId }) => ({ query: { tenantId, isAdmin: 'true' } }), {
    name: 'listProjects, isAdmin',
    act: 'project.listAll',
    door: 'project.listAll',
  }),
  row(readProjectFacets, 'public', inTenant),
  row(readProjectFacets, 'registry', ({ tenantId }) => ({ query: { tenantId, isAdmin: 'true' } }), {
    name: 'readProjectFacets, isAdmin',
    act: 'project.listAll',
    door: 'project.listAll',
  }),
  row(readProjectPlaces, 'public', inTenant),
  row(listMyProjects, 'caller', nothing),
  row(listOwnedAssets, 'caller', nothing),
  row(readProject, 'project', ({ tenantId, draftId }) => ({ query: { tenantId, projectId: draftId } }), {
    name: 'readProject, draft',
  }),
  row(readProject, 'public', ({ tenantId, publishedId }) => ({ query: { tenantId, projectId: publishedId } })),
  row(createProject, 'caller', (side) => ({ body: projectFacts(side) })),
  row(updateProject, 'project', ({ draftKey }) => ({ query: { projectKey: draftKey }, body: statement }), {
    name: 'updateProject, draft',
  }),
  row(updateProject, 'published', ({ publishedKey }) => ({ query: { projectKey: publishedKey }, body: statement })),
  row(uploadImage, 'project', ({ draftKey }) => ({ form: pictureForm(draftKey) }), { name: 'uploadImage, draft' }),
  row(uploadImage, 'published', ({ publishedKey }) => ({ form: pictureForm(publishedKey) })),
  row(uploadDocument, 'project', ({ draftKey }) => ({ form: documentForm(draftKey) }), {
    name: 'uploadDocument, draft',
  }),
  row(uploadDocument, 'published', ({ publishedKey }) => ({ form: documentForm(publishedKey) })),
  row(decideProject, 'project', ({ draftId }) => ({ params: { projectId: draftId }, body: { act: 'reopen' } }), {
    name: 'decideProject, its account',
  }),
  row(decideProject, 'project', ({ draftId }) => ({ params: { projectId: draftId }, body: { act: 'approve' } }), {
    name: 'decideProject, its admin, draft',
    act: 'project.decide',
  }),
  row(listOverlaps, 'project', ({ draftId }) => ({ params: { projectId: draftId } }), { name: 'listOverlaps, draft' }),
  row(listOverlaps, 'published', ({ publishedId }) => ({ params: { projectId: publishedId } })),
  row(countOverlaps, 'caller', ({ publishedId }) => ({ query: { projectIds: publishedId } })),
  row(decideOverlap, 'published', ({ publishedId, draftId, tenantId }) => ({
    params: { projectId: publishedId },
    body: { otherTenantId: tenantId, otherProjectId: draftId, verdict: 'none', reason: 'Apart.' },
  })),
  row(
    decideProject,
    'published',
    ({ publishedId }) => ({ params: { projectId: publishedId }, body: { act: 'approve' } }),
    {
      name: 'decideProject, its admin',
      act: 'project.decide',
    },
  ),
]

const edits = { act: 'project.edit' } as const
const aDocumentOf = async ({ aDocument }: Side) => ({ documentIds: [await aDocument()] })
const documents: Row[] = [
  row(
    listDocuments,
    'project',
    ({ tenantId, draftId }) => ({ query: { subjectKind: 'project', subjectId: draftId, tenantId } }),
    { name: 'listDocuments, draft', act: 'project.read' },
  ),
  row(listDocuments, 'public', ({ tenantId, publishedId }) => ({
    query: { subjectKind: 'project', subjectId: publishedId, tenantId },
  })),
  row(addDocument, 'project', ({ draftId }) => ({ form: evidenceForm('project', draftId) }), {
    name: 'addDocument, draft',
    act: 'project.edit',
  }),
  row(addDocument, 'published', ({ publishedId }) => ({ form: evidenceForm('project', publishedId) }), {
    act: 'project.edit',
  }),
  row(
    addDocument,
    'measurement',
    ({ openMeasurementId }) => ({ form: evidenceForm('measurement', openMeasurementId) }),
    {
      name: 'addDocument, measurement',
      act: 'measurement.submit',
    },
  ),
  row(
    addDocument,
    'opinion',
    ({ openVerificationId }) => ({ form: evidenceForm('verification', openVerificationId) }),
    {
      name: 'addDocument, verification',
      act: 'verification.decide',
    },
  ),
  row(linkDocument, 'project', ({ documentId }) => ({ params: { documentId } }), { act: 'project.read' }),
  row(changeDocuments, 'project', async (side) => ({ body: { ...(await aDocumentOf(side)), isPublic: false } }), edits),
  row(removeDocuments, 'project', async (side) => ({ body: await aDocumentOf(side) }), edits),
]

const methodologies: Row[] = [
  row(listMethodologies, 'caller', nothing, { act: 'tenant.read', door: 'tenant.read' }),
  row(listMethodologies, 'public', inTenant, { name: 'listMethodologies, of a registry' }),
  row(readMethodology, 'tenant', ({ methodologyName }) => ({ query: { methodologyName } }), {
    act: 'tenant.read',
    door: 'tenant.read',
  }),
  row(readMethodology, 'public', ({ methodologyName, tenantId }) => ({ query: { methodologyName, tenantId } }), {
    name: 'readMethodology, of a registry',
  }),
  row(readMethodologyVersion, 'public', ({ tenantId, methodologyId }) => ({
    params: { methodologyId },
    query: { tenantId },
  })),
  row(updateMethodology, 'proposal', ({ pendingMethodologyId }) => ({
    params: { methodologyId: pendingMethodologyId },
    body: { description: 'Rewetting, and what follows.' },
  })),
  row(allowProviders, 'proposal', ({ pendingMethodologyId }) => ({
    params: { methodologyId: pendingMethodologyId },
    body: { accountIds: [] },
  })),
  row(
    decideMethodology,
    'proposal',
    ({ pendingMethodologyId }) => ({ params: { methodologyId: pendingMethodologyId }, body: { act: 'submit' } }),
    { name: 'decideMethodology, its account' },
  ),
  row(proposeMethodology, 'caller', () => ({
    body: { name: `Soil ${crypto.randomUUID()}`, version: '2', description: 'Cores.' },
  })),
  row(
    decideMethodology,
    'tenant',
    ({ pendingMethodologyId }) => ({
      params: { methodologyId: pendingMethodologyId },
      body: { act: 'deprecate' },
    }),
    { act: 'methodology.decide', door: 'methodology.decide' },
  ),
]

const histories: Row[] = [
  row(countAssigned, 'caller', nothing),
  row(listHolders, 'project', ({ tenantId, draftId }) => ({ query: { tenantId, projectId: draftId } }), {
    name: 'listHolders, draft',
  }),
  row(listHolders, 'public', ({ tenantId, publishedId }) => ({ query: { tenantId, projectId: publishedId } })),
  row(readTimeline, 'project', ({ tenantId, draftId }) => ({ query: { tenantId, projectId: draftId } }), {
    name: 'readTimeline, draft',
  }),
  row(readTimeline, 'public', ({ tenantId, publishedId }) => ({ query: { tenantId, projectId: publishedId } })),
  row(readTimelineLead, 'project', ({ tenantId, draftId }) => ({ query: { tenantId, projectId: draftId } }), {
    name: 'readTimelineLead, draft',
  }),
  row(readTimelineLead, 'public', ({ tenantId, publishedId }) => ({ query: { tenantId, projectId: publishedId } })),
  row(readTimelineMonths, 'project', ({ tenantId, draftId }) => ({ query: { tenantId, projectId: draftId } }), {
    name: 'readTimelineMonths, draft',
  }),
  row(readTimelineMonths, 'public', ({ tenantId, publishedId }) => ({ query: { tenantId, projectId: publishedId } })),
]

const another = (accountId: string | null) => (accountId === 'verifier' ? 'measurer' : 'verifier')
const oneOf = ({ assetId }: Side) => [{ assetId, quantity: 1 }]

const units: Row[] = [
  row(listBalances, 'account', queryOfAccount),
  row(previewMovement, 'tenant', (side) => ({ body: { items: oneOf(side) } })),
  row(mintUnits, 'issuance', ({ verificationId }) => ({ body: { verificationId, quantity: 1 } })),
  row(transferUnits, 'tenant', (side, caller) => ({ body: { toAccountId: another(caller), items: oneOf(side) } })),
  row(burnUnits, 'tenant', (side) => ({
    body: { accountId: side.accountId, items: oneOf(side), reason: 'Counted twice.' },
  })),
  row(listTransactions, 'account', queryOfAccount),
  row(syncTransactions, 'caller', nothing),
  row(readPublicRecord, 'public', ({ tenantId, transactionId }) => ({
    params: { transactionId },
    query: { tenantId },
  })),
  row(readProof, 'public', ({ tenantId, transactionId }) => ({ params: { transactionId }, query: { tenantId } })),
  row(readAnchors, 'public', inTenant),
  row(readConsistency, 'public', ({ tenantId }) => ({ query: { tenantId, from: '1', to: '1' } })),
  row(watchSettlement, 'public', ({ tenantId, transactionId }) => ({ params: { transactionId }, query: { tenantId } })),
  row(listClaims, 'public', inTenant),
  row(listClaims, 'account', ({ tenantId, accountId }) => ({ query: { tenantId, accountId } }), {
    name: 'listClaims, account',
    act: 'wallet.read',
    door: 'wallet.read',
  }),
  row(readClaimFacets, 'public', inTenant),
  row(readClaimFacets, 'account', ({ tenantId, accountId }) => ({ query: { tenantId, accountId } }), {
    name: 'readClaimFacets, account',
    act: 'wallet.read',
    door: 'wallet.read',
  }),
  row(readClaim, 'public', ({ tenantId, claimId }) => ({ params: { claimId }, query: { tenantId } })),
  row(readOwnWords, 'account', ({ claimId }) => ({ params: { claimId } })),
  row(createClaim, 'tenant', (side) => ({
    body: { items: oneOf(side), beneficiaryKind: 'anonymous', purpose: 'personal', isAuthorised: true },
  })),
]

async function anOffer({ tenant, tenantId, accountId, publishedId, assetId }: Side): Promise<string> {
  const id = crypto.randomUUID()
  await tenant.world.sql`
    insert into offer (tenant_id, id, account_id, project_id, kind, asset_id, quantity, price, currency, note, contact, ends_on,
      is_flagged, created_by, created_at)
    values (${tenantId}, ${id}, ${accountId}, ${publishedId}, 'issued', ${assetId}, 1, 1200, 'USD', '', 'a@registry.test',
      '2999-01-01', false, 'somebody', now())`
  return id
}

const offerFacts = {
  price: 1_200,
  currency: 'USD',
  note: '',
  endsOn: '2199-01-01',
  contact: 'a@registry.test',
  nfsw: false,
}

const marketRows: Row[] = [
  row(listMarketProjects, 'tenant', inTenant),
  row(listMarketBalances, 'caller', nothing),
  row(makeOffer, 'tenant', ({ assetId }) => ({
    body: { kind: 'issued', subjectId: assetId, quantity: 1, ...offerFacts },
  })),
  row(withdrawOffer, 'account', async (side) => ({ params: { offerId: await anOffer(side) } })),
]

const users: Row[] = [
  row(listUsers, 'caller', nothing),
  row(inviteUser, 'account', ({ accountId }) => ({
    body: { firstName: 'Amina', lastName: 'Said', email: `${crypto.randomUUID()}@registry.test`, accountId },
  })),
  row(updateUser, 'account', async (side) => ({
    body: { username: (await side.aUser()).username, status: 'SUSPENDED' },
  })),
  row(resendInvitation, 'account', async (side) => ({ body: { username: (await side.aUser()).username } })),
  row(deleteUser, 'account', async (side) => ({ query: { username: (await side.aUser()).username } })),
]

const oneself: Row[] = [
  row(listNotices, 'caller', nothing),
  row(markNotices, 'caller', () => ({ body: { upTo: '1' } })),
  row(readPreferences, 'caller', nothing),
  row(readOutcome, 'caller', () => ({ query: { key: 'unused' } })),
  row(changePreferences, 'caller', () => ({ body: { language: 'sw' } })),
]

/** Last, as it gives the newcomer an account. */
const onboarding: Row[] = [
  row(createAccount, 'caller', () => ({ body: { name: 'Green Hills', type: 'buyer', country: 'KE' } })),
]

const calls: readonly Row[] = [
  ...registry,
  ...accounts,
  ...projects,
  ...documents,
  ...methodologies,
  ...outcomes,
  ...histories,
  ...tasks,
  ...units,
  ...marketRows,
  ...users,
  ...oneself,
  ...stops,
  ...onboarding,
]

/** A list's file is for whom the list is. */
const files = calls.flatMap((call): Row[] => {
  const file = Object.values(exports).find(({ path }) => path === csvPathOf(call.endpoint))
  return file ? [{ ...call, endpoint: file, name: call.name.replace('list', 'export') }] : []
})

export const rows: readonly Row[] = [...calls, ...files]
