/** A UTC time, equal in every language: 2026-03-04 05:06:07 UTC. */
export const exactTime = (iso: string) => `${iso.slice(0, 19).replace('T', ' ')} UTC`
