import { forVisitors } from '#server/infra/doors/deps.ts'
import { wordingIn } from '#server/infra/texts/texts.ts'
import { siteAt } from '#server/people/tenants/sites.ts'
import { tenantOf, wordsOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { type ProjectKey, parseProjectKey } from '#shared/rules/keys.ts'
import { languageIn } from '#shared/rules/languages.ts'
import { paths } from '#shared/rules/paths.ts'
import { publishedHead } from './registry.store.ts'

/** Returns what a shared link shows, in the reader's language: the published project that it names, else the registry. */
export async function headOf(
  deps: UnitsDeps,
  asked: { host: string; url: string; acceptLanguage: string | undefined },
) {
  const { tenant } = await siteAt(deps, asked.host)
  const language = languageIn(asked.acceptLanguage) ?? 'en'
  const { name } = wordsOf(tenant, language)
  const registry = { language, title: name, description: wordingIn(language).t('head.description', { registry: name }) }
  const [path, query] = asked.url.split('?', 2)
  const key = path === paths.project ? parseProjectKey(new URLSearchParams(query).get('key') ?? '') : null
  const project = key && (await shownOf(deps, key))
  if (!project || !key) return registry
  const { accountId, imageFileName } = project
  const image = `${deps.config.IMAGES_URL}/${key.tenantId}/${accountId}/${key.projectId}/${imageFileName}`
  return {
    language,
    title: `${project.name} – ${name}`,
    description: project.description || registry.description,
    image: imageFileName && image,
  }
}

/** Null also while the project's registry is suspended, and while the database cannot be asked: the page comes all the same. */
async function shownOf(deps: UnitsDeps, { tenantId, projectId }: ProjectKey) {
  const reading = forVisitors(deps)
  try {
    await tenantOf(reading, tenantId)
    return await publishedHead(reading.sql, tenantId, projectId)
  } catch (error) {
    deps.log.warn({ reason: String(error) }, 'A page goes without the name of its project.')
    return null
  }
}
