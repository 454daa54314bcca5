// Runs before the first paint, so that a reader of the light theme never sees the dark one flash.
const stored = localStorage.getItem('theme')
if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored

// The words in the page are a visitor's, in the language that the browser asks for. Others see them when the app knows theirs.
const language = localStorage.getItem('i18nextLng')
const isOtherLanguage = language !== null && !language.startsWith(document.documentElement.lang)
if (isOtherLanguage || Object.keys(localStorage).some((key) => key.startsWith('oidc.user:')))
  document.documentElement.dataset.reader = 'other'
