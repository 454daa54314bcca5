import type { Locator } from 'playwright-core'

async function tabTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 150; presses += 1) {
    if (await hasFocus(target)) return
    await target.page().keyboard.press('Tab')
  }
  throw new Error('No press of Tab leads there.')
}

export function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement)
}

export async function pressOn(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(text)
}

/** Chooses by first letters in a native list, by typing and Enter in a searched one. */
export async function chooseIn(target: Locator, text: string): Promise<void> {
  await typeInto(target, text)
  if (await target.evaluate((element) => element instanceof HTMLSelectElement)) return
  await target.page().getByRole('option').filter({ hasText: text }).first().waitFor()
  await target.page().keyboard.press('Enter')
}

export async function chooseFile(target: Locator, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = target.page().waitForEvent('filechooser')
  await pressOn(target, 'Space')
  await (await chooser).setFiles(file)
}
