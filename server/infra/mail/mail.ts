import type { Config } from '#server/infra/config.ts'

/** `sender` is the name that people see. Replies go to `replyTo`, if there is one. */
export type Letter = { sender: string; replyTo?: string; to: string; subject: string; text: string }

/** The one door to SMTP. */
export type Mail = {
  /** Hands a letter to the mail server. Throws if the server cannot be reached or refuses it. */
  send(letter: Letter): Promise<void>
  /** Connects and signs in, and sends nothing. Throws if the server cannot be reached or refuses that. */
  verify(): Promise<void>
}

const timeoutMs = 10_000

/**
 * Whether a mail server refused a letter for good: with a permanent code (RFC 5321, 4.2.1) for its receiver or what it says.
 * A refused sender or sign-in is ours to mend, after which the letter may go.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'responseCode' in error && 'command' in error)) return false
  const isOfLetter = error.command === 'RCPT TO' || error.code === 'EMESSAGE'
  return isOfLetter && Number(error.responseCode) >= 500
}

/** What of a failure may go to the log: the whole message may name the receiver. */
export function mailCodeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'responseCode') ?? Reflect.get(error, 'code')) : 'unknown'
}

/** Connects to the mail server of the settings; null if none is named. */
export function mailOf({ SMTP_URL, REGISTRY_CONTACT_EMAIL }: Config): Mail | null {
  return SMTP_URL ? connectMail(SMTP_URL, REGISTRY_CONTACT_EMAIL) : null
}

/**
 * Connects to a mail server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. `from` is the
 * address that letters come from. Plain connections change to TLS where the server offers it.
 */
export function connectMail(smtpUrl: string, from: string): Mail {
  const opening = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    verify: async () => void (await (await opening).verify()),
    async send({ sender, replyTo, to, subject, text }) {
      // An address object is not parsed as a list, so that a comma in a name or address cannot add a receiver.
      const transport = await opening
      await transport.sendMail({
        from: { name: sender, address: from },
        replyTo: replyTo ? { name: '', address: replyTo } : undefined,
        to: { name: '', address: to },
        subject,
        text,
      })
    },
  }
}
