import type { SearchHit } from '#shared/contract/search.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useHitTitle(): (hit: Pick<SearchHit, 'kind' | 'id' | 'title'>) => string {
  const { t } = useTranslation()
  return ({ kind, id, title }) => {
    if (kind === 'claim') return t('claims.number', { number: Number(title) })
    return kind === 'transaction' ? t('search.movement') : title || id
  }
}
