import { presentAddress } from './present-address.ts'

/** The server-rendered heading; null if rendered for another reader. */
const opened = {
  address: presentAddress(),
  heading:
    document.documentElement.dataset.reader === 'other'
      ? null
      : document.querySelector('#root h1')?.textContent || null,
  isOutlined: document.querySelector('#root [data-outline]') !== null,
}

/** Shown until the app has its own heading; null at other addresses. */
export function firstHeading(): string | null {
  return presentAddress() === opened.address ? opened.heading : null
}

/** Whether that heading stands on the outline of a project without a picture. */
export const isFirstOutlined = (): boolean => opened.isOutlined
