/** Serialised already, sent unchanged. */
export class Written<Value> {
  readonly json: string

  constructor(json: string) {
    this.json = json
  }

  value(): Value {
    return JSON.parse(this.json)
  }
}
