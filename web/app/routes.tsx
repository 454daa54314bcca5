import { lazy } from 'react'
import { Route, Routes } from 'react-router'
import { paths } from '#shared/rules/paths.ts'
import { Layout } from './layout.tsx'
import { NotFound } from './not-found.tsx'

// Each screen is a file of its own, fetched when it is first opened.
const LoginPage = lazy(async () => ({ default: (await import('#web/features/hero/login-page.tsx')).LoginPage }))
const DashboardPage = lazy(async () => ({
  default: (await import('#web/features/dashboard/dashboard-page.tsx')).DashboardPage,
}))
const ContactPage = lazy(async () => ({
  default: (await import('#web/features/contact/contact-page.tsx')).ContactPage,
}))

/** Every screen and its address. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path={paths.login} element={<LoginPage />} />
      <Route element={<Layout />}>
        <Route path={paths.home} element={<DashboardPage />} />
        <Route path={paths.contact} element={<ContactPage />} />
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  )
}
