import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CONTENT, SITE } from '#test/site.ts'
import { SiteProvider } from '#web/site-context.tsx'
import { AssistantSection } from './assistant-section.tsx'

interface Sent {
  chatMessages: { type: string; content: string }[]
}

/** The requests to the fake site. Each test answers them by hand. */
let sent: Sent[] = []
let answer: (status: number, body: unknown) => void = () => undefined
let breakOff: () => void = () => undefined

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body))
    return new Promise<Response>((resolve, reject) => {
      answer = (status, reply) => resolve(Response.json(reply, { status }))
      breakOff = () => reject(new TypeError('network'))
    })
  })
})
afterEach(() => {
  cleanup()
  window.sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const section = (
  <SiteProvider content={CONTENT}>
    <AssistantSection>
      <a href="/rules">Read the rules</a>
    </AssistantSection>
  </SiteProvider>
)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your question about the rules')
const sendButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
const log = () => within(screen.getByRole('log'))

/** Types a question, presses Enter and waits until it is sent. */
async function ask(text: string) {
  const before = sent.length
  write(text)
  fireEvent.keyDown(field(), { key: 'Enter' })
  await waitFor(() => expect(sent).toHaveLength(before + 1))
}

describe('Confused on the rules?', () => {
  it('heading, greeting and suggestions are there before any script runs', () => {
    const html = renderToString(section)
    expect(html).toContain('Confused on the rules?')
    expect(html).toContain(SITE.assistant.greeting)
    expect(html).toContain('href="/rules"')
  })

  it('the chat starts with one greeting of the assistant', () => {
    render(section)
    expect(screen.getAllByText('Assistant:')).toHaveLength(1)
    screen.getByText(SITE.assistant.greeting)
  })

  it('an empty question is not sent, and the send button is disabled', () => {
    render(section)
    expect(sendButton().disabled).toBe(true)
    write('  \n ')
    expect(sendButton().disabled).toBe(true)
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(sent).toHaveLength(0)
  })

  it('a question is trimmed and sent with the whole conversation', async () => {
    render(section)
    await ask('  What is RDM?  ')
    expect(sent[0]?.chatMessages).toEqual([
      { type: 'bot', content: SITE.assistant.greeting },
      { type: 'user', content: 'What is RDM?' },
    ])
    await act(async () => answer(200, { text: 'Killing without a reason.' }))
    await log().findByText('Killing without a reason.')
  })

  it('Enter sends a question, and Shift+Enter does not', async () => {
    render(section)
    write('What is RDM?')
    fireEvent.keyDown(field(), { key: 'Enter', shiftKey: true })
    expect(sent).toHaveLength(0)
    fireEvent.keyDown(field(), { key: 'Enter' })
    await waitFor(() => expect(sent).toHaveLength(1))
  })

  it('input and button are disabled and three dots are shown while a reply is pending', async () => {
    render(section)
    await ask('What is RDM?')
    expect(field().disabled).toBe(true)
    expect(sendButton().disabled).toBe(true)
    expect(field().value).toBe('')
    expect(log().getByText('is typing').parentElement?.querySelectorAll('[data-typing] > span')).toHaveLength(3)
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(sent).toHaveLength(1)

    await act(async () => answer(200, { text: 'Killing.' }))
    await log().findByText('Killing.')
    expect(screen.queryByText('is typing')).toBeNull()
    expect(field().disabled).toBe(false)
    expect(document.activeElement).toBe(field())
  })

  it('the chat scrolls to the newest message', async () => {
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollTo')
    render(section)
    await ask('What is RDM?')
    await act(async () => answer(200, { text: 'Killing.' }))
    await log().findByText('Killing.')
    expect(scrolled).toHaveBeenCalled()
  })

  it('citations are links in the text and below it', async () => {
    render(section)
    await ask('What is RDM?')
    const citations = [{ title: '6.1 RDM', href: '/rules/roleplay-standards#61-rdm' }]
    await act(async () => answer(200, { text: '6.1 RDM\n“Do not.” [1] [2]', citations }))
    const below = within(await screen.findByRole('list', { name: 'Sources' })).getByRole('link')
    expect(below.getAttribute('href')).toBe('/rules/roleplay-standards#61-rdm')
    expect(
      log()
        .getByRole('link', { name: /^Source: 6.1 RDM/ })
        .getAttribute('href'),
    ).toBe(below.getAttribute('href'))
    expect(log().getAllByRole('link')).toHaveLength(2)
  })

  it('a reply is shown as plain text', async () => {
    render(section)
    await ask('Hack?')
    const evil = '<img src=x onerror=alert(1)> <script>alert(1)</script> [click](javascript:alert(1)) **bold**'
    await act(async () => answer(200, { text: evil }))
    await log().findByText(evil)
    expect(document.querySelectorAll('[role=log] :is(img, script, a)')).toHaveLength(0)
  })

  it('a picture is shown with its alternative text', async () => {
    render(section)
    await ask('Thanks!')
    await act(async () => answer(200, { text: '/media/chat/thumbs-up.svg', isGif: true, alt: 'A thumb goes up' }))
    expect((await log().findByRole('img', { name: 'A thumb goes up' })).getAttribute('src')).toBe(
      '/media/chat/thumbs-up.svg',
    )
  })

  it('an empty reply is replaced by a message', async () => {
    render(section)
    await ask('What is RDM?')
    await act(async () => answer(200, { text: ' ' }))
    await log().findByText('Sorry—no response was returned.')
  })

  it.each([
    ['an answer that is not OK', () => answer(500, { ok: false, error: { code: 'unexpected', message: 'Broken' } })],
    ['a network error', () => breakOff()],
  ])('an error message is shown and logged after %s', async (_what, fail) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    render(section)
    await ask('What is RDM?')
    await act(async () => fail())
    await log().findByText(
      'Sorry, I’m having some technical difficulties. You can find the rules at the rules site or open a ticket at the support portal.',
    )
    expect(logged).toHaveBeenCalledOnce()
    expect(screen.getByRole('link', { name: /Support portal/ }).getAttribute('href')).toBe(SITE.links.support)
    expect(field().disabled).toBe(false)
  })

  it('the wait after too many questions is shown as the server reports it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const message = 'You have asked 10 questions in a minute. Please wait 42 seconds and ask again.'
    render(section)
    await ask('What is RDM?')
    await act(async () => answer(429, { ok: false, error: { code: 'too_many_requests', message } }))
    await log().findByText(message)
    expect(field().disabled).toBe(false)
  })

  it('at most the last twenty messages are sent', async () => {
    render(section)
    for (let turn = 1; turn <= 11; turn++) {
      await ask(`Question ${turn}`)
      await act(async () => answer(200, { text: `Answer ${turn}` }))
      await log().findByText(`Answer ${turn}`)
    }
    expect(sent.at(-1)?.chatMessages).toHaveLength(20)
    expect(sent.at(-1)?.chatMessages.at(-1)?.content).toBe('Question 11')
  })
})

describe('The beta popup', () => {
  async function open() {
    render(section)
    fireEvent.click(screen.getByRole('button', { name: /beta/ }))
    return screen.findByRole('dialog', { name: `Introducing ${SITE.assistant.name}` })
  }

  it('the beta link opens the popup with version, date and a reminder', async () => {
    const popup = within(await open())
    popup.getByText('v1.0.0-beta')
    popup.getByText('30 August 2025')
    popup.getByText(/AI can be inaccurate/)
  })

  it('the close button closes the popup', async () => {
    const popup = await open()
    fireEvent.click(within(popup).getByRole('button', { name: 'Close dialog' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('a click outside the popup closes it, and one inside does not', async () => {
    const popup = await open()
    fireEvent.mouseDown(within(popup).getByText('v1.0.0-beta'))
    expect(screen.queryByRole('dialog')).not.toBeNull()
    fireEvent.mouseDown(popup)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
