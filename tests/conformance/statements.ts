/** A statement that something is not stated cannot be tested. */
const notStated = [25, 43, 48, 188, 189, 190, 218, 223, 233, 242, 243, 244, 286, 287, 312, 334, 356]
const last = 356

/** Tests of `specification/` start with these numbers. */
export const statements = Array.from({ length: last }, (_, index) => index + 1).filter((n) => !notStated.includes(n))
