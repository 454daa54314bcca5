import { because, Failure } from '#shared/rules/failure.ts'
import { limits } from '#shared/rules/limits.ts'
import { type Actor, userIdOf } from '#shared/rules/permissions.ts'

const underWay: string[] = []

/** Counts an upload until the result is called. Throws `too_many_requests` at the limit per person or process. */
export function admitUpload(actor: Actor): () => void {
  const person = `${actor.tenantId}/${userIdOf(actor)}`
  if (underWay.filter((name) => name === person).length >= limits.uploadsOfPerson) {
    throw new Failure(
      'too_many_requests',
      'Your earlier uploads are still under way. Try again when one has ended.',
      because('file.underWay'),
    )
  }
  if (underWay.length >= limits.uploads) {
    throw new Failure(
      'too_many_requests',
      'Many files are being uploaded. Try again in a moment.',
      because('file.crowded'),
    )
  }
  underWay.push(person)
  return () => void underWay.splice(underWay.indexOf(person), 1)
}
