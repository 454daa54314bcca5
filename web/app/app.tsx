import { type ReactNode, Suspense, useEffect } from 'react'
import { BrowserRouter } from 'react-router'
import { SWRConfig } from 'swr'
import { useSite } from '#web/lib/site-config.ts'
import { paintAccent } from '#web/lib/theme.ts'
import { readSettings } from '#web/lib/use-read.ts'
import { useWords } from '#web/lib/words.ts'
import { SiteName } from '#web/ui/page.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { AppRoutes } from './routes.tsx'

/** `within` adds the sign-in context. Re-renders when the registry changes its texts or look. */
export function App({ within }: { within: (screens: ReactNode) => ReactNode }) {
  const { accent } = useSite()
  const { name } = useWords()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour painted is the site's
  useEffect(paintAccent, [accent])
  return (
    <BrowserRouter>
      <SWRConfig value={readSettings}>
        {within(
          <ErrorBoundary>
            <SiteName value={name}>
              <Suspense>
                <AppRoutes />
              </Suspense>
            </SiteName>
          </ErrorBoundary>,
        )}
      </SWRConfig>
    </BrowserRouter>
  )
}
