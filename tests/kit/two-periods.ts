/** A project with two monitoring periods, for the HTTP and browser journeys. */
export const story = {
  project: {
    projectName: 'Peat of the upper Nile',
    description: 'Ditches are closed and the water comes back.',
    country: 'KE',
    startDate: '2022-01-01',
    endDate: '2023-12-31',
  },
  years: {
    first: { periodStart: '2022-01-01', periodEnd: '2022-12-31' },
    second: { periodStart: '2023-01-01', periodEnd: '2023-12-31' },
  },
  /** Submissions for the first year, in this order. */
  submitted: { rejected: 900, sentBack: 500, accepted: 480 },
  parts: { gross: 600, baseline: 100, leakage: 20, uncertainty: 0 },
  verified: { first: 450, second: 500 },
  rejection: 'The year is wrong.',
  changes: 'Show the parts.',
  declaration: 'We advise none of the sides.',
  correction: 'Plot 4 was counted twice.',
  answer: 'It was; the sum is smaller.',
  closing: 'Seen.',
  forward: 'The gauges are old.',
  forwardNote: 'See the new gauges.',
  suspension: 'A complaint is looked into.',
  whyLess: 'Plot 4 counts once.',
  statements: { first: 'Seen and weighed.', second: 'The new gauges were seen.' },
} as const
