import type { z } from 'zod'
import type { WalletBalance } from '#shared/contract/wallet.ts'

interface Movement {
  items: { quantity: number }[]
}

/**
 * Extends a movement's schema: refuses a quantity above its asset's balance, even while other fields are invalid. The
 * server checks again.
 */
export function withinBalances<Sent extends Movement, Values>(
  schema: z.ZodType<Sent, Values>,
  assets: readonly Pick<WalletBalance, 'balance'>[],
): z.ZodType<Sent, Values> {
  return schema.superRefine(
    (body, context) => {
      assets.forEach(({ balance }, index) => {
        if ((body.items[index]?.quantity ?? 0) > balance) {
          context.addIssue({ code: 'custom', path: quantityPath(index), message: 'above the balance' })
        }
      })
    },
    { when: () => true },
  )
}

function quantityPath(index: number): (string | number)[] {
  return ['items', index, 'quantity']
}

/** Returns the name of an asset's quantity field in the form. */
export function quantityName(index: number): `items.${number}.quantity` {
  return `items.${index}.quantity`
}
