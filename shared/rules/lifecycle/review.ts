/** The review clock's stages; `begins` starts the clock, `ends` stops it. */
export const reviewStages = ['account', 'project', 'methodology', 'measurement', 'verification'] as const
type ReviewStage = (typeof reviewStages)[number]

const acts: Record<ReviewStage, { begins: readonly string[]; ends: readonly string[] }> = {
  account: { begins: ['account.create', 'account.reapply'], ends: ['account.approve', 'account.reject'] },
  project: { begins: ['project.submit'], ends: ['project.approve', 'project.reject', 'project.return'] },
  methodology: {
    begins: ['methodology.propose', 'methodology.submit'],
    ends: ['methodology.approve', 'methodology.reject', 'methodology.return'],
  },
  measurement: {
    begins: ['measurement.submit'],
    ends: ['measurement.accept', 'measurement.reject', 'measurement.requestChanges'],
  },
  verification: { begins: ['verification.request'], ends: ['verification.verify', 'verification.refuse'] },
}

export const stageActs = reviewStages.map((stage) => acts[stage])
