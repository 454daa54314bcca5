/** Answered with 202: nothing is done yet, and the act waits. */
export class Accepted<Act> {
  readonly act: Act

  constructor(act: Act) {
    this.act = act
  }
}
