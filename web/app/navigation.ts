import type { ParseKeys } from 'i18next'
import { figuresPath, paths } from '#shared/rules/paths.ts'
import type { Session } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'

export interface NavigationLink {
  to: string
  text: ParseKeys
}

/** The header's links: in the bar, under "More", and in the profile menu. */
export function linksFor(session: Session | null): {
  bar: NavigationLink[]
  more: NavigationLink[]
  profile: NavigationLink[]
} {
  if (!session) {
    return {
      bar: [
        { to: paths.home, text: 'layout.home' },
        { to: paths.projects, text: 'layout.projects' },
        { to: paths.claims, text: 'layout.claims' },
        { to: paths.contact, text: 'layout.contact' },
      ],
      more: [],
      profile: [],
    }
  }
  const market: NavigationLink[] = site().enableMarketplace ? [{ to: paths.market, text: 'layout.market' }] : []
  const review: NavigationLink[] = session.may('project.decide') ? [{ to: paths.review, text: 'layout.review' }] : []
  // Both need an account, which admins may lack.
  const requests: NavigationLink[] =
    session.accountId === null
      ? []
      : [
          { to: paths.newProject, text: 'layout.newProject' },
          { to: paths.newMethodology, text: 'layout.newMethodology' },
        ]
  const userAdmin: NavigationLink[] = session.may('user.administer')
    ? [{ to: paths.userAdmin, text: 'layout.userAdmin' }]
    : []
  return {
    bar: [
      { to: paths.home, text: 'layout.home' },
      { to: paths.projects, text: 'layout.projects' },
      { to: paths.activity, text: 'layout.transactions' },
      { to: paths.claims, text: 'layout.claims' },
      { to: paths.wallet, text: 'layout.wallet' },
      ...market,
      ...review,
    ],
    more: [
      { to: paths.tasks, text: 'layout.tasks' },
      { to: paths.methodologies, text: 'layout.methodologies' },
      { to: paths.measurements, text: 'layout.measurements' },
      { to: paths.verifications, text: 'layout.verifications' },
      ...requests,
      { to: figuresPath, text: 'hero.figures' },
      { to: paths.contact, text: 'layout.contact' },
    ],
    profile: [
      { to: paths.profile, text: 'layout.myProfile' },
      { to: paths.myProjects, text: 'layout.myProjects' },
      { to: paths.activity, text: 'layout.myTransactions' },
      { to: paths.myClaims, text: 'layout.myClaims' },
      ...userAdmin,
    ],
  }
}
