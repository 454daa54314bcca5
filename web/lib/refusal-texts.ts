import i18next from 'i18next'

/**
 * Loads the sentences of refusals, which no screen says before something is refused. Where they cannot be fetched, the sentence of the
 * failure's code stands in.
 */
export async function loadRefusals(): Promise<void> {
  await i18next.loadNamespaces('refusals')
}
