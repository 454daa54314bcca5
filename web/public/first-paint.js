// Runs before the first paint, so that a reader of the light theme never sees the dark one flash.
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

// The words in the page are a visitor's, in the language that the browser asks for. Others see them when the app knows theirs.
const language = read('i18nextLng')
const isOtherLanguage = language !== null && !language.startsWith(document.documentElement.lang)
if (isOtherLanguage || isSignedIn()) document.documentElement.dataset.reader = 'other'
