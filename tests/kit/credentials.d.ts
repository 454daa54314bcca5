/** What the tests use of libraries without types. */
declare module '@digitalbazaar/vc' {
  type Loaded = { documentUrl: string; document: object }
  export function verifyCredential(options: {
    credential: object
    suite: object
    documentLoader: (url: string) => Promise<Loaded>
  }): Promise<{ verified: boolean }>
  export function defaultDocumentLoader(url: string): Promise<Loaded>
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: object })
  }
}
declare module '@digitalbazaar/eddsa-jcs-2022-cryptosuite' {
  export function createVerifyCryptosuite(): object
}
