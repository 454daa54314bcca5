import '#web/texts/part-texts.ts'
import { keepSetting, readSettings, type Settings } from '#shared/contract/settings.ts'
import type { ProtectionValue, RegistryProtection } from '#shared/rules/protection.ts'
import { secondFactorRules } from '#shared/rules/second-factor.ts'
import { stepUpRules } from '#shared/rules/step-up.ts'
import { ComingRule } from '#web/domain/coming-rule.tsx'
import { useFormat } from '#web/lib/format.ts'
import { useAct } from '#web/lib/use-act.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { toast } from '#web/ui/toast.tsx'

/** A weaker rule of the registry that is to come, with the present one. */
export function ComingSetting({ coming }: { coming: Settings['coming'][number] }) {
  const { t } = useTranslation()
  const { act, busy, failure } = useAct(keepSetting, { refresh: [readSettings] })
  const { name } = coming
  const words = useRuleInWords(name)
  async function keep() {
    if (await act({ body: { name } })) toast({ tone: 'good', text: t('caps.kept') })
  }
  return <ComingRule coming={coming} label={t(labelOf(name))} words={words} keep={{ act: keep, busy, failure }} />
}

function labelOf(name: RegistryProtection) {
  if (name === 'stepUp') return 'stepUp.settings.label'
  return name === 'stepUpFactorFrom' ? 'stepUp.settings.factorFrom' : (`registrySettings.${name}` as const)
}

function useRuleInWords(name: RegistryProtection): (value: ProtectionValue) => string {
  const { t } = useTranslation()
  const format = useFormat()
  const minutes = (count: number) =>
    count === 0 ? t('pending.protection.none') : t('pending.protection.minutes', { count })
  return (value) => {
    if (value === null) return t(name === 'dailyCap' ? 'caps.none' : 'caps.never')
    if (typeof value === 'boolean') return t(value ? 'registrySettings.isOn' : 'registrySettings.isOff')
    if (typeof value === 'number') return name.startsWith('undo') ? minutes(value) : format.quantity(value)
    const factor = secondFactorRules.find((rule) => rule === value)
    if (factor) return t(`registrySettings.secondFactor.${factor}`)
    const stepUp = stepUpRules.find((rule) => rule === value)
    return stepUp ? t(`registrySettings.stepUpRule.${stepUp}`) : value
  }
}
