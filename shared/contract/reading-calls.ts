import { type Call, firstCalls } from './calls.ts'
import { listPendingCall } from './member-calls.ts'

const ofPage = ['limit', 'cursor'] as const
const whichProjects = [
  ...['tenantId', 'accountId', 'q', 'status', 'stage', 'type', 'sector', 'country'],
  ...['methodologyId', 'vintage', 'standard', 'sdg'],
] as const
const whichClaims = [
  ...['tenantId', 'accountId', 'projectId', 'q', 'beneficiary', 'beneficiaryKind', 'country', 'type'],
  ...['methodologyId', 'standard', 'vintage', 'year', 'from', 'to'],
] as const

/**
 * Further calls of pages that are read, without schemas, so that these pages load no zod. Endpoints of the same name
 * extend them.
 */
export const readingCalls = {
  listProjects: { ...firstCalls.listProjects, queryFields: [...whichProjects, 'isAdmin', 'box', 'sort', ...ofPage] },
  listClaims: { ...firstCalls.listClaims, queryFields: [...whichClaims, 'serials', ...ofPage] },
  readProjectFacets: {
    name: 'readProjectFacets',
    method: 'GET',
    path: '/api/projects/facets',
    access: 'project.read',
    queryFields: [...whichProjects, 'isAdmin', 'box', 'facet', 'find'],
  },
  readClaimFacets: {
    name: 'readClaimFacets',
    method: 'GET',
    path: '/api/claims/facets',
    access: 'claim.list',
    queryFields: [...whichClaims, 'facet', 'find'],
  },
  readBeneficiary: {
    name: 'readBeneficiary',
    method: 'GET',
    path: '/api/beneficiary',
    access: 'registry.read',
  },
  listPending: { ...listPendingCall, queryFields: ['accountId', 'q', 'state', ...ofPage] },
  readPending: { name: 'readPending', method: 'GET', path: '/api/wallet/pending/:pendingId', access: 'wallet.read' },
  readProtection: {
    name: 'readProtection',
    method: 'GET',
    path: '/api/account/protection',
    access: 'units.move',
  },
  readClaim: {
    name: 'readClaim',
    method: 'GET',
    path: '/api/claims/:claimId',
    access: 'registry.read',
  },
  linkDocument: {
    name: 'linkDocument',
    method: 'POST',
    path: '/api/document/:documentId/link',
    repeats: 'harmless',
    access: 'document.open',
  },
  readEvidence: {
    name: 'readEvidence',
    method: 'GET',
    path: '/api/evidence',
    access: 'registry.read',
  },
  lookUp: {
    name: 'lookUp',
    method: 'GET',
    path: '/api/lookup',
    access: 'registry.read',
  },
  search: {
    name: 'search',
    method: 'GET',
    path: '/api/search',
    access: 'registry.read',
  },
  readServiceStatus: {
    name: 'readServiceStatus',
    method: 'GET',
    path: '/api/registry/status',
    access: 'registry.read',
  },
  listIncidents: {
    name: 'listIncidents',
    method: 'GET',
    path: '/api/incidents',
    access: 'registry.read',
    queryFields: ['tenantId', 'q', ...ofPage, 'resolved'],
  },
  readMethodology: {
    name: 'readMethodology',
    method: 'GET',
    path: '/api/methodology/name',
    access: 'methodology.read',
  },
  readMethodologyVersion: {
    name: 'readMethodologyVersion',
    method: 'GET',
    path: '/api/methodology/:methodologyId',
    access: 'registry.read',
  },
  readPublicRecord: {
    name: 'readPublicRecord',
    method: 'GET',
    path: '/api/records/:transactionId',
    access: 'registry.read',
  },
  readUnits: {
    name: 'readUnits',
    method: 'GET',
    path: '/api/units/:serial',
    access: 'registry.read',
  },
  readProof: {
    name: 'readProof',
    method: 'GET',
    path: '/api/transactions/:transactionId/proof',
    access: 'registry.read',
  },
  readAuditFile: {
    name: 'readAuditFile',
    method: 'GET',
    path: '/api/claims/:claimId/audit-file',
    access: 'registry.read',
  },
  readOwnWords: {
    name: 'readOwnWords',
    method: 'GET',
    path: '/api/claims/:claimId/own',
    access: 'account.read',
  },
  watchSettlement: {
    name: 'watchSettlement',
    method: 'GET',
    path: '/api/records/:transactionId/events',
    access: 'registry.read',
  },
  readProjectPlaces: {
    name: 'readProjectPlaces',
    method: 'GET',
    path: '/api/projects/places',
    access: 'project.read',
    queryFields: [...whichProjects, 'west', 'south', 'east', 'north'],
  },
  readLatest: {
    name: 'readLatest',
    method: 'GET',
    path: '/api/registry/latest',
    access: 'registry.read',
  },
  readSums: {
    name: 'readSums',
    method: 'GET',
    path: '/api/registry/sums',
    access: 'registry.read',
  },
  readProject: {
    name: 'readProject',
    method: 'GET',
    path: '/api/project',
    access: 'project.read',
  },
  listHolders: {
    name: 'listHolders',
    method: 'GET',
    path: '/api/project/holders',
    access: 'project.read',
    queryFields: ['projectId', 'tenantId', ...ofPage],
  },
  readTimeline: {
    name: 'readTimeline',
    method: 'GET',
    path: '/api/project/timeline',
    access: 'project.read',
    queryFields: ['projectId', 'tenantId', 'month', ...ofPage],
  },
  readTimelineLead: {
    name: 'readTimelineLead',
    method: 'GET',
    path: '/api/project/timeline/lead',
    access: 'project.read',
  },
  readTimelineMonths: {
    name: 'readTimelineMonths',
    method: 'GET',
    path: '/api/project/timeline/months',
    access: 'project.read',
  },
  listDocuments: {
    name: 'listDocuments',
    method: 'GET',
    path: '/api/document',
    access: 'document.read',
  },
  changeDocuments: {
    name: 'changeDocuments',
    method: 'PATCH',
    path: '/api/document',
    access: 'document.add',
  },
  removeDocuments: {
    name: 'removeDocuments',
    method: 'DELETE',
    path: '/api/document',
    access: 'document.add',
  },
  addDocument: {
    name: 'addDocument',
    method: 'POST',
    path: '/api/document',
    failureMessage: 'upload',
    access: 'document.add',
    multipart: ['subjectKind', 'subjectId', 'title', 'isPublic', 'document'],
    optionalFields: ['type'],
  },
  uploadDocument: {
    name: 'uploadDocument',
    method: 'POST',
    path: '/api/project/document',
    failureMessage: 'upload',
    access: 'project.edit',
    multipart: ['projectKey', 'documentType', 'document'],
    optionalFields: ['title', 'isPublic'],
  },
  readMeasurement: {
    name: 'readMeasurement',
    method: 'GET',
    path: '/api/measurement/:measurementId',
    access: 'measurement.list',
  },
  readMeasurementHistory: {
    name: 'readMeasurementHistory',
    method: 'GET',
    path: '/api/measurement/:measurementId/history',
    access: 'measurement.list',
  },
  listFindings: {
    name: 'listFindings',
    method: 'GET',
    path: '/api/verification/:verificationId/findings',
    access: 'verification.list',
  },
  listVerificationFiles: {
    name: 'listVerificationFiles',
    method: 'GET',
    path: '/api/verification/:verificationId/files',
    access: 'verification.list',
  },
  readVerification: {
    name: 'readVerification',
    method: 'GET',
    path: '/api/verification/:verificationId',
    access: 'verification.list',
  },
  readVerificationHistory: {
    name: 'readVerificationHistory',
    method: 'GET',
    path: '/api/verification/:verificationId/history',
    access: 'verification.list',
  },
} as const satisfies Record<string, Call>
