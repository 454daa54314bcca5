import i18next from 'i18next'

/** Loads the refusals' sentences; if that fails, the sentence of the failure's code is shown. */
export async function loadRefusals(): Promise<void> {
  await i18next.loadNamespaces('refusals')
}
