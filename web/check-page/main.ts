import { type Language, languageIn, languages } from '#shared/rules/languages.ts'
import en from '#shared/texts/proof/en.json' with { type: 'json' }
import fr from '#shared/texts/proof/fr.json' with { type: 'json' }
import sw from '#shared/texts/proof/sw.json' with { type: 'json' }
import { type About, type ChosenFile, checkFiles, type Finding } from './check-files.ts'

/** The page that checks proofs: one file, without a connection, opened from a disk or from the registry. */

type Texts = (typeof en)['checkPage']
const textsOf: Record<Language, Texts> = { en: en.checkPage, fr: fr.checkPage, sw: sw.checkPage }
const names: Record<Language, string> = { en: 'English', fr: 'Français', sw: 'Kiswahili' }

let language: Language = languageIn(navigator.languages.join(',')) ?? 'en'
let files: ChosenFile[] = []
let key = ''

const page = document.getElementById('page')
if (!page) throw new Error('The page has no place for its content.')
const results = element('div', { role: 'status' })
draw()

function draw(): void {
  const t = textsOf[language]
  document.documentElement.lang = language
  document.title = t.title
  const select = element('select', { id: 'language' })
  for (const each of languages) select.append(new Option(names[each], each, false, each === language))
  select.addEventListener('change', () => {
    language = languages.find((each) => each === select.value) ?? 'en'
    draw()
    document.getElementById('language')?.focus()
  })
  const keyField = element('input', { id: 'key', type: 'text', autocomplete: 'off', spellcheck: 'false' })
  keyField.value = key
  keyField.setAttribute('aria-describedby', 'key-hint')
  keyField.addEventListener('change', () => {
    key = keyField.value.trim()
    show()
  })
  const chooser = element('input', { id: 'files', type: 'file' })
  chooser.multiple = true
  chooser.addEventListener('change', () => void take([...(chooser.files ?? [])]))
  const drop = element('div', { class: 'drop' }, [
    element('label', { for: 'files' }, [t.choose]),
    element('p', { class: 'soft' }, [t.drop]),
    chooser,
  ])
  listen(drop)
  page?.replaceChildren(
    element('header', {}, [element('h1', {}, [t.title]), element('label', { for: 'language' }, [t.language, select])]),
    element('p', {}, [t.lead]),
    drop,
    element('label', { for: 'key' }, [t.key]),
    keyField,
    element('small', { id: 'key-hint' }, [t.keyHint]),
    results,
    element('p', { class: 'soft' }, [t.limits]),
  )
  show()
}

function listen(drop: HTMLElement): void {
  const isOver = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    drop.classList.toggle('over', over)
  }
  drop.addEventListener('dragover', isOver(true))
  drop.addEventListener('dragleave', isOver(false))
  drop.addEventListener('drop', (event) => {
    isOver(false)(event)
    void take([...(event.dataTransfer?.files ?? [])])
  })
}

async function take(chosen: readonly File[]): Promise<void> {
  results.replaceChildren(element('p', {}, [textsOf[language].working]))
  files = await Promise.all(
    chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  )
  show()
}

function show(): void {
  const t = textsOf[language]
  const findings = checkFiles(files, key === '' ? undefined : key)
  const checks = findings.flatMap((finding) => finding.checks)
  const failed = checks.filter(({ holds }) => !holds).length + findings.filter(({ fault }) => fault !== null).length
  const count = checks.length + findings.filter(({ fault }) => fault !== null).length
  const words = { count, failed, files: findings.length }
  results.replaceChildren(
    findings.length === 0
      ? element('p', { class: 'soft' }, [t.nothing])
      : element('p', { class: `sum ${failed === 0 ? 'holds' : 'fails'}` }, [
          filled(failed === 0 ? t.summary.all : t.summary.some, words),
        ]),
    ...findings.map((finding) => resultOf(finding, t)),
  )
}

function resultOf({ file, about, fault, checks }: Finding, t: Texts): HTMLElement {
  return element('section', { class: 'result' }, [
    element('h2', {}, [file]),
    ...(about ? linesOf(about, t).map((line) => element('p', {}, [line])) : []),
    ...(fault ? [element('p', { class: 'fails' }, [t[fault]])] : []),
    element(
      'ul',
      {},
      checks.map(({ of, holds }) =>
        element('li', {}, [
          element('b', { class: holds ? 'holds' : 'fails' }, [holds ? `✓ ${t.holds}` : `✗ ${t.fails}`]),
          element('span', {}, [t.check[of]]),
        ]),
      ),
    ),
  ])
}

function linesOf(about: About, t: Texts): string[] {
  if (about.kind === 'zip') return []
  if (about.kind === 'credential') return [filled(t.credential, { ...about, quantity: figures(about.quantity) })]
  const locale = language === 'en' ? 'en-GB' : language
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(about.at))
  const type = new Map<string, string>(Object.entries(t.type)).get(about.type) ?? about.type
  return [
    filled(t.movement, { ...about, day, type, quantity: figures(about.quantity) }),
    ...(about.beneficiary ? [filled(t.beneficiary, about)] : []),
    ...(about.key ? [filled(t.signedWith, about)] : []),
  ]
}

const figures = (digits: string) => (/^\d+$/.test(digits) ? BigInt(digits).toLocaleString(language) : digits)

function filled(text: string, values: object): string {
  const known = new Map<string, unknown>(Object.entries(values))
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(known.get(name) ?? ''))
}

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children)
  return made
}
