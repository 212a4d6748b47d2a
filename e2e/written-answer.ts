import { createServer, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import type { ChatReply } from '#features/assistant/contract.ts'
import type { ShownQuote } from '#features/assistant/rules.ts'

/** An answer of the assistant that a test writes. */
export interface WrittenAnswer {
  /** Sends a sentence that the answer relies on. */
  quote(quote: ShownQuote): void
  /** Sends the complete answer. */
  reply(reply: ChatReply): void
  /** Breaks the connection. */
  breakOff(): void
}

/** Replaces the assistant: each question that this page asks from now on is answered by the test. */
export async function answerByHand(page: Page): Promise<{ next(): Promise<WrittenAnswer>; close(): void }> {
  const waiting: ServerResponse[] = []
  const pendingNext: ((response: ServerResponse) => void)[] = []
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    const give = pendingNext.shift()
    if (give) give(response)
    else waiting.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the server is not listening')
  await page.route('**/api/chat', (route) => route.continue({ url: `http://127.0.0.1:${address.port}/` }))
  // The real site does not know these answers.
  await page.route('**/api/chat/thumbs', (route) => route.fulfill({ json: { ok: true } }))
  return {
    next: async () => {
      const response = waiting.shift() ?? (await new Promise<ServerResponse>((resolve) => pendingNext.push(resolve)))
      const write = (event: string, data: unknown) =>
        response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
      return {
        quote: (quote) => void write('quote', quote),
        reply: (reply) => {
          write('reply', reply)
          response.end()
        },
        breakOff: () => void response.destroy(),
      }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const RULE = { title: '5.4 Metagaming', href: '/rules/roleplay-standards#54-metagaming' }

/** The first quote of `REPLIES.answer`. */
export const QUOTE = {
  quote: 'Metagaming is using information that your character did not learn in character.',
  citation: RULE,
}

/** One reply of each kind. */
export const REPLIES = {
  answer: {
    text: 'No. It costs both of you three days.',
    kind: 'answer',
    token: 'a token',
    citations: [RULE],
    claims: [
      { ...QUOTE, text: 'No.', citation: 1 },
      {
        text: 'It costs both of you three days.',
        quote:
          'Sharing the place of a scene with a friend by Discord so that he can join it is a 3-day ban for both of you.',
        citation: 1,
      },
    ],
  },
  unanswered: {
    text: 'I could not find a rule that answers that. Did you mean one of these?',
    kind: 'unanswered',
    citations: [RULE],
  },
  help: {
    text: 'That sounds hard, and you need not carry it alone.',
    kind: 'help',
    citations: [
      { title: 'Call or text 988, the Suicide and Crisis Lifeline (free, day and night)', href: 'tel:988' },
      { title: 'Write to the lifeline', href: 'https://help.example' },
    ],
  },
  limited: {
    text: 'This is the closest rule I found.\n\n5.4 Metagaming\n“If your character did not see it, you do not know it.” [1]',
    kind: 'quotes',
    citations: [RULE],
    note: 'The budget of today for written answers is used up, so I quote the rules until 14:05.',
  },
} satisfies Record<string, ChatReply>
