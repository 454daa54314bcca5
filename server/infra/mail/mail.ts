import type { Config } from '#server/infra/config.ts'

/** `sender` is the displayed name. */
export type Letter = { sender: string; replyTo?: string; to: string; subject: string; text: string }

export type Mail = {
  /** Throws if the server is unreachable or refuses. */
  send(letter: Letter): Promise<void>
  /** Signs in without sending; throws on failure. */
  verify(): Promise<void>
}

const timeoutMs = 10_000

/**
 * Whether the refusal is permanent (RFC 5321, 4.2.1) and concerns the receiver or the content. A refused sender or
 * sign-in is our fault, so the letter is retried.
 */
export function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error && 'responseCode' in error && 'command' in error)) return false
  const isOfLetter = error.command === 'RCPT TO' || error.code === 'EMESSAGE'
  return isOfLetter && Number(error.responseCode) >= 500
}

/** Safe to log; the message may name the receiver. */
export function mailCodeOf(error: unknown): string {
  return error instanceof Error ? String(Reflect.get(error, 'responseCode') ?? Reflect.get(error, 'code')) : 'unknown'
}

/** Null without SMTP_URL. */
export function mailOf({ SMTP_URL, REGISTRY_CONTACT_EMAIL }: Config): Mail | null {
  return SMTP_URL ? connectMail(SMTP_URL, REGISTRY_CONTACT_EMAIL) : null
}

/** `smtp://user:password@host:port` (STARTTLS if offered) or `smtps://`. `from` is the sender's address. */
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
      // Address objects are not split at commas, so that none adds a receiver.
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
