const addressNow = () => window.location.pathname + window.location.search

/** The app was opened here, at a page in which the server had written a heading, if it is meant for this reader. */
const opened = {
  address: addressNow(),
  heading:
    document.documentElement.dataset.reader === 'other'
      ? null
      : document.querySelector('#root h1')?.textContent || null,
}

/** The heading that the server's page had at this address, to stand until the app knows it by itself; null where it had none. */
export function firstHeading(): string | null {
  return addressNow() === opened.address ? opened.heading : null
}
