import { Ajv2020 } from 'ajv/dist/2020.js'
import ajvFormats from 'ajv-formats'
import { apiDocument } from '#server/infra/http/openapi.ts'
import { endpoints } from '#shared/contract/index.ts'

function readDocument(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true })
  ajvFormats.default(ajv)
  // Top-level keys of an API document that are not JSON Schema.
  ajv.addVocabulary(['openapi', 'info', 'components', 'paths'])
  return ajv.addSchema(apiDocument(), 'api')
}
let read: Ajv2020 | undefined

const calls = endpoints.map(({ method, path }) => ({
  method,
  template: path.replace(/:(\w+)/g, '{$1}'),
  isExact: !path.includes(':'),
  addresses: new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`),
}))

/**
 * Checks a response with an independent validator; throws on a mismatch. Skips non-JSON responses and undocumented
 * paths.
 */
export async function holdToDocument(method: string, path: string, response: Response): Promise<void> {
  const { pathname } = new URL(path, 'http://registry.test')
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  const [call] = calls
    .filter((each) => each.method === method && each.addresses.test(pathname))
    .sort((a, b) => Number(b.isExact) - Number(a.isExact))
  if (!call || !isJson) return
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  // The connection was cut within the body.
  if (answer === undefined) return
  read ??= readDocument()
  const found = validatorOf(call, String(response.status)) ?? validatorOf(call, 'default')
  if (!found) throw new Error(`The API document has no answer ${response.status} to ${method} ${call.template}.`)
  if (!found(answer)) {
    throw new Error(
      `${method} ${path} answered ${response.status} with what the API document does not say: ${JSON.stringify(found.errors)}`,
    )
  }
}

function validatorOf({ method, template }: { method: string; template: string }, status: string) {
  const steps = ['paths', template, method.toLowerCase(), 'responses', status, 'content', 'application/json', 'schema']
  const pointer = steps.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  return read?.getSchema(`api#/${pointer}`)
}
