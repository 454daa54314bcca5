export const sharedKinds = ['project', 'claim'] as const
export type SharedKind = (typeof sharedKinds)[number]

/** Addresses for other sites; `?key=` names the object. */
export const sharePaths = {
  picture: (kind: SharedKind) => `/cards/${kind}.png`,
  badge: (kind: SharedKind) => `/badges/${kind}.svg`,
  embed: (kind: SharedKind) => `/embed/${kind}`,
} as const

/** In CSS pixels. */
export const embedSize = { width: 600, height: 315 } as const
