import { tabStorage } from './site-storage.ts'

type Said = { tone: 'good' | 'bad'; text: string }

const name = 'said.after.load'

/** Keeps a message that this tab shows once the page has loaded anew; the first one stays. */
export function sayAfterLoad(said: Said): void {
  if (tabStorage.getItem(name) === null) tabStorage.setItem(name, JSON.stringify(said))
}

/** Returns the kept message once. */
export function takeSaid(): Said | null {
  const text = tabStorage.getItem(name)
  tabStorage.removeItem(name)
  return text === null ? null : JSON.parse(text)
}
