import { Agent, request } from 'node:http'

/** A client with its own address and open connections. */
export type Client = {
  /** Rejects on a lost connection or a timeout. */
  ask(url: string, question: Question): Promise<{ status: number; text: string }>
  end(): void
}

type Question = { method: string; headers?: Record<string, string>; body?: string }

const patienceMs = 20_000

/** `number` selects a loopback address (127.0.0.0/8 on Linux), as calls are limited per address. */
export function aClient(number: number): Client {
  const origin = process.platform === 'linux' ? { localAddress: `127.0.1.${1 + (number % 250)}` } : {}
  const agent = new Agent({ keepAlive: true, ...origin })
  return {
    ask(url, { method, headers = {}, body }) {
      return new Promise((resolve, reject) => {
        const sending = request(url, { method, agent, headers, signal: AbortSignal.timeout(patienceMs) }, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (part: string) => (text += part))
          answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
          answer.once('error', reject)
        })
        sending.once('error', reject)
        sending.end(body)
      })
    },
    end: () => agent.destroy(),
  }
}
