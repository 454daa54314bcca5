/** The query of bell and home, which share one request. */
export const unreadNotices = { unread: 'true', limit: 3 } as const
