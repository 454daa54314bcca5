// Runs before the first paint, so that the dark theme never flashes for readers of the light one.
// A browser that blocks site data throws here.
const read = (name) => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}
const isSignedIn = () => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))
  } catch {
    return false
  }
}

const stored = read('theme')
if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored

// The page's first words are for visitors without a stored language; other readers see words when the app has loaded.
const language = read('i18nextLng')
const isOtherLanguage = language !== null && !language.startsWith(document.documentElement.lang)
if (isOtherLanguage || isSignedIn()) document.documentElement.dataset.reader = 'other'

// Members need more files, which else load one round after the start script. The server knows nobody yet.
if (isSignedIn()) {
  const { files = '', texts = '' } = document.currentScript.dataset
  for (const file of `${files} ${isOtherLanguage ? '' : texts}`.split(' ').filter(Boolean)) {
    const link = { rel: 'modulepreload', href: `/${file}`, crossOrigin: '', fetchPriority: 'low' }
    document.head.append(Object.assign(document.createElement('link'), link))
  }
}
