import sharp from 'sharp'
import { addDocument } from '#shared/contract/documents.ts'
import {
  createProject,
  listProjects,
  type Project,
  type ProjectSummary,
  updateProject,
  uploadDocument,
  uploadImage,
} from '#shared/contract/projects.ts'
import { anEmptyPdf } from '#tests/kit/an-empty-pdf.ts'
import { callerAs, visitor } from './people.ts'

/** The sample's project with issued units. */
export async function aPublishedProject(): Promise<ProjectSummary> {
  const { items } = await visitor.call(listProjects, { query: { tenantId: 'sample', q: 'Clean Cookstoves of Kitui' } })
  const project = items.find(({ projectName }) => projectName === 'Clean Cookstoves of Kitui')
  if (!project) throw new Error('The sample has this project.')
  return project
}

/** A draft with every fact that its account can state. */
export async function aStatedDraft(): Promise<Project> {
  const proponent = await callerAs('proponent')
  const { projectKey } = await proponent.call(createProject, {
    body: {
      projectName: `Reef of Shimoni ${crypto.randomUUID()}`,
      description: 'Corals are planted out.',
      methodologyId: 'sample-2',
      startDate: '2024-01-01',
      endDate: '2030-12-31',
    },
  })
  const body = { country: 'KE', type: 'Blue Carbon', location: 'Shimoni', standard: 'Reef Standard 2' }
  return proponent.call(updateProject, { query: { projectKey }, body })
}

export function aPicture(): Promise<Buffer> {
  const picture = sharp({ create: { width: 1200, height: 500, channels: 3, background: '#2f6e4e' } })
  return picture.png().toBuffer()
}

export async function withPicture(projectKey: string, picture: Buffer): Promise<Project> {
  const form = new FormData()
  form.append('projectKey', projectKey)
  form.append('image', new Blob([Uint8Array.from(picture)]), 'stove.png')
  return (await callerAs('proponent')).call(uploadImage, { form })
}

export async function withDocument(projectKey: string, documentType: string, name: string): Promise<Project> {
  const form = new FormData()
  form.append('projectKey', projectKey)
  form.append('documentType', documentType)
  form.append('document', new Blob([Uint8Array.from(await anEmptyPdf())]), name)
  return (await callerAs('proponent')).call(uploadDocument, { form })
}

export async function withMethodologyDocument(methodologyId: string, name: string): Promise<void> {
  const form = new FormData()
  const fields = { subjectKind: 'methodology', subjectId: methodologyId, title: name, isPublic: 'true' }
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('document', new Blob([Uint8Array.from(await anEmptyPdf())]), name)
  await (await callerAs('proponent')).call(addDocument, { form })
}
