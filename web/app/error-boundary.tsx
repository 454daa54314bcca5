import { Component, type ReactNode } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'

/** Replaces a screen that threw by a message; what is around it stays. A new `key` (another address) resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const { t } = useTranslation()
  return (
    <Page title={t('errors.crashed')} lead={t('errors.crashedHelp')} narrow>
      <Button tone="primary" onClick={() => window.location.reload()}>
        {t('errors.reload')}
      </Button>
    </Page>
  )
}
