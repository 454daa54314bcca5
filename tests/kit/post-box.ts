import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

type ReceivedLetter = {
  to: string[]
  from: string
  sender: string
  replyTo: string | undefined
  subject: string
  text: string
}

export type PostBox = {
  /** In the form of SMTP_URL. */
  url: string
  letters: ReceivedLetter[]
  /** The oldest letter with these words; waits for it, and removes it. */
  letterTo(address: string, words?: string): Promise<ReceivedLetter>
  stop(): Promise<void>
}

/** A mail server that stores letters, or rejects every letter or recipient. */
export async function startPostBox({ refuses = false, knowsNobody = false, port = 0 } = {}): Promise<PostBox> {
  const letters: ReceivedLetter[] = []
  const arrivals = new EventTarget()
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onMailFrom: (_address, _session, done) => done(refuses ? new Error('No letters today.') : null),
    onRcptTo: (_address, _session, done) => done(knowsNobody ? new Error('No such user here.') : null),
    onData(stream, session, done) {
      void buffer(stream)
        .then(PostalMime.parse)
        .then((letter) => {
          letters.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
            sender: letter.from?.name ?? '',
            replyTo: letter.replyTo?.[0]?.address,
            subject: letter.subject ?? '',
            text: letter.text ?? '',
          })
          arrivals.dispatchEvent(new Event('letter'))
          done()
        }, done)
    },
  })
  // Tests cut connections.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    letters,
    async letterTo(receiver, words = '') {
      for (;;) {
        const index = letters.findIndex(({ to, text }) => to.includes(receiver) && text.includes(words))
        const [letter] = index < 0 ? [] : letters.splice(index, 1)
        if (letter) return letter
        await once(arrivals, 'letter')
      }
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}
