/** JSON of a value that somebody has written already: it is sent as it is, neither read nor written again. */
export class Written<Value> {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  value(): Value {
    return JSON.parse(this.json)
  }
}
