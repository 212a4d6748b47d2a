import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTENT, SITE } from '#test/site.ts'
import { LiveRegion } from '#ui/live-region.tsx'
import { SiteProvider } from '#web/site-context.tsx'
import { clearTabStorage } from '#web/tab-storage.ts'
import type { ChatReply, Citation, Rulebook } from '../contract.ts'
import { ChatBox } from './chat-box.tsx'

const RDM: Citation = { title: '6.1 RDM', href: '/rules/roleplay-standards#61-rdm' }
const META: Citation = { title: '5.4 Metagaming', href: '/rules/roleplay-standards#54-metagaming' }
const CODE: Citation = { title: '10-78', href: '/ten-codes#10-78' }
const QUOTES: ChatReply = {
  text: 'The closest rule.\n\n6.1 RDM\n“No killing.” [1]',
  kind: 'quotes',
  citations: [RDM],
  token: 'id.0.code',
  share: '/rules/answer?q=Can%20I%20rdm%3F&rule=roleplay-standards/61-rdm&signature=code',
}
const ANSWER: ChatReply = {
  text: 'You may not. Three days.',
  kind: 'answer',
  citations: [RDM, META],
  token: 'id.1.code',
  claims: [
    { text: 'You may not.', quote: 'No killing without a reason.', citation: 1 },
    { text: 'Three days.', quote: 'It costs three days.', citation: 2 },
  ],
}
const TROUBLE =
  'Sorry, I’m having some technical difficulties. You can find the rules at the rules site or open a ticket at the support portal.'
const BOOK: Rulebook = {
  slug: 'roleplay-standards',
  title: 'Roleplay standards',
  summary: 'How we play.',
  chapters: [
    {
      title: '5. Staying in the story',
      anchor: '5-staying',
      rules: [
        {
          title: '5.4 Metagaming',
          anchor: '54-metagaming',
          blocks: [{ kind: 'paragraph', text: 'Only what you saw.' }],
        },
      ],
    },
    {
      title: '6. Violence',
      anchor: '6-violence',
      rules: [{ title: '6.1 RDM', anchor: '61-rdm', blocks: [{ kind: 'paragraph', text: 'No killing at random.' }] }],
    },
  ],
}

interface Asked {
  path: string
  accept: string | null
  signal: AbortSignal | null | undefined
  body: unknown
  answer(response: Response): void
  breakOff(): void
}
/** The requests to the fake site. Each test answers them by hand. */
let asked: Asked[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    return new Promise<Response>((answer, reject) => {
      const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
      const accept = new Headers(init.headers).get('accept')
      asked.push({ path, accept, signal: init.signal, body, answer, breakOff: () => reject(new TypeError('network')) })
    })
  })
})
afterEach(() => {
  cleanup()
  window.sessionStorage.clear()
  window.history.replaceState(null, '')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show() {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <SiteProvider content={CONTENT}>
      <QueryClientProvider client={queryClient}>
        <ChatBox />
        <LiveRegion />
      </QueryClientProvider>
    </SiteProvider>,
  )
}
const log = () => screen.getByRole('log')
const inLog = () => within(log())
const button = (name: string) => screen.queryByRole('button', { name })

/** Waits for the calls of a path and returns the last one. */
async function callOf(path: string, count = 1): Promise<Asked> {
  await waitFor(() => expect(asked.filter((each) => each.path === path)).toHaveLength(count))
  const [call] = asked.filter((each) => each.path === path).slice(-1)
  if (call === undefined) throw new Error(`${path} was not called`)
  return call
}

async function ask(question = 'Can I rdm?'): Promise<Asked> {
  const before = asked.filter(({ path }) => path === '/api/chat').length
  const field = screen.getByLabelText('Your question about the rules')
  fireEvent.change(field, { target: { value: question } })
  fireEvent.keyDown(field, { key: 'Enter' })
  return callOf('/api/chat', before + 1)
}

/** Asks a question and receives this reply in one piece. */
async function get(reply: ChatReply, question?: string): Promise<void> {
  const call = await ask(question)
  await act(async () => call.answer(Response.json(reply)))
  await waitFor(() => expect(log().getAttribute('aria-busy')).toBe('false'))
}

/** Asks a question and receives an answer piece by piece. */
async function stream() {
  const call = await ask()
  let source: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller
    },
  })
  await act(async () => call.answer(new Response(body, { headers: { 'content-type': 'text/event-stream' } })))
  const later = (then: () => void) =>
    act(async () => {
      then()
      await new Promise((resolve) => setTimeout(resolve, 5))
    })
  return {
    write: (event: string, data: unknown) =>
      later(() => source?.enqueue(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))),
    end: () => later(() => source?.close()),
    breakOff: () => later(() => source?.error(new TypeError('network error'))),
  }
}
const QUOTE = { quote: 'No killing without a reason.', citation: RDM }

describe('A streamed answer', () => {
  it('each quoted sentence is shown as it is found, with the name of its rule', async () => {
    show()
    const answer = await stream()
    expect(asked[0]?.accept).toBe('text/event-stream')
    await answer.write('quote', QUOTE)
    inLog().getByText(/“No killing without a reason\.”/)
    inLog().getByText('6.1 RDM')
    expect(inLog().queryByText('Three days.')).toBeNull()
  })

  it('a streamed answer is hidden from screen readers until it is complete, and has no buttons', async () => {
    show()
    const answer = await stream()
    await answer.write('quote', QUOTE)
    expect(
      inLog()
        .getByText(/“No killing/)
        .closest('[aria-hidden="true"]'),
    ).not.toBeNull()
    expect(inLog().queryAllByRole('link', { hidden: true })).toHaveLength(0)
    await answer.write('reply', ANSWER)
    expect(inLog().getByText('You may not.').closest('[aria-hidden="true"]')).toBeNull()
    expect(log().getAttribute('aria-busy')).toBe('false')
  })

  it('the final reply replaces the streamed text, and its quotes link to their rules', async () => {
    show()
    const answer = await stream()
    await answer.write('quote', { ...QUOTE, quote: 'Found first, and then not.' })
    await answer.write('reply', ANSWER)
    expect(inLog().queryByText(/Found first/)).toBeNull()
    inLog().getByText('Three days.')
    expect(inLog().getByRole('link', { name: '6.1 RDM' }).getAttribute('href')).toBe(RDM.href)
    expect(inLog().getByRole('link', { name: '5.4 Metagaming' }).getAttribute('href')).toBe(META.href)
    expect(inLog().queryByRole('list', { name: 'Sources' }), 'each rule is named once').toBeNull()
  })

  it('the scroll position stays when the answer is complete', async () => {
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
    show()
    const answer = await stream()
    await answer.write('quote', QUOTE)
    const before = scrolled.mock.calls.length
    await answer.write('quote', QUOTE)
    await answer.write('reply', ANSWER)
    expect(scrolled.mock.calls).toHaveLength(before)
    await get(QUOTES, 'And now?')
    expect(scrolled.mock.calls.length).toBeGreaterThan(before)
  })

  it.each([
    ['breaks off', (answer: Awaited<ReturnType<typeof stream>>) => answer.breakOff()],
    ['ends without a reply', (answer: Awaited<ReturnType<typeof stream>>) => answer.end()],
    [
      'ends in an error',
      (answer: Awaited<ReturnType<typeof stream>>) =>
        answer.write('error', { ok: false, error: { code: 'unexpected', message: 'Broken' } }),
    ],
  ])('a streamed answer that %s shows the error message of the specification', async (_, fail) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    show()
    const answer = await stream()
    await answer.write('quote', QUOTE)
    await fail(answer)
    inLog().getByText(TROUBLE)
    expect(inLog().queryByText(/“No killing/)).toBeNull()
    expect(logged).toHaveBeenCalledOnce()
  })
})

describe('Replies', () => {
  it('a reply says why it is limited, and until when', async () => {
    show()
    await get({ ...QUOTES, note: 'The budget of today is used up, so I quote the rules until 14:05.' })
    inLog().getByText(/until 14:05/)
  })

  it('a reply to a person in trouble has plain links to help, and nothing else', async () => {
    show()
    const lines = [
      { title: 'Call 988', href: 'tel:988' },
      { title: 'Write to somebody', href: 'https://help.example' },
    ]
    await get({ text: 'You are not alone.', kind: 'help', citations: lines })
    const links = within(inLog().getByRole('list', { name: 'Who helps' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')])).toEqual([
      ['Call 988', 'tel:988', null],
      ['Write to somebody', 'https://help.example', null],
    ])
    expect(inLog().queryAllByRole('button')).toHaveLength(0)
  })

  it('a reply to a person in trouble has the phone numbers right after its first sentence', async () => {
    show()
    const text = 'You are not alone. I am a program.\n\nTell somebody near you.'
    await get({ text, kind: 'help', citations: [{ title: 'Call 988', href: 'tel:988' }] })
    expect(log().textContent).toMatch(/You are not alone\.Call 988.*I am a program\..*Tell somebody near you\./s)
  })

  it.each([
    ['calm', { text: 'Ask me about a rule.', kind: 'calm' }],
    ['a picture', { text: '/media/chat/hi.svg', kind: 'picture', isGif: true, alt: 'A hand waves' }],
  ] as const)('a reply of the kind %s has no buttons, and neither has the greeting', async (_, reply) => {
    show()
    await get(reply, 'hello')
    expect(inLog().queryAllByRole('button')).toHaveLength(0)
  })

  it('a reply without a result offers the staff, and no thumbs', async () => {
    show()
    await get({ text: 'I could not find a rule.', kind: 'unanswered', citations: [RDM] })
    expect(
      inLog()
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Ask staff'])
  })
})

describe('Thumbs below an answer', () => {
  const thumbs = () => ['Helpful', 'Not helpful'].map((name) => button(name)?.getAttribute('aria-pressed'))
  const press = async (name: string, count: number) => {
    fireEvent.click(screen.getByRole('button', { name }))
    const call = await callOf('/api/chat/thumbs', count)
    return { ...call, accept: () => act(async () => call.answer(Response.json({ ok: true }))) }
  }

  it('one press gives, changes and takes back a thumb, with the token of the answer, and screen readers hear it', async () => {
    show()
    await get({ ...QUOTES, citations: [RDM, CODE] })
    expect(thumbs()).toEqual(['false', 'false'])
    const up = await press('Helpful', 1)
    expect(thumbs()).toEqual(['true', 'false'])
    expect(up.body).toEqual({
      token: 'id.0.code',
      chatMessages: [
        { type: 'bot', content: SITE.assistant.greeting },
        { type: 'user', content: 'Can I rdm?' },
      ],
      thumb: 'up',
      rules: [RDM.href, CODE.href],
    })
    await up.accept()
    screen.getByText('Marked as helpful.')

    const down = await press('Not helpful', 2)
    expect(thumbs()).toEqual(['false', 'true'])
    expect(down.body).toEqual({ ...Object(up.body), thumb: 'down' })
    await down.accept()

    const back = await press('Not helpful', 3)
    expect(thumbs()).toEqual(['false', 'false'])
    expect(back.body).toEqual({ ...Object(up.body), thumb: null })
    await back.accept()
    screen.getByText('Taken back.')
  })

  it('a thumb that cannot be saved is reset, with an error message', async () => {
    show()
    await get(QUOTES)
    const up = await press('Helpful', 1)
    const message = 'You have given 20 thumbs in a minute. Please wait 12 seconds and try again.'
    await act(async () =>
      up.answer(Response.json({ ok: false, error: { code: 'too_many_requests', message } }, { status: 429 })),
    )
    expect(thumbs()).toEqual(['false', 'false'])
    screen.getByText(`Your thumb could not be saved. ${message}`)
  })

  it('a thumb does not affect a question that is asked meanwhile', async () => {
    show()
    await get(QUOTES)
    const up = await press('Helpful', 1)
    const call = await ask('What is metagaming?')
    await up.accept()
    await act(async () => call.answer(Response.json({ text: 'Outside information.', kind: 'calm' })))
    await inLog().findByText('Outside information.')
    inLog().getByText('What is metagaming?')
    expect(thumbs()).toEqual(['true', 'false'])
  })
})

/** The browser's clipboard, which may refuse. */
function clipboard(isRefused = false) {
  const copied: string[] = []
  const writeText = async (text: string) => {
    if (isRefused) throw new DOMException('Not allowed', 'NotAllowedError')
    copied.push(text)
  }
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }))
  return copied
}

describe('Ask staff', () => {
  const LABEL = 'Only this goes to the staff. Copy it into your ticket:'
  const COPY = 'Copy it and open the support portal'
  const pressLast = () => fireEvent.click(inLog().getAllByRole('button', { name: 'Ask staff' }).at(-1) ?? log())

  it('Ask staff shows only the question as text, then copies it and opens the support portal', async () => {
    const copied = clipboard()
    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    show()
    await get({ text: 'You are not alone.', kind: 'help', citations: [] }, 'a secret')
    await get({ text: 'I could not find a rule.', kind: 'unanswered', citations: [META] }, 'Do you sell boats?')
    pressLast()
    const { value } = inLog().getByLabelText<HTMLTextAreaElement>(LABEL)
    expect([copied, opened.mock.calls]).toEqual([[], []])
    expect(value.split('\n')).toEqual(
      expect.arrayContaining([
        'Question: Do you sell boats?',
        '[1] 5.4 Metagaming: http://localhost:3000/rules/roleplay-standards#54-metagaming',
      ]),
    )
    expect(value).not.toContain('a secret')
    fireEvent.click(inLog().getByRole('button', { name: COPY }))
    await waitFor(() => expect(opened).toHaveBeenCalledExactlyOnceWith(SITE.links.support, '_blank', 'noopener'))
    expect(copied).toEqual([value])
    expect(screen.getAllByText('Your question was copied. Paste it into your ticket.')).toHaveLength(2)
  })

  it('Ask staff contains the earlier questions that belong to it, and no later ones', async () => {
    show()
    await get(QUOTES, 'Can cops search my car?')
    await get(QUOTES, 'What if I say no?')
    await get(QUOTES, 'Something else?')
    fireEvent.click(inLog().getAllByRole('button', { name: 'Ask staff' })[1] ?? log())
    const { value } = inLog().getByLabelText<HTMLTextAreaElement>(LABEL)
    expect(value).toMatch(/Question: Can cops.*Question: What if/s)
    expect(value).not.toContain('Something else?')
  })

  it('Ask staff selects the text if the browser denies the clipboard, and opens no page over it', async () => {
    clipboard(true)
    const opened = vi.fn()
    vi.stubGlobal('open', opened)
    show()
    await get(QUOTES)
    pressLast()
    const shown = inLog().getByLabelText(LABEL)
    fireEvent.click(inLog().getByRole('button', { name: COPY }))
    await waitFor(() => expect(inLog().getByLabelText(LABEL)).not.toBe(shown))
    const field = inLog().getByLabelText<HTMLTextAreaElement>(LABEL)
    expect(field.value).toContain('Question: Can I rdm?')
    expect(document.activeElement).toBe(field)
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
    expect(
      inLog()
        .getByRole('link', { name: /^Open the support portal/ })
        .getAttribute('href'),
    ).toBe(SITE.links.support)
    expect(opened).not.toHaveBeenCalled()
  })
})

describe('Sharing an answer', () => {
  it('sharing copies the link with the question and its rules', async () => {
    const copied = clipboard()
    show()
    await get(QUOTES)
    fireEvent.click(inLog().getByRole('button', { name: 'Share' }))
    await inLog().findByRole('button', { name: 'Link copied' })
    expect(copied).toEqual([`http://localhost:3000${QUOTES.share}`])
  })

  it('sharing shows the link if the browser denies the clipboard', async () => {
    clipboard(true)
    show()
    await get(QUOTES)
    fireEvent.click(inLog().getByRole('button', { name: 'Share' }))
    const field = await inLog().findByLabelText<HTMLTextAreaElement>('Copy this link:')
    expect(field.value).toContain('/rules/answer?q=')
  })

  it('an answer without a rule cannot be shared', async () => {
    show()
    await get({ ...QUOTES, citations: [CODE], share: undefined })
    expect(button('Share')).toBeNull()
  })
})

describe('Rules of an answer', () => {
  const openRule = () => fireEvent.click(inLog().getByRole('link', { name: '6.1 RDM' }))

  it('a rule opens over the chat, in its whole book, with the focus on its heading', async () => {
    show()
    await get(ANSWER)
    openRule()
    const call = await callOf('/api/rules/roleplay-standards')
    const dialog = await screen.findByRole('dialog', { name: 'The rules' })
    within(dialog).getByText('Loading the rule…')
    await act(async () => call.answer(Response.json({ data: BOOK })))
    const book = within(await screen.findByRole('dialog', { name: 'Roleplay standards' }))
    book.getByText('Only what you saw.')
    const heading = book.getByRole('heading', { name: '6.1 RDM' })
    expect(document.activeElement).toBe(heading)
    expect(book.getByRole('link', { name: /^Open page/ }).getAttribute('href')).toBe(RDM.href)
  })

  it.each([
    ['its button', () => fireEvent.click(screen.getByRole('button', { name: 'Back to the chat' }))],
    ['Back', () => act(() => window.history.back())],
  ])('a rule is closed by %s, and the answer keeps its place', async (_, close) => {
    show()
    await get(ANSWER)
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
    openRule()
    await screen.findByRole('dialog')
    close()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(scrolled).not.toHaveBeenCalled()
    inLog().getByText('You may not.')
  })

  it('a rule that could not be loaded can be requested again', async () => {
    show()
    await get(ANSWER)
    openRule()
    const first = await callOf('/api/rules/roleplay-standards')
    await act(async () => first.breakOff())
    await screen.findByText('Failed to load this rule.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    const second = await callOf('/api/rules/roleplay-standards', 2)
    await act(async () => second.answer(Response.json({ data: BOOK })))
    await screen.findByRole('heading', { name: '6.1 RDM' })
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }])(
    'a press on a rule with %j behaves like a normal link',
    async (key) => {
      show()
      await get(ANSWER)
      const link = inLog().getByRole('link', { name: '6.1 RDM' })
      const isLeftAlone: boolean[] = []
      const prevent = (event: Event) => {
        isLeftAlone.push(!event.defaultPrevented)
        event.preventDefault()
      }
      document.addEventListener('click', prevent)
      fireEvent.click(link, key)
      document.removeEventListener('click', prevent)
      expect(isLeftAlone).toEqual([true])
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  it('a code opens in a new tab beside the chat', async () => {
    show()
    await get({ ...QUOTES, citations: [CODE] })
    const link = within(inLog().getByRole('list', { name: 'Sources' })).getByRole('link')
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  })
})

describe('A rejected message', () => {
  const refuse = async (call: Asked, status = 400) => {
    const error = { code: 'invalid', message: 'Some of it is not valid.', fields: { content: 'Use less.' } }
    await act(async () => call.answer(Response.json({ ok: false, error }, { status })))
    await waitFor(() => expect(log().getAttribute('aria-busy')).toBe('false'))
  }

  it.each([400, 413])(
    'a rejected message shows an error, and is not sent again with later ones (%i)',
    async (status) => {
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      show()
      await get(QUOTES, 'first')
      await refuse(await ask('refused'), status)
      inLog().getByText(TROUBLE)
      const { body } = await ask('help me')
      expect(JSON.stringify(body)).toMatch(/first.*help me/)
      expect(JSON.stringify(body)).not.toMatch(/refused|difficulties/)
    },
  )

  it('a rejected message is not sent again from the next page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    show()
    await refuse(await ask('refused'))
    cleanup()
    show()
    await screen.findByText(TROUBLE)
    expect(JSON.stringify((await ask('help me')).body)).not.toContain('refused')
  })

  it('a message with invisible characters only is not sent', () => {
    show()
    const field = screen.getByLabelText('Your question about the rules')
    fireEvent.change(field, { target: { value: '\u200b \u2060' } })
    expect(button('Send')).toHaveProperty('disabled', true)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveProperty('value', '\u200b \u2060')
  })

  it('a message after a very long answer is accepted, because only the beginning of the answer is sent', async () => {
    show()
    await get({ text: 'x'.repeat(9_000), kind: 'quotes', citations: [RDM] })
    const { body } = await ask('and now?')
    expect(JSON.stringify(body).length).toBeLessThan(9_000)
  })
})

describe('The conversation in a tab', () => {
  it('the conversation continues on the next page, with the thumbs of its answers', async () => {
    show()
    await get(ANSWER)
    fireEvent.click(screen.getByRole('button', { name: 'Helpful' }))
    cleanup()
    show()
    await screen.findByText('Three days.')
    expect(button('Helpful')?.getAttribute('aria-pressed')).toBe('true')
    const call = await ask('And now?')
    expect(JSON.stringify(call.body)).toContain('Can I rdm?')
  })

  it('one press clears the conversation on the page and in the tab', async () => {
    show()
    expect(button('Clear conversation')).toBeNull()
    await get(QUOTES, 'a secret')
    fireEvent.click(screen.getByRole('button', { name: 'Clear conversation' }))
    expect(inLog().queryByText('a secret')).toBeNull()
    inLog().getByText(SITE.assistant.greeting)
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('secret')
    expect(JSON.stringify((await ask('something else')).body)).not.toContain('secret')
  })

  it('clearing during an answer also discards that answer', async () => {
    show()
    const call = await ask('a secret')
    fireEvent.click(screen.getByRole('button', { name: 'Clear conversation' }))
    await act(async () => call.answer(Response.json(QUOTES)))
    expect(call.signal?.aborted).toBe(true)
    expect(log().textContent).not.toMatch(/secret|6\.1 RDM/)
    expect(log().getAttribute('aria-busy')).toBe('false')
  })

  it('the conversation disappears from an open page when the session ends', async () => {
    show()
    await get(QUOTES, 'a secret')
    act(clearTabStorage)
    expect(log().textContent).not.toContain('secret')
    expect(JSON.stringify({ ...window.sessionStorage })).not.toContain('secret')
  })

  it('a page that was left does not wait for an answer', async () => {
    const { unmount } = show()
    const call = await ask()
    expect(call.signal?.aborted).toBe(false)
    unmount()
    expect(call.signal?.aborted).toBe(true)
    await act(async () => call.breakOff())
  })

  it.each(['[{"type":"bot"}]', '[]', '"?"', 'null'])(
    'the conversation starts empty if an older version of the site stored %s',
    async (kept) => {
      window.sessionStorage.setItem('assistant', kept)
      show()
      await screen.findByRole('log')
      inLog().getByText(SITE.assistant.greeting)
      expect(screen.queryByRole('list', { name: 'Questions to try' })).not.toBeNull()
    },
  )

  it('the chat works in a browser without storage', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
    show()
    await get(QUOTES)
    inLog().getByText(/No killing/)
  })
})
