import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { paths } from '#shared/rules/paths.ts'
import { NoPage } from '#web/domain/no-page.tsx'
import { site } from '#web/lib/site-config.ts'
import { Layout } from './layout.tsx'

/** A screen is a file of its own, fetched when it is first opened. */
function screen(path: string, load: () => Promise<ComponentType>) {
  const Screen = lazy(async () => ({ default: await load() }))
  return <Route key={path} path={path} element={<Screen />} />
}

const login = screen(paths.login, async () => (await import('#web/features/hero/login-page.tsx')).LoginPage)
const market = screen(paths.market, async () => (await import('#web/features/market/market-page.tsx')).MarketPage)
const screens = [
  screen(paths.home, async () => (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage),
  screen(paths.contact, async () => (await import('#web/features/contact/contact-page.tsx')).ContactPage),
  screen(paths.myProjects, async () => (await import('#web/features/projects/my-projects-page.tsx')).MyProjectsPage),
  screen(paths.projects, async () => (await import('#web/features/projects/projects-page.tsx')).ProjectsPage),
  screen(paths.project, async () => (await import('#web/features/projects/project-page.tsx')).ProjectPage),
  screen(paths.activity, async () => (await import('#web/features/activity/activity-page.tsx')).ActivityPage),
  screen(paths.claims, async () => (await import('#web/features/claims/claims-page.tsx')).ClaimsPage),
  screen(paths.wallet, async () => (await import('#web/features/wallet/wallet-page.tsx')).WalletPage),
  screen(
    paths.measurements,
    async () => (await import('#web/features/measurements/measurements-page.tsx')).MeasurementsPage,
  ),
  screen(
    paths.verifications,
    async () => (await import('#web/features/verifications/verifications-page.tsx')).VerificationsPage,
  ),
  screen(
    paths.methodologies,
    async () => (await import('#web/features/methodologies/methodologies-page.tsx')).MethodologiesPage,
  ),
  screen(paths.review, async () => (await import('./review-page.tsx')).ReviewPage),
  screen(paths.notices, async () => (await import('#web/features/notices/notices-page.tsx')).NoticesPage),
  screen(paths.profile, async () => (await import('#web/features/profile/profile-page.tsx')).ProfilePage),
  screen(paths.userAdmin, async () => (await import('#web/features/users/users-page.tsx')).UsersPage),
  screen(paths.roles, async () => (await import('#web/features/users/roles-page.tsx')).RolesPage),
  screen(paths.audit, async () => (await import('#web/features/audit/audit-page.tsx')).AuditPage),
]

/** Every screen and its address. */
export function AppRoutes() {
  return (
    <Routes>
      {login}
      <Route element={<Layout />}>
        {screens}
        {site().enableMarketplace && market}
        <Route path="*" element={<NoPage reason="notFound" />} />
      </Route>
    </Routes>
  )
}
