export const mitigations = ['reduction', 'removal', 'both'] as const
export type Mitigation = (typeof mitigations)[number]

/** Sustainable development goals (United Nations). */
export const sdgs = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17] as const
export type Sdg = (typeof sdgs)[number]

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

/** In form order. */
export const neededForReview = [
  'projectName',
  'description',
  'methodologyId',
  'measurementProviderId',
  'verificationProviderId',
  'startDate',
  'endDate',
] as const
export type NeededFact = (typeof neededForReview)[number]

/** Blanks count as missing. */
export function missingForReview(facts: Readonly<Record<NeededFact, string | null>>): NeededFact[] {
  return neededForReview.filter((fact) => (facts[fact] ?? '').trim() === '')
}
