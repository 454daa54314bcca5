/** What is shared with other sites. */
export const sharedKinds = ['project', 'claim'] as const
export type SharedKind = (typeof sharedKinds)[number]

/**
 * The addresses of what is made for other sites, below each the thing that it is made for: its picture, a badge with its figure, and a
 * page for a frame. As those of the pages themselves, they name it by `?key=`.
 */
export const sharePaths = {
  picture: (kind: SharedKind) => `/cards/${kind}.png`,
  badge: (kind: SharedKind) => `/badges/${kind}.svg`,
  embed: (kind: SharedKind) => `/embed/${kind}`,
} as const

/** How large the page for a frame is meant to be, in CSS pixels. */
export const embedSize = { width: 600, height: 315 } as const
