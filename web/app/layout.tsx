import { lazy, type RefObject, Suspense, useEffect, useRef } from 'react'
import { Navigate, Outlet, useLocation, useNavigationType } from 'react-router'
import { isPublicPath, paths } from '#shared/rules/paths.ts'
import { HeroPage } from '#web/features/hero/hero-page.tsx'
import { firstHeading } from '#web/lib/first-heading.ts'
import { usableUser } from '#web/lib/session.ts'
import { useSessionProblem } from '#web/lib/session-problem.ts'
import { useAuth } from '#web/lib/sign-in.ts'
import { useSession } from '#web/lib/use-session.ts'
import { useTranslation } from '#web/texts/use-translation.ts'
import { SkipLink } from '#web/ui/hidden.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { Deferred } from './deferred.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { loadAllTexts, loadRestOfTexts } from './i18n.ts'

const FrontPage = lazy(async () => {
  const [{ FrontPage }] = await Promise.all([import('#web/features/hero/front-page.tsx'), loadAllTexts()])
  return { default: FrontPage }
})
const FrontMap = lazy(async () => {
  const [{ FrontMap }] = await Promise.all([import('#web/features/hero/front-map.tsx'), loadAllTexts()])
  return { default: FrontMap }
})
const FrontAnswer = lazy(async () => {
  const [{ FrontAnswer }] = await Promise.all([import('#web/features/hero/front-answer.tsx'), loadAllTexts()])
  return { default: FrontAnswer }
})
const loadOnboarding = async () => ({ default: (await import('./onboarding.tsx')).Onboarding })
const LaterOnboarding = lazy(loadOnboarding)
let Onboarding: Awaited<ReturnType<typeof loadOnboarding>>['default'] | typeof LaterOnboarding = LaterOnboarding

/** Loads the frame of a member's first page before the first render: `lazy` shows its parts 300 ms later. */
export async function fetchOnboarding(): Promise<void> {
  const loaded = await loadOnboarding().catch(() => null)
  if (loaded) Onboarding = loaded.default
}

const SessionNotices = lazy(async () => {
  const [{ SessionNotices }] = await Promise.all([import('#web/features/hero/session-notices.tsx'), loadRestOfTexts()])
  return { default: SessionNotices }
})
const Suspended = lazy(async () => ({ default: (await import('./suspended.tsx')).Suspended }))

export function Layout() {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  useArrival(main)
  return (
    <>
      <SkipLink>{t('layout.skip')}</SkipLink>
      <Header />
      <main id="main" ref={main} tabIndex={-1} className="flex-1">
        <SessionProblems />
        <ErrorBoundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            <Gate pathname={pathname} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <Toasts />
    </>
  )
}

/** Shows visitors the hero on non-public pages; people without an account must register one. */
function Gate({ pathname }: { pathname: string }) {
  const auth = useAuth()
  const session = useSession()
  const problem = useSessionProblem()
  const isPublic = isPublicPath(pathname)
  if (session && problem?.what === 'suspended') return <Suspended />
  // A stored sign-in is loading: do not show the visitor's version.
  if (auth.isLoading && !session && (!isPublic || usableUser())) return <Waiting />
  if (isPublic) return <Outlet />
  // An expired sign-in leads home (specification, section 4).
  if (!session && auth.user && !usableUser() && pathname !== paths.home) return <Navigate to={paths.home} replace />
  if (!session) return <HeroPage answer={FrontAnswer} map={<WorldMap />} more={<More />} />
  return (
    <Onboarding session={session}>
      <Outlet />
    </Onboarding>
  )
}

/** Keeps its place, with the link below it. */
function WorldMap() {
  return (
    <Deferred className="min-h-[calc(50vw+1rem)] lg:min-h-[calc(min(25vw,20rem)+0.5rem)]">
      <Suspense fallback={<div className="aspect-[2/1] animate-pulse rounded-md bg-raised" />}>
        <FrontMap />
      </Suspense>
    </Deferred>
  )
}

/** On narrow screens it loads when a reader scrolls to it. */
function More() {
  return (
    <Deferred className="mt-10 min-h-dvh">
      <Suspense fallback={<Skeleton rows={8} />}>
        <FrontPage />
      </Suspense>
    </Deferred>
  )
}

/** Rare, so it loads on demand. */
function SessionProblems() {
  const problem = useSessionProblem()
  const { error } = useAuth()
  if (!problem && !error) return null
  return (
    <Suspense>
      <SessionNotices />
    </Suspense>
  )
}

/** Keeps the server-rendered heading. */
function Waiting() {
  const heading = firstHeading()
  return (
    <div className="mx-auto max-w-7xl px-4 py-8 sm:px-6 sm:py-10">
      {heading && <h1 className="mb-6 text-title font-semibold">{heading}</h1>}
      <Skeleton rows={5} />
    </div>
  )
}

/** Values of the address that name another page of the same path. */
const namingPage = ['key', 'record', 'id', 'desk', 'open', 'methodology', 'view', 'beneficiary', 'account'] as const

/**
 * After navigation, scrolls to the top and focuses the content for screen readers; on a page of the same path, a control
 * that is still there keeps the focus. On back and forward the browser restores the position.
 */
function useArrival(main: RefObject<HTMLElement | null>) {
  const { pathname, search } = useLocation()
  const how = useNavigationType()
  const values = new URLSearchParams(search)
  const page = JSON.stringify([pathname, ...namingPage.map((name) => values.get(name))])
  const before = useRef({ pathname, page })
  useEffect(() => {
    if (before.current.page === page) return
    const isOnPage = before.current.pathname === pathname && document.activeElement !== document.body
    before.current = { pathname, page }
    if (!isOnPage) main.current?.focus({ preventScroll: true })
    if (how !== 'POP') window.scrollTo(0, 0)
  }, [pathname, page, how, main])
}
