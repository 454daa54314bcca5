import { Moon, Sun } from 'lucide-react'
import { setTheme, useTheme } from '#web/lib/theme.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { IconButton } from '#web/ui/button.tsx'

export function ThemeSwitch() {
  const { t } = useTranslation()
  const theme = useTheme()
  const isDark = theme === 'dark'
  return (
    <IconButton
      label={t(isDark ? 'layout.switchToLight' : 'layout.switchToDark')}
      icon={isDark ? <Sun aria-hidden size={18} /> : <Moon aria-hidden size={18} />}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}
