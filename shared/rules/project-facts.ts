import { limits } from './limits.ts'

/** Sustainable development goals (United Nations). */
export const sdgs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const
export type Sdg = (typeof sdgs)[number]

/** A choice has the text key of each value. */
type Kind =
  | { kind: 'line'; max: number }
  | { kind: 'quantity' | 'goals' }
  | { kind: 'choice'; of: Record<string, string> }
type Row = Kind & {
  column: string
  /** Text keys. */
  label: string
  hint?: string
  /** The part of the form. */
  part: 'nature' | 'place' | 'origin'
  /** For the API document. */
  means?: string
  /** May change after approval. Other facts may then only be filled in (`mayChange`). */
  isDescriptive?: true
}

/**
 * The simple facts of a project. The API, the project's columns, the audit log, the form and the page read this table.
 * Facts with rules of their own are apart: names, methodology, providers, days, country, point and area.
 */
const table = {
  type: { kind: 'line', max: limits.kind, column: 'kind', label: 'projects.type', part: 'nature' },
  sector: {
    kind: 'line',
    max: limits.kind,
    column: 'sector',
    label: 'projects.sector',
    hint: 'projects.sectorHint',
    part: 'nature',
  },
  mitigation: {
    kind: 'choice',
    of: {
      reduction: 'projects.mitigations.reduction',
      removal: 'projects.mitigations.removal',
      both: 'projects.mitigations.both',
    },
    column: 'mitigation',
    label: 'projects.mitigation',
    part: 'nature',
    means: 'whether emissions are avoided or taken out of the air',
  },
  region: {
    kind: 'line',
    max: limits.region,
    column: 'region',
    label: 'projects.region',
    part: 'place',
    isDescriptive: true,
  },
  location: {
    kind: 'line',
    max: limits.location,
    column: 'location',
    label: 'projects.location',
    part: 'place',
    isDescriptive: true,
  },
  annualEstimate: {
    kind: 'quantity',
    column: 'annual_estimate',
    label: 'projects.annualEstimate',
    hint: 'projects.annualEstimateHint',
    part: 'nature',
    means: 'units expected of a year',
  },
  originRegistry: {
    kind: 'line',
    max: limits.name,
    column: 'origin_registry',
    label: 'projects.originRegistry',
    hint: 'projects.originHint',
    part: 'origin',
  },
  originId: {
    kind: 'line',
    max: limits.ownReference,
    column: 'origin_id',
    label: 'projects.originId',
    part: 'origin',
  },
  sdgs: {
    kind: 'goals',
    column: 'sdgs',
    label: 'projects.goals',
    part: 'origin',
    means: 'sustainable development goals of the United Nations, by number',
    isDescriptive: true,
  },
  standard: { kind: 'line', max: limits.organisation, column: 'standard', label: 'projects.standard', part: 'nature' },
} as const satisfies Record<string, Row>

type Table = typeof table
export type FactName = keyof Table
type WithAbsent<Each> = Each extends unknown ? Each & { [Key in Exclude<keyof Row | 'of', keyof Each>]?: never } : never
export type ProjectFact = { name: FactName } & WithAbsent<Table[FactName]>
/** The values, as the API has them. */
export type FactValues = { [Name in FactName]: ValueOf<Table[Name]> }
type ValueOf<Of extends Row> = {
  line: string
  quantity: number | null
  choice: (Of extends { of: infer Choices } ? keyof Choices : never) | null
  goals: Sdg[]
}[Of['kind']]
export type FactColumns = { [Name in FactName]: Table[Name]['column'] }
export type Mitigation = keyof Table['mitigation']['of']

export function isFactName(name: string): name is FactName {
  return Object.hasOwn(table, name)
}

export function factNamed(name: FactName): ProjectFact {
  return { name, ...table[name] }
}

export const projectFacts = Object.keys(table).filter(isFactName).map(factNamed)

/** A value of each fact, by name. */
export function eachFact<Values extends Record<FactName, unknown>>(
  of: (fact: ProjectFact) => Values[FactName],
): Values {
  return Object.fromEntries(projectFacts.map((fact) => [fact.name, of(fact)])) as Values
}

/** The default, from public registries. */
export const usualProjectTypes = [
  'Afforestation/Reforestation',
  'Biochar',
  'Biodigesters',
  'Biomass',
  'Blue Carbon',
  'Carbon Capture & Storage',
  'Clean Water',
  'Composting',
  'Cookstoves',
  'Direct Air Capture',
  'Electric Vehicles & Charging',
  'Energy Efficiency',
  'Enhanced Weathering',
  'Fuel Switching',
  'Geothermal',
  'Grassland Management',
  'Hydropower',
  'Improved Forest Management',
  'Landfill Methane',
  'Lighting',
  'Manure Methane Digester',
  'Mine Methane Capture',
  'N2O Destruction',
  'Ozone Depleting Substances',
  'REDD+',
  'Rice Emission Reductions',
  'Solar',
  'Sustainable Agriculture',
  'Transport',
  'Waste Heat Recovery',
  'Waste Management',
  'Wastewater Methane',
  'Wetland Restoration',
  'Wind',
  'Other',
] as const
export type UsualProjectType = (typeof usualProjectTypes)[number]

export function isUsualProjectType(type: string): type is UsualProjectType {
  return usualProjectTypes.some((usual) => usual === type)
}

/** Five families of types; lists, maps and charts give each its colour. */
export const projectFamilies = ['land', 'energy', 'household', 'industry', 'removal'] as const
export type ProjectFamily = (typeof projectFamilies)[number]

const familyOf: Readonly<Record<UsualProjectType, ProjectFamily | null>> = {
  'Afforestation/Reforestation': 'land',
  Biochar: 'removal',
  Biodigesters: 'household',
  Biomass: 'energy',
  'Blue Carbon': 'land',
  'Carbon Capture & Storage': 'removal',
  'Clean Water': 'household',
  Composting: 'industry',
  Cookstoves: 'household',
  'Direct Air Capture': 'removal',
  'Electric Vehicles & Charging': 'energy',
  'Energy Efficiency': 'energy',
  'Enhanced Weathering': 'removal',
  'Fuel Switching': 'energy',
  Geothermal: 'energy',
  'Grassland Management': 'land',
  Hydropower: 'energy',
  'Improved Forest Management': 'land',
  'Landfill Methane': 'industry',
  Lighting: 'household',
  'Manure Methane Digester': 'industry',
  'Mine Methane Capture': 'industry',
  'N2O Destruction': 'industry',
  'Ozone Depleting Substances': 'industry',
  'REDD+': 'land',
  'Rice Emission Reductions': 'land',
  Solar: 'energy',
  'Sustainable Agriculture': 'land',
  Transport: 'energy',
  'Waste Heat Recovery': 'energy',
  'Waste Management': 'industry',
  'Wastewater Methane': 'industry',
  'Wetland Restoration': 'land',
  Wind: 'energy',
  Other: null,
}

/** Null for types of no family, as a registry may name its own. */
export function familyOfType(type: string | null): ProjectFamily | null {
  return type !== null && isUsualProjectType(type) ? familyOf[type] : null
}

/** Suggestions; others may be entered. */
export const usualSectors = [
  'Agriculture',
  'Carbon Capture & Storage',
  'Chemical Processes',
  'Engineered Removal',
  'Forestry & Land Use',
  'Household & Community',
  'Industrial & Commercial',
  'Renewable Energy',
  'Transportation',
  'Waste Management',
] as const
export type UsualSector = (typeof usualSectors)[number]

export function isUsualSector(sector: string): sector is UsualSector {
  return usualSectors.some((usual) => usual === sector)
}

/** The specified fields of a request, in form order. */
export const requestedFacts = [
  'projectName',
  'description',
  'methodologyId',
  'measurementProviderId',
  'verificationProviderId',
  'startDate',
  'endDate',
] as const

/** In form order. The country stands in serial numbers. */
export const neededForReview = [...requestedFacts, 'country'] as const
export type NeededFact = (typeof neededForReview)[number]

/** Blanks count as missing. */
export function missingForReview(facts: Readonly<Record<NeededFact, string | null>>): NeededFact[] {
  return neededForReview.filter((fact) => (facts[fact] ?? '').trim() === '')
}
