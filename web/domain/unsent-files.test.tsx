import { createServer } from 'node:http'
import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SWRConfig } from 'swr'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { decideProject, uploadDocument } from '#shared/contract/projects.ts'
import { siteConfig } from '#shared/contract/registry.ts'
import { routeToServer } from '#web/lib/test-server.ts'
import { testSite } from '#web/lib/test-site.ts'
import { useAct } from '#web/lib/use-act.ts'
import { DocumentForm } from './document-form.tsx'

let came: string[] = []
let takesFiles = true
const server = createServer((request, response) => {
  response.setHeader('access-control-allow-origin', '*').setHeader('access-control-allow-headers', '*')
  const path = request.url ?? ''
  request.resume().on('end', () => {
    if (request.method === 'OPTIONS') return response.end()
    if (path === '/config.json') return response.end(JSON.stringify(siteConfig.parse(testSite)))
    if (request.method === 'HEAD') return response.end()
    if (request.method === 'GET') return response.end(JSON.stringify({ items: [] }))
    came.push(path)
    const isRefused = path === uploadDocument.path && !takesFiles
    const body = isRefused ? { code: 'too_large', message: 'Too large.' } : {}
    return response.writeHead(isRefused ? 413 : 201).end(JSON.stringify(body))
  })
})

let end: () => Promise<void>
beforeAll(async () => {
  end = await routeToServer(server)
})
afterAll(() => end())
beforeEach(() => {
  came = []
  takesFiles = true
})

function Submit() {
  const { act, failure } = useAct(decideProject)
  return (
    <>
      <button type="button" onClick={() => void act({ params: { projectId: 'p' }, body: { act: 'submit' } })}>
        Submit
      </button>
      {failure && <p role="alert">{failure}</p>}
    </>
  )
}

async function chooseAndSubmit() {
  const subject = { kind: 'project', id: 'p', projectKey: 't:a:p' } as const
  render(
    <SWRConfig value={{ provider: () => new Map() }}>
      <DocumentForm subject={subject} types={['PDS']} listed={{ items: [], isPublished: false, most: 3 }} />
      <Submit />
    </SWRConfig>,
  )
  await userEvent.upload(screen.getByLabelText('Document'), new File(['1'], 'plan.pdf', { type: 'application/pdf' }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
}

const submission = '/api/project/p/act'

test('a file that was chosen and not sent goes before the submission that rests on it', async () => {
  await chooseAndSubmit()
  await waitFor(() => expect(came).toEqual([uploadDocument.path, submission]), { timeout: 20_000 })
})

test('where the file is refused nothing is submitted, and the form says so', async () => {
  takesFiles = false
  await chooseAndSubmit()
  await screen.findByText(/A chosen file could not be uploaded/, {}, { timeout: 20_000 })
  expect(came).toEqual([uploadDocument.path])
})
