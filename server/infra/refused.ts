/** The operator can fix it; the message, printed unchanged, explains how. */
export class Refused extends Error {}
