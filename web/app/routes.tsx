import { type ComponentType, lazy } from 'react'
import { Route, Routes } from 'react-router'
import { paths } from '#shared/rules/paths.ts'
import { site } from '#web/lib/site-config.ts'
import { Layout } from './layout.tsx'
import { NotFound } from './not-found.tsx'

/** A screen that is a file of its own, fetched when it is first opened. */
function screen(load: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await load() }))
}

const Login = screen(async () => (await import('#web/features/hero/login-page.tsx')).LoginPage)
const Dashboard = screen(async () => (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage)
const Contact = screen(async () => (await import('#web/features/contact/contact-page.tsx')).ContactPage)
const MyProjects = screen(async () => (await import('#web/features/projects/my-projects-page.tsx')).MyProjectsPage)
const Projects = screen(async () => (await import('#web/features/projects/projects-page.tsx')).ProjectsPage)
const Project = screen(async () => (await import('#web/features/projects/project-page.tsx')).ProjectPage)
const Activity = screen(async () => (await import('#web/features/activity/activity-page.tsx')).ActivityPage)
const Claims = screen(async () => (await import('#web/features/claims/claims-page.tsx')).ClaimsPage)
const Market = screen(async () => (await import('#web/features/market/market-page.tsx')).MarketPage)
const Wallet = screen(async () => (await import('#web/features/wallet/wallet-page.tsx')).WalletPage)
const Measurements = screen(
  async () => (await import('#web/features/measurements/measurements-page.tsx')).MeasurementsPage,
)
const Verifications = screen(
  async () => (await import('#web/features/verifications/verifications-page.tsx')).VerificationsPage,
)
const Methodologies = screen(
  async () => (await import('#web/features/methodologies/methodologies-page.tsx')).MethodologiesPage,
)
const Review = screen(async () => (await import('./review-page.tsx')).ReviewPage)
const Notices = screen(async () => (await import('#web/features/notices/notices-page.tsx')).NoticesPage)
const Profile = screen(async () => (await import('#web/features/profile/profile-page.tsx')).ProfilePage)
const Users = screen(async () => (await import('#web/features/users/users-page.tsx')).UsersPage)
const Roles = screen(async () => (await import('#web/features/users/roles-page.tsx')).RolesPage)
const Audit = screen(async () => (await import('#web/features/audit/audit-page.tsx')).AuditPage)

/** Every screen and its address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.login} element={<Login />} />
      <Route element={<Layout />}>
        <Route path={paths.home} element={<Dashboard />} />
        <Route path={paths.contact} element={<Contact />} />
        <Route path={paths.myProjects} element={<MyProjects />} />
        <Route path={paths.projects} element={<Projects />} />
        <Route path={paths.project} element={<Project />} />
        <Route path={paths.activity} element={<Activity />} />
        <Route path={paths.claims} element={<Claims />} />
        <Route path={paths.market} element={site().enableMarketplace ? <Market /> : <NotFound />} />
        <Route path={paths.wallet} element={<Wallet />} />
        <Route path={paths.measurements} element={<Measurements />} />
        <Route path={paths.verifications} element={<Verifications />} />
        <Route path={paths.methodologies} element={<Methodologies />} />
        <Route path={paths.review} element={<Review />} />
        <Route path={paths.notices} element={<Notices />} />
        <Route path={paths.profile} element={<Profile />} />
        <Route path={paths.userAdmin} element={<Users />} />
        <Route path={paths.roles} element={<Roles />} />
        <Route path={paths.audit} element={<Audit />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
