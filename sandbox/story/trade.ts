import { makeClaim } from '#server/units/claims/claims.ts'
import { burnUnitsOf, transferUnitsOf } from '#server/units/wallet/wallet.ts'
import { accountOf } from '../cast/seed.ts'
import { type Chapter, dayOf, type Issued, once, type Stage } from './acts.ts'
import { beneficiaries } from './beneficiaries.ts'
import { type AccountId, buyers } from './cast.ts'
import { between, type Chance, chanceOf, oneOf } from './chance.ts'

type Lot = { assetId: string; project: string; left: number }

/** Buyers take lots of what is issued and claim parts of them for beneficiaries. */
export async function* trade(stage: Stage, wanted: number): Chapter {
  const chance = chanceOf('trade')
  const lots = new Map<AccountId, Lot[]>(buyers.map((buyer) => [buyer, []]))
  let made = 0
  for (const day of daysOfClaims(stage, wanted)) {
    yield day
    const buyer = oneOf(chance, buyers)
    const quantity = between(chance, 2, 60) * (chance() < 0.3 ? 50 : 5)
    const lot = await lotFor(stage, chance, buyer, lots.get(buyer) ?? [], quantity)
    if (!lot) continue
    await claim(stage, chance, buyer, lot, quantity)
    made++
    if (made === 120) await burnSome(stage, buyer, lot)
  }
}

/** From the first issuances to the end of the story, more and more often. */
function daysOfClaims({ firstYear, end }: Stage, wanted: number): Date[] {
  const first = dayOf(firstYear + 1, 180, 0).valueOf()
  return Array.from(
    { length: wanted },
    (_, place) => new Date(first + (end.valueOf() - first) * Math.sqrt(place / wanted)),
  )
}

/** A lot of the buyer with enough units of a project that goes on, or a new one from a proponent. */
async function lotFor(
  { deps, as, issued }: Stage,
  chance: Chance,
  buyer: AccountId,
  own: Lot[],
  quantity: number,
): Promise<Lot | undefined> {
  const isSold = ({ project }: Lot) => issued.some((each) => each.project === project && each.left > 0)
  const enough = own.filter((lot) => lot.left >= quantity && isSold(lot))
  if (enough.length > 0 && chance() < 0.6) return oneOf(chance, enough)
  const sellers = issued.filter(({ left }) => left > quantity * 3)
  if (sellers.length === 0) return enough[0]
  const from: Issued = oneOf(chance, sellers)
  const bought = Math.min(from.left - 1, quantity * between(chance, 1, 4))
  await transferUnitsOf(deps, as(from.holder), once(), {
    toAccountId: buyer,
    items: [{ assetId: from.assetId, quantity: bought }],
  })
  from.left -= bought
  const lot = { assetId: from.assetId, project: from.project, left: bought }
  own.push(lot)
  return lot
}

async function claim({ deps, as }: Stage, chance: Chance, buyer: AccountId, lot: Lot, quantity: number): Promise<void> {
  const { name, kind, country, purpose, note } = oneOf(chance, beneficiaries)
  await makeClaim(deps, as(buyer), once(), {
    items: [{ assetId: lot.assetId, quantity }],
    beneficiaryKind: kind,
    ...(kind !== 'anonymous' && { beneficiary: name }),
    beneficiaryCountry: country,
    purpose,
    note,
    noteIsPublic: true,
    isAuthorised: true,
  })
  lot.left -= quantity
}

async function burnSome({ deps, as }: Stage, accountId: AccountId, lot: Lot): Promise<void> {
  if (lot.left === 0) return
  const quantity = Math.min(lot.left, 40)
  await burnUnitsOf(deps, as(accountOf['tenant-admin']), once(), {
    accountId,
    items: [{ assetId: lot.assetId, quantity }],
    reason: 'Issued twice by a mistake in the readings; the holder was given others.',
  })
  lot.left -= quantity
}
