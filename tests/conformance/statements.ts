/** Those that only say of something that it is not stated: there is nothing to try. */
const notStated = [25, 43, 48, 188, 189, 190, 218, 223, 233, 242, 243, 244, 286, 287, 312, 334, 356]
const last = 356

/** The numbers of the specification's statements; the tests of `specification/` begin their names with them. */
export const statements = Array.from({ length: last }, (_, index) => index + 1).filter((n) => !notStated.includes(n))
