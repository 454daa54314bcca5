import type { Subjects } from '#server/mrv/documents/subject.ts'
import { measurementSubject } from '#server/mrv/measurements/measurement-subject.ts'
import { methodologySubject } from '#server/mrv/methodologies/methodology-subject.ts'
import { projectSubject } from '#server/mrv/projects/project-subject.ts'
import { findingSubject } from '#server/mrv/verifications/finding-subject.ts'
import { verificationSubject } from '#server/mrv/verifications/verification-subject.ts'

export const subjects: Subjects = {
  project: projectSubject,
  measurement: measurementSubject,
  verification: verificationSubject,
  finding: findingSubject,
  methodology: methodologySubject,
}
