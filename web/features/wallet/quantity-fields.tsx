import { useFormContext } from 'react-hook-form'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { upTo, useFigures } from '#web/lib/use-figures.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { QuantityField } from '#web/ui/field.tsx'
import { quantityName } from './within-balances.ts'

/** For a form with `items`. */
export function QuantityFields({ assets }: { assets: readonly WalletBalance[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { units } = useFigures()
  const field = fieldsOf(useFormContext<{ items: { assetId: string; quantity: number | undefined }[] }>())
  return assets.map((asset, index) => (
    <QuantityField
      key={asset.assetId}
      label={t('wallet.quantityOf', { project: asset.projectName, vintage: asset.vintage })}
      hint={t('wallet.available', { quantity: format.quantity(asset.balance) })}
      {...field(quantityName(index), upTo(asset.balance, units))}
    />
  ))
}

/** Returns, by field name, the message for a quantity above its balance. */
export function useAboveBalance(assets: readonly WalletBalance[]): Record<string, string> {
  const { t } = useTranslation()
  const format = useFormat()
  return Object.fromEntries(
    assets.map(({ balance }, index) => [
      quantityName(index),
      t('ui.invalid.tooBig', { maximum: format.quantity(balance) }),
    ]),
  )
}

/** Returns the subject of a draft, whatever the order of the assets. */
export function idsOf(assets: readonly WalletBalance[]): string {
  return assets
    .map(({ assetId }) => assetId)
    .toSorted()
    .join(' ')
}

/** Returns the initial `items`, without quantities. */
export function itemsOf(assets: readonly WalletBalance[]): { assetId: string; quantity?: number }[] {
  return assets.map(({ assetId }) => ({ assetId }))
}
