import type { Account } from '#shared/contract/accounts.ts'
import { figuresPath, paths } from '#shared/rules/paths.ts'
import { first } from '#web/lib/first-calls.ts'
import type { Session } from '#web/lib/session.ts'
import { site } from '#web/lib/site-config.ts'
import { useRead } from '#web/lib/use-read.ts'
import type { NavigationLink } from './navigation.ts'

/** More links would not fit at 1024 pixels in every language. */
const mostInBar = 6

const myProjects: NavigationLink = { to: paths.myProjects, text: 'layout.myProjects' }
const wallet: NavigationLink = { to: paths.wallet, text: 'layout.wallet' }
const claims: NavigationLink = { to: paths.claims, text: 'layout.claims' }
const measurements: NavigationLink = { to: paths.measurements, text: 'layout.measurements' }
const verifications: NavigationLink = { to: paths.verifications, text: 'layout.verifications' }

/** The work of each kind of account. */
const workOf: Record<Account['type'], readonly NavigationLink[]> = {
  proponent: [myProjects, wallet],
  'measurement provider': [measurements],
  'verification provider': [verifications],
  buyer: [wallet, claims],
}

export interface LinksOfMember {
  bar: NavigationLink[]
  more: NavigationLink[]
  profile: NavigationLink[]
}

/** The header's links in the bar, under "More" and in the profile menu; the reader's own work comes first. */
export function memberLinks(
  session: Session,
  accountType: Account['type'] | undefined,
  accountRole?: Account['role'],
): LinksOfMember {
  const market: NavigationLink[] = site().enableMarketplace ? [{ to: paths.market, text: 'layout.market' }] : []
  const review: NavigationLink[] = session.may('project.decide') ? [{ to: paths.review, text: 'layout.review' }] : []
  // Both need an account, which admins may lack, and more than reading.
  const requests: NavigationLink[] =
    session.accountId === null || accountRole === 'Viewer'
      ? []
      : [
          { to: paths.newProject, text: 'layout.newProject' },
          { to: paths.newMethodology, text: 'layout.newMethodology' },
        ]
  const userAdmin: NavigationLink[] = session.may('user.administer')
    ? [{ to: paths.userAdmin, text: 'layout.userAdmin' }]
    : []
  const main = withoutRepeats([
    { to: paths.home, text: 'layout.home' },
    ...review,
    ...(accountType ? workOf[accountType] : []),
    { to: paths.projects, text: 'layout.projects' },
    { to: paths.activity, text: 'layout.transactions' },
    claims,
    wallet,
    ...market,
  ])
  const bar = main.slice(0, mostInBar)
  const further: NavigationLink[] = [
    { to: paths.tasks, text: 'layout.tasks' },
    { to: paths.methodologies, text: 'layout.methodologies' },
    measurements,
    verifications,
    ...requests,
    { to: figuresPath, text: 'hero.figures' },
    { to: paths.contact, text: 'layout.contact' },
  ]
  const profile: NavigationLink[] = [
    { to: paths.profile, text: 'layout.myProfile' },
    myProjects,
    { to: paths.activity, text: 'layout.myTransactions' },
    { to: paths.myClaims, text: 'layout.myClaims' },
    ...userAdmin,
  ]
  return { bar, more: without(bar, withoutRepeats([...main, ...further])), profile: without(bar, profile) }
}

const without = (shown: readonly NavigationLink[], links: readonly NavigationLink[]) =>
  links.filter(({ text }) => shown.every((link) => link.text !== text))

function withoutRepeats(links: readonly NavigationLink[]): NavigationLink[] {
  return links.filter(({ text }, index) => links.findIndex((link) => link.text === text) === index)
}

/** `isKnown`: the order will not change any more. */
export function useMemberLinks(session: Session): LinksOfMember & { isKnown: boolean } {
  const { data, error } = useRead(first.readAccount, { when: session.accountId !== null })
  const isKnown = session.accountId === null || data !== undefined || error !== undefined
  return { ...memberLinks(session, data?.type, data?.role), isKnown }
}
