import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { WalletBalance } from '#shared/contract/wallet.ts'
import { typedQuantity } from '#web/domain/quantity-input.ts'
import { fieldsOf } from '#web/lib/form-fields.ts'
import { useFormat } from '#web/lib/format.ts'
import { QuantityField } from '#web/ui/field.tsx'
import { quantityName } from './within-balances.ts'

/** How many units of each chosen asset; stands in a form whose body has `items`. */
export function QuantityFields({ assets }: { assets: readonly WalletBalance[] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const field = fieldsOf(useFormContext<{ items: { assetId: string; quantity: number | undefined }[] }>())
  return assets.map((asset, index) => (
    <QuantityField
      key={asset.assetId}
      label={t('wallet.quantityOf', { project: asset.projectName, vintage: asset.vintage })}
      hint={t('wallet.available', { quantity: format.quantity(asset.balance) })}
      {...field(quantityName(index), { setValueAs: typedQuantity })}
    />
  ))
}

/** What is said at each quantity that is above its balance. */
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

/** The `items` with which a form begins: each chosen asset, no quantity yet. */
export function itemsOf(assets: readonly WalletBalance[]): { assetId: string; quantity?: number }[] {
  return assets.map(({ assetId }) => ({ assetId }))
}
