import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { isPublicPath, paths } from '#shared/rules/paths.ts'
import { NoPage } from '#web/domain/no-page.tsx'
import { site } from '#web/lib/site-config.ts'
import { loadAllTexts, loadRestOfTexts } from './i18n.ts'
import { fetchOnboarding, Layout } from './layout.tsx'

/** Each page is a chunk. */
const screens: { path: string; load: () => Promise<ComponentType> }[] = [
  { path: paths.home, load: async () => (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage },
  { path: paths.contact, load: async () => (await import('./contact-screen.tsx')).ContactScreen },
  {
    path: paths.myProjects,
    load: async () => (await import('#web/features/projects/my-projects-page.tsx')).MyProjectsPage,
  },
  { path: paths.projects, load: async () => (await import('./collection-page.tsx')).CollectionPage },
  { path: paths.project, load: async () => (await import('#web/features/projects/project-page.tsx')).ProjectPage },
  { path: paths.activity, load: async () => (await import('#web/features/activity/activity-page.tsx')).ActivityPage },
  { path: paths.claims, load: async () => (await import('#web/features/claims/claims-page.tsx')).ClaimsPage },
  { path: paths.wallet, load: async () => (await import('#web/features/wallet/wallet-page.tsx')).WalletPage },
  { path: paths.holdings, load: async () => (await import('./account-page.tsx')).AccountPage },
  {
    path: paths.measurements,
    load: async () => (await import('#web/features/measurements/measurements-page.tsx')).MeasurementsPage,
  },
  {
    path: paths.verifications,
    load: async () => (await import('#web/features/verifications/verifications-page.tsx')).VerificationsPage,
  },
  {
    path: paths.methodologies,
    load: async () => (await import('#web/features/methodologies/methodologies-page.tsx')).MethodologiesPage,
  },
  { path: paths.review, load: async () => (await import('./review-page.tsx')).ReviewPage },
  { path: paths.tasks, load: async () => (await import('./tasks-page.tsx')).TasksPage },
  { path: paths.notices, load: async () => (await import('#web/features/notices/notices-page.tsx')).NoticesPage },
  { path: paths.profile, load: async () => (await import('#web/features/profile/profile-page.tsx')).ProfilePage },
  { path: paths.userAdmin, load: async () => (await import('#web/features/users/users-page.tsx')).UsersPage },
  { path: paths.roles, load: async () => (await import('#web/features/users/roles-page.tsx')).RolesPage },
  { path: paths.audit, load: async () => (await import('#web/features/audit/audit-page.tsx')).AuditPage },
]
const login = {
  path: paths.login,
  load: async () => (await import('#web/features/hero/login-page.tsx')).LoginPage,
}
const market = {
  path: paths.market,
  load: async () => (await import('#web/features/market/market-page.tsx')).MarketPage,
}

let first: { path: string; Screen: ComponentType } | null = null

/** `lazy` would first render nothing and hide the server-rendered heading. */
function FirstOr({ path, later: Later }: { path: string; later: ComponentType }) {
  return first?.path === path ? <first.Screen /> : <Later />
}

function routeOf({ path, load }: (typeof screens)[number]) {
  const Screen = lazy(async () => {
    const [screen] = await Promise.all([load(), path === paths.home ? loadRestOfTexts() : loadAllTexts()])
    return { default: screen }
  })
  return <Route key={path} path={path} element={<FirstOr path={path} later={Screen} />} />
}

const loginRoute = routeOf(login)
const marketRoute = routeOf(market)
const routes = screens.map(routeOf)

/** Loads the initial page's chunk before the first render. */
export async function fetchScreen(path: string, { isVisitor }: { isVisitor: boolean }): Promise<void> {
  if (isVisitor && !isPublicPath(path)) return
  // `lazy` retries.
  const [Screen] = await Promise.all([
    screens
      .find((screen) => screen.path === path)
      ?.load()
      .catch(() => null),
    isVisitor || fetchOnboarding(),
  ])
  if (Screen) first = { path, Screen }
}

export function AppRoutes() {
  return (
    <Routes>
      {loginRoute}
      <Route element={<Layout />}>
        {routes}
        {site().enableMarketplace && marketRoute}
        <Route path="*" element={<NoPage reason="notFound" />} />
      </Route>
    </Routes>
  )
}
