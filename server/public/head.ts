import { wordingIn } from '#server/infra/texts/texts.ts'
import { siteAt } from '#server/people/tenants/sites.ts'
import { wordsOf } from '#server/people/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { parseProjectKey } from '#shared/rules/keys.ts'
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
  const address = new URL(asked.url, 'http://site')
  const key = address.pathname === paths.project ? parseProjectKey(address.searchParams.get('key') ?? '') : null
  const project = key && (await publishedHead(deps.sql, key.tenantId, key.projectId))
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
