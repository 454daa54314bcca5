/** In display order. */
export const searchKinds = ['project', 'claim', 'account', 'methodology', 'transaction', 'document'] as const
export type SearchKind = (typeof searchKinds)[number]
