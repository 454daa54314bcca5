import type { Position } from '#shared/rules/place.ts'
import type { Sdg } from '#shared/rules/project-facts.ts'
import type { AccountId } from './cast.ts'

/** How a project's story ends. */
type Ending =
  | 'issuing'
  | 'completed'
  | 'suspended'
  | 'withdrawn'
  | 'measuring'
  | 'changes requested'
  | 'submitted'
  | 'verifying'
  | 'findings open'
  | 'findings answered'
  | 'verified'
  | 'approved'
  | 'pending'
  | 'returned'
  | 'rejected'
  | 'draft'

export type Line = {
  name: string
  kind: keyof typeof kinds
  country: string
  region: string
  place: Position
  proponent: AccountId
  /** The year of the request, counted from the story's first. */
  year: number
  ending: Ending
  /** Units expected of a year. */
  yearly: number
}

/** What the projects of one type have in common. */
export const kinds = {
  cookstoves: {
    type: 'Cookstoves',
    sector: 'Household energy',
    mitigation: 'reduction',
    methodology: 'sample-1',
    sdgs: [3, 5, 7, 13],
    about: 'Households cook on stoves that need half the wood. Fuel is weighed in a sample of homes twice a year.',
    readings: ['household', 'wood before (kg/day)', 'wood now (kg/day)'],
  },
  forest: {
    type: 'Afforestation/Reforestation',
    sector: 'Land use',
    mitigation: 'removal',
    methodology: 'sample-2',
    sdgs: [6, 13, 15],
    about: 'Native trees return to cleared slopes. Village groups plant, weed and count; plots are measured each year.',
    readings: ['plot', 'stems', 'mean girth (cm)'],
  },
  mangrove: {
    type: 'Blue Carbon',
    sector: 'Coasts',
    mitigation: 'removal',
    methodology: 'sample-2',
    sdgs: [13, 14, 15],
    about: 'Mangroves are planted where ponds were given up. Survival is counted after each rainy season.',
    readings: ['transect', 'seedlings alive', 'height (cm)'],
  },
  solar: {
    type: 'Solar',
    sector: 'Energy',
    mitigation: 'reduction',
    methodology: 'sample-3',
    sdgs: [2, 7, 13],
    about: 'Solar pumps replace diesel ones on small farms. Meters report the water and the hours of each pump.',
    readings: ['pump', 'hours', 'water (m³)'],
  },
  wind: {
    type: 'Wind',
    sector: 'Energy',
    mitigation: 'reduction',
    methodology: 'story-grid',
    sdgs: [7, 9, 13],
    about: 'Turbines on a windy ridge feed the regional grid; the meter of the substation is read each month.',
    readings: ['turbine', 'hours', 'delivered (MWh)'],
  },
  biogas: {
    type: 'Biodigesters',
    sector: 'Waste',
    mitigation: 'reduction',
    methodology: 'story-manure',
    sdgs: [2, 7, 13],
    about: 'Manure of small dairies becomes gas for kitchens and fertiliser for gardens.',
    readings: ['digester', 'manure (kg/day)', 'gas (m³/day)'],
  },
  rice: {
    type: 'Rice Emission Reductions',
    sector: 'Farming',
    mitigation: 'reduction',
    methodology: 'story-rice',
    sdgs: [2, 6, 13],
    about: 'Fields are left to dry twice a season, so that less methane forms and a third of the water is saved.',
    readings: ['field', 'days dry', 'water depth (cm)'],
  },
  biochar: {
    type: 'Biochar',
    sector: 'Farming',
    mitigation: 'removal',
    methodology: 'story-biochar',
    sdgs: [2, 12, 13],
    about: 'Husks and prunings become charcoal that stays in the soil. Each batch is weighed and sampled.',
    readings: ['batch', 'husks (kg)', 'char (kg)'],
  },
} as const satisfies Record<string, Kind>

type Kind = {
  type: string
  sector: string
  mitigation: 'reduction' | 'removal'
  methodology: string
  sdgs: Sdg[]
  about: string
  readings: [string, string, string]
}

/** Methodologies besides those of the sample. */
export const methodologies = [
  { id: 'story-grid', name: 'Wind power for a regional grid', version: '2.1' },
  { id: 'story-manure', name: 'Household digesters for manure', version: '1.3' },
  { id: 'story-rice', name: 'Rice with fewer days under water', version: '1.1' },
  { id: 'story-biochar', name: 'Biochar in soils', version: '1.0' },
]

type Short = [
  name: string,
  kind: Line['kind'],
  country: string,
  region: string,
  longitude: number,
  latitude: number,
  proponent: AccountId,
  year: number,
  ending: Ending,
  yearly: number,
]

const lines: readonly Short[] = [
  ['Stoves of the Chyulu Foothills', 'cookstoves', 'KE', 'Makueni', 37.86, -2.36, 'green-hills', 0, 'completed', 9_000],
  ['Highland Wind of Ngong', 'wind', 'KE', 'Kajiado', 36.63, -1.41, 'green-hills', 1, 'issuing', 24_000],
  ['Woodlands of Cherangani', 'forest', 'KE', 'Elgeyo-Marakwet', 35.42, 1.12, 'green-hills', 2, 'findings open', 7_000],
  ['Digesters of Meru Dairies', 'biogas', 'KE', 'Meru', 37.65, 0.05, 'green-hills', 4, 'submitted', 3_200],
  ['Mangroves of Lamu Channel', 'mangrove', 'KE', 'Lamu', 40.86, -2.24, 'green-hills', 6, 'verified', 5_600],
  ['Solar Water for Turkana', 'solar', 'KE', 'Turkana', 35.59, 3.11, 'green-hills', 7, 'pending', 1_900],
  ['Shea Trees of Baringo', 'forest', 'KE', 'Baringo', 35.97, 0.47, 'green-hills', 7, 'returned', 2_400],
  ['Usambara Forest Edge', 'forest', 'TZ', 'Tanga', 38.34, -4.74, 'lake-commons', 0, 'issuing', 12_000],
  ['Rufiji Delta Mangroves', 'mangrove', 'TZ', 'Pwani', 39.31, -7.83, 'lake-commons', 1, 'issuing', 15_000],
  ['Stoves for Kigoma Towns', 'cookstoves', 'TZ', 'Kigoma', 29.66, -4.88, 'lake-commons', 3, 'suspended', 8_000],
  ['Dairy Gas of Arusha', 'biogas', 'TZ', 'Arusha', 36.72, -3.37, 'lake-commons', 5, 'issuing', 2_800],
  ['Stoves of the Rwenzori', 'cookstoves', 'UG', 'Kasese', 30.06, 0.27, 'lake-commons', 1, 'issuing', 11_000],
  ['Tree Belts of Gulu', 'forest', 'UG', 'Gulu', 32.31, 2.79, 'lake-commons', 4, 'findings answered', 4_200],
  ['Solar Pumps of Soroti', 'solar', 'UG', 'Soroti', 33.62, 1.73, 'lake-commons', 7, 'approved', 2_100],
  ['Terraces of Nyabihu', 'forest', 'RW', 'Western Province', 29.5, -1.65, 'lake-commons', 2, 'issuing', 6_200],
  [
    'Clean Kitchens of Huye',
    'cookstoves',
    'RW',
    'Southern Province',
    29.74,
    -2.61,
    'lake-commons',
    5,
    'verifying',
    5_400,
  ],
  ['Stoves of the Ashanti Markets', 'cookstoves', 'GH', 'Ashanti', -1.63, 6.71, 'volta-light', 0, 'issuing', 13_000],
  ['Sun over Tamale', 'solar', 'GH', 'Northern Region', -0.85, 9.42, 'volta-light', 2, 'issuing', 6_500],
  ['Mangroves of Keta Lagoon', 'mangrove', 'GH', 'Volta', 0.97, 5.9, 'volta-light', 4, 'issuing', 4_800],
  ['Cocoa Husk Biochar', 'biochar', 'GH', 'Western North', -2.48, 6.21, 'volta-light', 6, 'measuring', 1_700],
  ['Mangroves of the Saloum', 'mangrove', 'SN', 'Fatick', -16.52, 13.83, 'volta-light', 1, 'issuing', 14_000],
  ['Windward of Thiès', 'wind', 'SN', 'Thiès', -16.93, 14.95, 'volta-light', 3, 'issuing', 18_000],
  ['Solar Fields of Podor', 'solar', 'SN', 'Saint-Louis', -14.96, 16.62, 'volta-light', 7, 'rejected', 3_000],
  ['Forest of Ranomena', 'forest', 'MG', 'Fitovinany', 47.42, -21.27, 'ouest-forets', 1, 'issuing', 9_500],
  ['Mangroves of Ambaro Bay', 'mangrove', 'MG', 'Diana', 48.66, -13.42, 'ouest-forets', 3, 'withdrawn', 6_000],
  ['Ridge Wind of Satara', 'wind', 'IN', 'Maharashtra', 73.99, 17.68, 'deccan-wind', 0, 'issuing', 32_000],
  ['Pump Change of Anantapur', 'solar', 'IN', 'Andhra Pradesh', 77.6, 14.68, 'deccan-wind', 2, 'issuing', 8_800],
  ['Kitchen Gas of Anand', 'biogas', 'IN', 'Gujarat', 72.93, 22.55, 'deccan-wind', 3, 'issuing', 7_400],
  [
    'Wet and Dry Rice of Tanjore',
    'rice',
    'IN',
    'Tamil Nadu',
    79.14,
    10.79,
    'deccan-wind',
    5,
    'changes requested',
    5_100,
  ],
  ['Rice of the Red Delta', 'rice', 'VN', 'Thái Bình', 106.34, 20.45, 'delta-farmers', 1, 'issuing', 10_400],
  ['Shrimp and Mangrove of Cà Mau', 'mangrove', 'VN', 'Cà Mau', 104.97, 8.83, 'delta-farmers', 3, 'issuing', 8_200],
  ['Husk Biochar of An Giang', 'biochar', 'VN', 'An Giang', 105.27, 10.48, 'delta-farmers', 5, 'issuing', 3_600],
  ['Rice with Less Water, Long An', 'rice', 'VN', 'Long An', 106.17, 10.69, 'delta-farmers', 7, 'pending', 4_000],
  ['Stoves of the Cusco Valleys', 'cookstoves', 'PE', 'Cusco', -72.07, -13.44, 'andes-clear', 0, 'issuing', 7_700],
  ['Polylepis of Huaraz', 'forest', 'PE', 'Áncash', -77.46, -9.49, 'andes-clear', 3, 'issuing', 3_900],
  ['Páramo Forest of Boyacá', 'forest', 'CO', 'Boyacá', -72.93, 5.74, 'andes-clear', 2, 'issuing', 8_600],
  ['Coffee Pulp Gas of Huila', 'biogas', 'CO', 'Huila', -75.62, 2.05, 'andes-clear', 4, 'issuing', 2_600],
  ['Guajira Wind', 'wind', 'CO', 'La Guajira', -72.01, 11.93, 'andes-clear', 6, 'measuring', 21_000],
  ['Hedges and Woods of Finistère', 'forest', 'FR', 'Bretagne', -4.05, 48.24, 'ouest-forets', 2, 'issuing', 2_300],
  ['Vine Prunings of the Aude', 'biochar', 'FR', 'Occitanie', 2.62, 43.12, 'ouest-forets', 7, 'draft', 1_200],
]

export const projects: readonly Line[] = lines.map(
  ([name, kind, country, region, longitude, latitude, proponent, year, ending, yearly]) => ({
    name,
    kind,
    country,
    region,
    place: [longitude, latitude],
    proponent,
    year,
    ending,
    yearly,
  }),
)
