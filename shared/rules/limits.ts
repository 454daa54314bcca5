/** Every limit of the product: forms, the API document and error messages read it here. */
export const limits = {
  /** The days that people may name: from the years before any project, to beyond the longest crediting periods of real ones (2125). */
  firstDay: '1950-01-01',
  lastDay: '2199-12-31',
  imageBytes: 5 * 1024 * 1024,
  documentBytes: 20 * 1024 * 1024,
  documentTitle: 150,
  /** Uploads under way at once: of one person, and in one process. */
  uploadsOfPerson: 3,
  uploads: 8,
  /** Streams of events open at once: of one person, of one address's visitors together, and in one process. */
  streamsOfPerson: 20,
  streamsOfAddress: 100,
  streams: 1_000,
  projectDocuments: 500,
  accountUsers: 1_000,
  /** How long a monitoring period may be: all the days that people may name. */
  periodMonths: 3_000,
  /** Of an account that is not approved yet: its projects, its methodologies, and its documents and pictures together. */
  pendingProjects: 3,
  pendingMethodologies: 3,
  pendingFiles: 10,
  bodyBytes: 1024 * 1024,
  projectNameMin: 3,
  projectName: 120,
  description: 5_000,
  sustainabilityStatement: 2_000,
  /** What a verifier declares or finds, and what is said about it. */
  statement: 2_000,
  /** Findings of one verification, and what is said about one finding. */
  findings: 200,
  findingMessages: 200,
  location: 200,
  kind: 80,
  region: 80,
  projectTypes: 100,
  /** Positions of a project's area, of all its polygons together. */
  areaPoints: 1_000,
  /** Projects whose neighbours one call counts. */
  overlapsCounted: 50,
  beneficiary: 100,
  /** What of a beneficiary's name is counted; exports have longer ones than forms take. */
  spelling: 300,
  /** A text of an imported row: exports have longer ones than forms take. */
  importedText: 10_000,
  message: 500,
  name: 100,
  organisation: 150,
  registrationNumber: 60,
  website: 200,
  email: 254,
  methodologyName: 200,
  methodologyVersion: 20,
  /** Documents that a methodology asks for, of a measurement and of a verification each. */
  requiredEvidence: 20,
  ownReference: 60,
  /** Letters of one kind of notice that a person gets within a day before there is one a day, and notices that one letter words. */
  lettersOfKind: 8,
  noticesInLetter: 20,
  /** Letters that are sent of one account's claims within an hour; others wait. */
  claimLettersAnHour: 60,
  /** Of one unit, in hundredths of a currency. */
  price: 100_000_000,
  search: 200,
  /** What may be pasted to be verified, and how many serial numbers of it are looked up. */
  lookUp: 2_000,
  serialsLookedUp: 20,
  idempotencyKey: 255,
  pageDefault: 50,
  pageMax: 200,
  /** How far a list is counted; beyond it, it says that there are more. */
  listCounted: 10_000,
  /** How many rows of a list its facets are counted of, values of one that may be chosen, values and names that are offered. */
  facetsCounted: 25_000,
  filterValues: 50,
  facetValues: 250,
  facetNames: 20,
  /** How many cells of a map its longer side has, so many projects of one spot are named, so many areas are drawn. */
  mapCells: 32,
  mapNames: 5,
  mapAreas: 20,
  /** How far the claims that a search finds are counted. */
  searchCounted: 1_000,
  /** What a search shows of each kind. */
  searchHits: 50,
  /** A search of more words is not corrected. */
  wordsCorrected: 8,
  /** Ranges of serial numbers that a list tells of one claim. */
  claimRanges: 1_000,
  /** Assets in one transfer or claim, verifications in one mint. */
  items: 50,
  /** Vintages in one mint, so that the chain takes it in one transaction. */
  vintagesMinted: 200,
  quantity: Number.MAX_SAFE_INTEGER,
} as const

/** The limits that a registry may set lower for itself. */
export const tenantLimits = ['imageBytes', 'documentBytes', 'projectDocuments', 'accountUsers', 'periodMonths'] as const
export type TenantLimit = (typeof tenantLimits)[number]

/** In bytes. The smallest size limit that a registry can set. */
export const megabyte = 1024 * 1024

/** Returns a size for people: `5 MB`, `1.5 MB`. */
export function sizeOf(bytes: number): string {
  return `${Number((bytes / megabyte).toFixed(2))} MB`
}
