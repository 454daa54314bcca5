// Runs before the first paint, so that a reader of the light theme never sees the dark one flash.
const stored = localStorage.getItem('theme')
if (stored === 'light' || stored === 'dark') document.documentElement.dataset.theme = stored
