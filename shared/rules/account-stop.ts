import { paths, screen } from './paths.ts'

/** How long a link works. Not among the limits, which every first page loads. */
export const stopLinkDays = 30

/** Where the link of a letter leads; the token follows as the fragment, which browsers do not send. */
export const stopDoor = '/stop'

/** Public, so under a public screen. */
export const stopPath = screen(paths.contact, { view: 'stop' })
