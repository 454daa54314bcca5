import { siteAt } from '#server/tenants/sites.ts'
import { wordsOf } from '#server/tenants/tenants.ts'
import type { UnitsDeps } from '#server/units/deps.ts'
import { parseProjectKey } from '#shared/rules/keys.ts'
import { type Language, languageIn } from '#shared/rules/languages.ts'
import { publishedHead } from './registry.store.ts'

const descriptions: Record<Language, (name: string) => string> = {
  en: (name) => `${name}: a global registry for sustainable outcomes digital assets.`,
  fr: (name) => `${name} : un registre mondial d’actifs numériques à résultats durables.`,
  sw: (name) => `${name}: sajili ya kimataifa ya mali za kidijitali zenye matokeo endelevu.`,
}

/** What a shared link shows: the project that it names, else the registry, in the reader's language. */
export async function headOf(
  deps: UnitsDeps,
  asked: { host: string; url: string; acceptLanguage: string | undefined },
) {
  const { tenant } = await siteAt(deps, asked.host)
  const language = languageIn(asked.acceptLanguage) ?? 'en'
  const { name } = wordsOf(tenant, language)
  const registry = { language, title: name, description: descriptions[language](name) }
  const address = new URL(asked.url, 'http://site')
  const key = address.pathname === '/collection/project' ? parseProjectKey(address.searchParams.get('key') ?? '') : null
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
