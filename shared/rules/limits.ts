import { longestLookUp } from './look-up.ts'

export const limits = {
  /** Valid days, beyond the longest crediting periods (2125). */
  firstDay: '1950-01-01',
  lastDay: '2199-12-31',
  imageBytes: 5 * 1024 * 1024,
  documentBytes: 20 * 1024 * 1024,
  documentTitle: 150,
  /** Concurrent uploads: per person and per process. */
  uploadsOfPerson: 3,
  uploads: 8,
  /** Open event streams: per person, per address (visitors) and per process. */
  streamsOfPerson: 20,
  streamsOfAddress: 100,
  streams: 1_000,
  projectDocuments: 500,
  accountUsers: 1_000,
  /** A period may span all valid days. */
  periodMonths: 3_000,
  /** For an account that awaits approval; `pendingFiles` includes pictures. */
  pendingProjects: 3,
  pendingMethodologies: 3,
  pendingFiles: 10,
  bodyBytes: 1024 * 1024,
  projectNameMin: 3,
  projectName: 120,
  description: 5_000,
  sustainabilityStatement: 2_000,
  /** A verifier's declaration or finding, and each message about it. */
  statement: 2_000,
  /** Per verification and finding. */
  findings: 200,
  findingMessages: 200,
  /** In which a registry lets people undo claims and transfers. */
  undoMinutes: 60,
  /** Per incident of the service; also its corrections. */
  incidentUpdates: 200,
  /** Pages, sheets and rows; a worksheet has no more rows. */
  placeNumber: 1_048_576,
  location: 200,
  kind: 80,
  region: 80,
  projectTypes: 100,
  /** Over all polygons. */
  areaPoints: 1_000,
  /** Projects per call. */
  overlapsCounted: 50,
  beneficiary: 100,
  /** The counted prefix of a beneficiary's name; imported names exceed the form's limit. */
  spelling: 300,
  /** A text of an imported row; such texts exceed the form's limits. */
  importedText: 10_000,
  message: 500,
  name: 100,
  organisation: 150,
  registrationNumber: 60,
  website: 200,
  email: 254,
  methodologyName: 200,
  methodologyVersion: 20,
  /** Documents that a methodology requires for measurements, and likewise for verifications. */
  requiredEvidence: 20,
  ownReference: 60,
  /** The account corrects its claim's wording until then; later only the registry does. */
  correctionDays: 30,
  /** Per claim. */
  corrections: 100,
  /** Letters of one kind to a person within a day before one a day applies, and notices per letter. */
  lettersOfKind: 8,
  noticesInLetter: 20,
  /** Per account; further letters wait. */
  claimLettersAnHour: 60,
  /** Per unit, in hundredths of a currency. */
  price: 100_000_000,
  search: 200,
  /** Characters to verify, and serial numbers looked up in them. */
  lookUp: longestLookUp,
  serialsLookedUp: 20,
  /** Texts verified in one call. */
  linesVerified: 10_000,
  idempotencyKey: 255,
  pageDefault: 50,
  pageMax: 200,
  /** Lists count rows up to here. */
  listCounted: 10_000,
  /** Rows counted for facets, selected values per filter, and values and names offered. */
  facetsCounted: 25_000,
  filterValues: 50,
  facetValues: 250,
  facetNames: 20,
  /** Grid cells along a map's longer side, named projects and types per spot, and drawn areas. */
  mapCells: 32,
  mapNames: 5,
  mapTypes: 12,
  mapAreas: 20,
  /** Searches count claims up to here. */
  searchCounted: 1_000,
  /** Per kind. */
  searchHits: 50,
  /** Longer searches get no spelling correction. */
  wordsCorrected: 8,
  /** Per claim in a list. */
  claimRanges: 1_000,
  unitMovements: 200,
  /** Evidence in the audit file of a claim; further files are named by their hash. */
  auditFileBytes: 100 * 1024 * 1024,
  /** Claims in an audit file of an account and year. */
  auditFileClaims: 200,
  /** Days that a viewer's access lasts, if it has an end. */
  roleDays: 366,
  /** Days that an auditor's link lasts, and links of an account that have not ended. */
  auditorDays: 90,
  auditorLinks: 20,
  /** Rows of a workbook; a CSV has all. */
  workbookRows: 20_000,
  /** Assets in one transfer or claim, verifications in one mint. */
  items: 50,
  /** A whole mint must fit into one chain transaction. */
  vintagesMinted: 200,
  quantity: Number.MAX_SAFE_INTEGER,
} as const

/** A registry may lower these limits. */
export const tenantLimits = ['imageBytes', 'documentBytes', 'projectDocuments', 'accountUsers', 'periodMonths'] as const
export type TenantLimit = (typeof tenantLimits)[number]

/** In bytes; a registry's smallest size limit. */
export const megabyte = 1024 * 1024

export function sizeOf(bytes: number): string {
  return `${Number((bytes / megabyte).toFixed(2))} MB`
}
