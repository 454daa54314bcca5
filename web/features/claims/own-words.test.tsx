import { render } from '@testing-library/react'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { OwnWords } from '#shared/contract/claims.ts'
import { type Language, languages } from '#shared/rules/languages.ts'
import fr from '#shared/texts/fr.json' with { type: 'json' }
import sw from '#shared/texts/sw.json' with { type: 'json' }
import { hasWords, OwnWordsFacts } from './own-words.tsx'

i18next.addResourceBundle('fr', 'translation', fr)
i18next.addResourceBundle('sw', 'translation', sw)

const own: OwnWords = {
  ownReference: 'PO-2026-77',
  privateNote: 'Paid by cost centre nine',
  notifyEmail: 'reports@example.org',
  notified: 'sent',
  notifiedAt: '2026-03-04T05:06:07Z',
  privateSalt: null,
}
const nothing: OwnWords = {
  ownReference: '',
  privateNote: '',
  notifyEmail: '',
  notified: null,
  notifiedAt: null,
  privateSalt: null,
}

const expected: Record<'sent' | 'undelivered' | 'waiting', Record<Language, string>> = {
  sent: { en: 'was sent to this address on', fr: 'a été envoyé à cette adresse le', sw: 'kilitumwa kwa anwani hii' },
  undelivered: { en: 'could not be delivered', fr: 'n’a pas pu être remis', sw: 'hakikuweza kufikishwa' },
  waiting: { en: 'has not been sent', fr: 'n’a pas encore été envoyé', sw: 'bado hakijatumwa' },
}

test.each(languages)('what an account wrote for itself stands with where its letter is (%s)', async (language) => {
  await i18next.changeLanguage(language)
  for (const notified of ['sent', 'undelivered', 'waiting'] as const) {
    const { container, unmount } = render(
      <OwnWordsFacts own={{ ...own, notified, notifiedAt: notified === 'sent' ? own.notifiedAt : null }} />,
    )
    for (const each of ['PO-2026-77', 'Paid by cost centre nine', 'reports@example.org', expected[notified][language]])
      expect(container.textContent).toContain(each)
    expect(container.textContent).not.toContain('{{')
    unmount()
  }
  await i18next.changeLanguage('en')
})

test('an address of before there were letters stands without a word of one, and an account that wrote nothing has no section', () => {
  const { container } = render(<OwnWordsFacts own={{ ...nothing, notifyEmail: own.notifyEmail }} />)
  expect(container.textContent).toBe('E-mail to notifyreports@example.org')
  expect([hasWords(nothing), hasWords({ ...nothing, notifyEmail: own.notifyEmail })]).toEqual([false, true])
})
