import { createTransport } from 'nodemailer'

export type Letter = {
  to: string
  subject: string
  text: string
  /** The sender's name, and where answers go, where they are others than the deployment's own. */
  sender?: string
  replyTo?: string
}

/** The one door to SMTP. */
export type Mail = {
  /** Hands a letter to the mail server. Fails if the server cannot be reached or refuses it. */
  send(letter: Letter): Promise<void>
}

const timeoutMs = 10_000

/**
 * Opens the way to a mail server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. `from` is the
 * sender that people see, a name and an address. Plain connections change to TLS where the server offers it.
 */
export function connectMail(smtpUrl: string, from: { name: string; address: string }): Mail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, sender = from.name, replyTo }) {
      // An address object is not parsed as a list, so that a comma in a name or address cannot add a receiver.
      await transport.sendMail({
        from: { name: sender, address: from.address },
        to: { name: '', address: to },
        replyTo: replyTo ? { name: '', address: replyTo } : undefined,
        subject,
        text,
      })
    },
  }
}
