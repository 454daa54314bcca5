import { type Area, polygonsOf } from '#shared/rules/place.ts'
import { useTranslation } from '#web/texts/use-translation.ts'

export function useAreaText(): (area: Area) => string {
  const { t } = useTranslation()
  return (area) => {
    const polygons = polygonsOf(area)
    const corners = polygons.flat().reduce((sum, ring) => sum + ring.length - 1, 0)
    return polygons.length > 1
      ? t('projects.areasOf', { count: polygons.length, corners })
      : t('projects.areaOf', { count: corners })
  }
}
