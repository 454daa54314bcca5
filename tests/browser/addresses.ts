import { paths } from '#shared/rules/paths.ts'

/** Screens of every member. */
export const ownAddresses = [
  paths.home,
  paths.myProjects,
  paths.newProject,
  paths.wallet,
  paths.activity,
  paths.myClaims,
  paths.measurements,
  paths.verifications,
  paths.methodologies,
  paths.newMethodology,
  paths.tasks,
  paths.notices,
  paths.profile,
  paths.roles,
]

/** The tabs of the review page. */
export const reviewAddresses = [
  paths.review,
  ...['accounts', 'methodologies', 'clock', 'ledger', 'audit', 'settings'].map((tab) => `${paths.review}?tab=${tab}`),
]
