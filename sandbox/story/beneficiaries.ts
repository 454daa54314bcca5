import type { BeneficiaryKind } from '#shared/rules/claim.ts'

export type Beneficiary = {
  name: string
  kind: BeneficiaryKind
  country: string
  purpose:
    | 'corporate target'
    | 'public claim'
    | 'product or event'
    | 'personal'
    | 'insetting'
    | 'contribution to the host country'
  note: string
}

const named: readonly [string, string, Beneficiary['purpose'], string][] = [
  ['Cloudberry Hosting', 'SE', 'corporate target', 'Electricity of the server halls in Luleå.'],
  ['Blue Ferry Lines', 'DK', 'corporate target', 'The night crossings of the year.'],
  ['Orchard Foods', 'FR', 'corporate target', 'Cold stores and lorries.'],
  ['Harbour Trading Company', 'GB', 'corporate target', 'Offices and journeys.'],
  ['Lanternfish Books', 'GB', 'product or event', 'Paper and print of the spring list.'],
  ['Saltmarsh Bakery', 'GB', 'product or event', 'The ovens of four shops.'],
  ['Fjordlys Theatre', 'NO', 'product or event', 'The touring season.'],
  ['Kestrel Bicycle Works', 'NL', 'corporate target', 'Steel, paint and freight.'],
  ['Studio Passerine', 'FR', 'public claim', 'Journeys of the studio.'],
  ['Mille Pas Festival', 'FR', 'product or event', 'Stages and visitors’ trains.'],
  ['Umoja Coffee Roasters', 'KE', 'insetting', 'Roasting and freight of the year.'],
  ['Kilimani Dance School', 'KE', 'product or event', 'The jubilee tour.'],
  ['Nyota Airlift', 'TZ', 'corporate target', 'Medical flights.'],
  ['Sundara Textiles', 'IN', 'insetting', 'The dye house of Erode.'],
  ['Kaveri Software', 'IN', 'corporate target', 'Three offices.'],
  ['Tortuga Surf Lodge', 'PE', 'product or event', 'Guests’ flights within the country.'],
  ['Café Altura', 'CO', 'insetting', 'Drying and export of the harvest.'],
  ['Banyan Parcel', 'VN', 'corporate target', 'Vans of Hà Nội.'],
  ['Sahel Radio', 'SN', 'contribution to the host country', 'A contribution without a claim of its own.'],
  ['Alpenblick Hotels', 'CH', 'corporate target', 'Heating of two winters.'],
  ['Municipality of Lindhavn', 'DK', 'public claim', 'The buses of the old town.'],
  ['Granite Peak Climbing Gym', 'DE', 'product or event', 'Heating of the hall.'],
  ['Whistling Kettle Tea', 'GB', 'insetting', 'Leaf, tins and post.'],
  ['Aurora Choir', 'SE', 'personal', 'Our journey to the summer concerts.'],
]

export const beneficiaries: readonly Beneficiary[] = [
  ...named.map(
    ([name, country, purpose, note]): Beneficiary => ({ name, country, purpose, note, kind: 'organisation' }),
  ),
  { name: 'Ada Hallgren', kind: 'person', country: 'SE', purpose: 'personal', note: 'Flights of the year.' },
  { name: 'Joseph Barasa', kind: 'person', country: 'KE', purpose: 'personal', note: 'For a wedding.' },
  { name: '', kind: 'anonymous', country: 'CH', purpose: 'personal', note: '' },
]
