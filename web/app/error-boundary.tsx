import { Component, type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/texts/use-translation.ts'
import { Button } from '#web/ui/button.tsx'
import { Page } from '#web/ui/page.tsx'
import { reloadIfReachable } from '#web/ui/use-part.ts'

/** Replaces a page that threw by a message. A new `key` resets it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children
  }
}

const reload = () => window.location.reload()

/** Without a connection a page's chunk cannot load: reload when online. */
function Crashed() {
  const { t } = useTranslation()
  const { onLine } = navigator
  useEffect(() => {
    // The event alone may come while another page already loads.
    window.addEventListener('online', reloadIfReachable)
    return () => window.removeEventListener('online', reloadIfReachable)
  }, [])
  return (
    <Page
      title={t(onLine ? 'errors.crashed' : 'errors.unreachable')}
      lead={t(onLine ? 'errors.crashedHelp' : 'frame.notKept')}
      narrow
    >
      <Button tone="primary" onClick={onLine ? reload : reloadIfReachable}>
        {t('errors.reload')}
      </Button>
    </Page>
  )
}
