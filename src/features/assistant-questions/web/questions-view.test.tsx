import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveRegion } from '#ui/live-region.tsx'
import { useKeptFocus } from '#web/use-kept-focus.ts'
import type { Phrase, QuestionGroup } from '../contract.ts'
import { QuestionsView } from './questions-view.tsx'

const MODS = {
  href: '/rules/conduct#33-mods',
  title: '3.3 Game modifications',
  trail: 'General conduct › 3. Fair play',
}
const PETS = { href: '/rules/standards#84-pets', title: '8.4 Pets', trail: 'Roleplay standards › 8. Characters' }
const AIM: QuestionGroup = {
  ids: [7, 5],
  question: 'is aim assist allowed',
  alike: ['aim assist ok??'],
  unanswered: 9,
  down: 1,
  lastDay: '2026-03-14',
  rules: [PETS],
  phrase: 'aim assist allowed',
}
const GATOR: QuestionGroup = {
  ...{
    ids: [3],
    question: 'can i bring my gator',
    alike: [],
    unanswered: 1,
    down: 0,
    lastDay: '2026-03-10',
    rules: [],
  },
  phrase: 'bring gator',
}
const WIPE: QuestionGroup = { ...GATOR, ids: [4], question: 'when do you guys wipe' }
const LIVERY: Phrase = {
  id: 11,
  phrase: 'livery pack',
  href: MODS.href,
  rule: MODS,
  addedAt: new Date(Date.now() - 7_200_000).toISOString(),
  addedBy: 'Dana Whitfield',
}
const QUESTIONS = '/api/assistant/questions'
const PHRASES = '/api/assistant/phrases'

let answers: Record<string, () => Response | Promise<Response>>
let sent: { call: string; body: unknown }[]
let questions: { data: QuestionGroup[]; dismissed: QuestionGroup[]; total: number; sums: object; fullDays: string[] }

beforeEach(() => {
  sent = []
  questions = {
    data: [AIM, GATOR],
    dismissed: [WIPE],
    total: 2,
    sums: { unanswered: 46, up: 38, down: 6 },
    fullDays: [],
  }
  answers = {
    [`GET ${QUESTIONS}`]: () => Response.json(questions),
    [`GET ${PHRASES}`]: () => Response.json({ data: [LIVERY] }),
    'GET /api/assistant/rules': () =>
      Response.json({ data: [PETS, MODS].map((rule) => ({ ...rule, excerpt: 'What it says.' })) }),
    [`PUT ${QUESTIONS}/state`]: () => Response.json({ ok: true }),
    [`POST ${PHRASES}`]: () => Response.json({ ok: true, item: { ...LIVERY, phrase: 'aim assist' }, answers: true }),
    [`DELETE ${PHRASES}/11`]: () => Response.json({ ok: true, questions: [7, 5] }),
  }
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const call = `${init?.method} ${address.split('?')[0]}`
    if (init?.method !== 'GET' || address.includes('?'))
      sent.push({ call: address, body: init?.body ? JSON.parse(String(init.body)) : null })
    const answer = answers[call]
    if (answer === undefined) throw new Error(`unexpected call: ${call}`)
    return answer()
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page() {
  useKeptFocus()
  return <QuestionsView />
}

function show(search = '') {
  window.history.replaceState(null, '', `/assistant${search}`)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LiveRegion />
      <Page />
    </QueryClientProvider>,
  )
}

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
/** Messages of earlier tests may still be shown, so the last one is taken. */
const undo = () => fireEvent.click(screen.getAllByRole('button', { name: 'Undo' }).at(-1) ?? document.body)
const askedAs = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Asked as: is aim assist allowed' }))
  return screen.getByRole('dialog', { name: 'Which rule did they mean?' })
}

describe('The list of missed questions', () => {
  it('each group shows its wordings, count, last time, reason and the shown rules', async () => {
    show()
    const [, row] = await screen.findAllByRole('row')
    for (const text of [
      'is aim assist allowed',
      '1 other wording',
      'aim assist ok??',
      '9 not answered',
      '1 thumb down',
      '03/14/2026',
    ])
      expect(row?.textContent).toContain(text)
    expect(
      within(row ?? document.body)
        .getByRole('link', { name: /8\.4 Pets/ })
        .getAttribute('href'),
    ).toBe(PETS.href)
    screen.getByText('Last 30 days: 46 questions missed, 38 thumbs up, 6 down')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'To look at2',
      'Not for the rules1',
      'Phrases1',
    ])
  })

  it('the search matches every wording and is in the address', async () => {
    show('?search=OK%3F')
    await screen.findByText('is aim assist allowed')
    expect(screen.queryByText('can i bring my gator')).toBeNull()
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zebra' } })
    await screen.findByText('No questions match.')
    press('Show all')
    await screen.findByText('can i bring my gator')
  })

  it('the list says that there are no questions, or that only the most frequent are shown', async () => {
    questions = { ...questions, total: 431 }
    show()
    await screen.findByText('The 2 most asked')
    expect(screen.queryByText(/^On /)).toBeNull()
    cleanup()
    questions = { ...questions, fullDays: ['2026-03-14', '2026-03-12'] }
    show()
    await screen.findByText(/^On 03\/14\/2026, 03\/12\/2026 at least 200 different questions had no answer\./)
    cleanup()
    questions = { ...questions, data: [], total: 0 }
    show()
    await screen.findByText('Nothing was missed.')
  })

  it('a failed list can be loaded again', async () => {
    answers[`GET ${QUESTIONS}`] = () => Response.json({ ok: false }, { status: 500 })
    show()
    await screen.findByText('Failed to load the questions.')
    answers[`GET ${QUESTIONS}`] = () => Response.json(questions)
    press('Try again')
    await screen.findByText('is aim assist allowed')
  })
})

describe('Assigning a rule', () => {
  it('the closest rules and a phrase are suggested, one press assigns a rule to the group, and it can be undone', async () => {
    show()
    const dialog = await askedAs()
    expect(within(dialog).getByLabelText<HTMLInputElement>('Phrase').value).toBe('aim assist allowed')
    fireEvent.change(within(dialog).getByLabelText('Phrase'), { target: { value: ' aim assist ' } })
    fireEvent.click(await within(dialog).findByRole('button', { name: /3\.3 Game modifications/ }))
    await screen.findByText('“aim assist” leads to 3.3 Game modifications now.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent.at(-1)).toEqual({
      call: PHRASES,
      body: { phrase: 'aim assist', href: MODS.href, questions: [7, 5] },
    })
    undo()
    await screen.findByText('“aim assist” was removed, and the question is back.')
    expect(sent.at(-1)?.call).toBe(`${PHRASES}/11`)
  })

  it('the search finds all rules and codes', async () => {
    show()
    const dialog = await askedAs()
    await within(dialog).findByRole('button', { name: /8\.4 Pets/ })
    expect(sent.at(-1)?.call).toContain('question=is+aim+assist+allowed')
    answers['GET /api/assistant/rules'] = () => Response.json({ data: [] })
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'zebra' } })
    await within(dialog).findByText('No rule and no code contains this.')
    expect(sent.at(-1)?.call).toContain('search=zebra')
  })

  it('errors of a phrase are shown before and after it is sent', async () => {
    show()
    const dialog = await askedAs()
    const field = within(dialog).getByLabelText('Phrase')
    fireEvent.change(field, { target: { value: 'one two three four five six seven' } })
    const rule = await within(dialog).findByRole('button', { name: /8\.4 Pets/ })
    fireEvent.click(rule)
    within(dialog).getByText('Write one to 6 words.')
    expect(sent.filter(({ call }) => call === PHRASES)).toEqual([])
    answers[`POST ${PHRASES}`] = () =>
      Response.json(
        { ok: false, error: { code: 'already_there', message: 'It is there.', fields: { phrase: 'It is there.' } } },
        { status: 409 },
      )
    fireEvent.change(field, { target: { value: 'livery pack' } })
    fireEvent.click(rule)
    await within(dialog).findByText('It is there.')
  })

  it('both versions of a phrase that somebody else added are shown, and one can be chosen', async () => {
    show()
    const dialog = await askedAs()
    const added = answers[`POST ${PHRASES}`]
    answers[`POST ${PHRASES}`] = () =>
      Response.json(
        { ok: false, error: { code: 'already_there', message: 'It is there.', fields: { phrase: 'It is there.' } } },
        { status: 409 },
      )
    fireEvent.change(within(dialog).getByLabelText('Phrase'), { target: { value: 'Livery pack' } })
    fireEvent.click(await within(dialog).findByRole('button', { name: /8\.4 Pets/ }))
    const conflict = await screen.findByRole('dialog', { name: 'Dana Whitfield has added this phrase already' })
    for (const title of [PETS.title, MODS.title]) within(conflict).getByText(title)
    if (added) answers[`POST ${PHRASES}`] = added
    fireEvent.click(within(conflict).getByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sent.at(-1)?.body).toEqual({ phrase: 'Livery pack', href: PETS.href, questions: [7, 5], replaces: 11 })
  })

  it('the page says that somebody else has handled the question', async () => {
    answers[`POST ${PHRASES}`] = () =>
      Response.json(
        { ok: false, error: { code: 'changed_meanwhile', message: 'Somebody else has dealt with this question.' } },
        { status: 409 },
      )
    show()
    const dialog = await askedAs()
    fireEvent.click(await within(dialog).findByRole('button', { name: /8\.4 Pets/ }))
    await within(dialog).findByText('Somebody else has dealt with this question.')
  })

  it('the page says that the assistant is still not certain', async () => {
    answers[`POST ${PHRASES}`] = () => Response.json({ ok: true, item: LIVERY, answers: false })
    show()
    const dialog = await askedAs()
    fireEvent.click(await within(dialog).findByRole('button', { name: /8\.4 Pets/ }))
    await screen.findByText(/is not sure of this question yet/)
  })
})

describe('Questions that are not about the rules', () => {
  it('a dismissed group disappears from the list, and undo restores it', async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Not for the rules: can i bring my gator' }))
    await screen.findByText('The question was removed from the list.')
    expect(sent.at(-1)?.body).toEqual({ questions: [3], state: 'dismissed' })
    undo()
    await screen.findByText('The question is back on the list.')
    expect(sent.at(-1)?.body).toEqual({ questions: [3], state: 'open' })
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('3'))
  })

  it('the focus moves to the heading if the restored group is not shown', async () => {
    show()
    const dismiss = await screen.findByRole('button', { name: 'Not for the rules: can i bring my gator' })
    questions = { ...questions, data: [AIM] }
    fireEvent.click(dismiss)
    await screen.findByText('The question was removed from the list.')
    await waitFor(() => expect(dismiss.isConnected).toBe(false))
    undo()
    await screen.findByText('The question is back on the list.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  })

  it('the focus moves to the row once a slow list shows it again', async () => {
    const all = questions
    show()
    const dismiss = await screen.findByRole('button', { name: 'Not for the rules: can i bring my gator' })
    questions = { ...all, data: [AIM] }
    fireEvent.click(dismiss)
    await waitFor(() => expect(dismiss.isConnected).toBe(false))
    let read = () => undefined
    const isRead = new Promise<void>((resolve) => {
      read = () => void resolve()
    })
    answers[`GET ${QUESTIONS}`] = () => isRead.then(() => Response.json(all))
    undo()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
    read()
    await waitFor(() => expect(document.activeElement?.getAttribute('data-row')).toBe('3'))
  })

  it('dismissed groups are listed and can always be restored', async () => {
    show('?view=dismissed')
    fireEvent.click(await screen.findByRole('button', { name: 'Bring back: when do you guys wipe' }))
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ questions: [4], state: 'open' }))
  })

  it('a failure is shown with its cause', async () => {
    answers[`PUT ${QUESTIONS}/state`] = () =>
      Response.json(
        { ok: false, error: { code: 'changed_meanwhile', message: 'Somebody else was first.' } },
        { status: 409 },
      )
    show()
    fireEvent.click(await screen.findByRole('button', { name: 'Not for the rules: can i bring my gator' }))
    await screen.findByText('It was not removed from the list. Somebody else was first.')
  })
})

describe('Requests that did not reach the server', () => {
  const fails = () => Promise.reject(new TypeError('offline'))

  it.each([
    ['', 'Not for the rules: is aim assist allowed', `PUT ${QUESTIONS}/state`, /^It was not removed from the list\./],
    ['?view=phrases', 'Remove livery pack', `DELETE ${PHRASES}/11`, /^The phrase was not removed\./],
  ])('the focus stays on the button after a failed request: %s %s', async (address, name, write, message) => {
    show(address)
    const button = await screen.findByRole('button', { name })
    answers[write] = () => new Promise((_, reject) => setTimeout(() => reject(new TypeError('offline')), 50))
    button.focus()
    fireEvent.click(button)
    await screen.findByText(message)
    expect(document.activeElement).toBe(button)
  })

  it.each([
    ['', 'Not for the rules: can i bring my gator', `PUT ${QUESTIONS}/state`, /^The question is back on the list\./],
    ['?view=phrases', 'Remove livery pack', `POST ${PHRASES}`, /^“livery pack” is back\./],
  ])('a failed undo is offered again: %s %s', async (address, name, write, message) => {
    show(address)
    fireEvent.click(await screen.findByRole('button', { name }))
    await screen.findAllByText(/was removed( from the list)?\.$/)
    const works = answers[write] ?? fails
    answers[write] = fails
    undo()
    await screen.findByText(/^It was not undone\. The site could not be reached\./)
    answers[write] = works
    undo()
    await screen.findByText(message)
  })

  it('a failed removal of a new phrase is offered again', async () => {
    show()
    const dialog = await askedAs()
    fireEvent.click(await within(dialog).findByRole('button', { name: /3\.3 Game modifications/ }))
    await screen.findByText('“aim assist” leads to 3.3 Game modifications now.')
    const works = answers[`DELETE ${PHRASES}/11`] ?? fails
    answers[`DELETE ${PHRASES}/11`] = fails
    undo()
    await screen.findByText(/^It was not undone\. The site could not be reached\./)
    answers[`DELETE ${PHRASES}/11`] = works
    undo()
    await screen.findByText('“aim assist” was removed, and the question is back.')
  })
})

describe('Phrases', () => {
  it('each phrase shows its target, author and date, can be removed, and undo restores it with its questions', async () => {
    show('?view=phrases')
    const row = (await screen.findByText('livery pack')).closest('tr')
    for (const text of ['3.3 Game modifications', 'General conduct', '2 hours ago by Dana Whitfield'])
      expect(row?.textContent).toContain(text)
    press('Remove livery pack')
    await screen.findByText('“livery pack” was removed.')
    undo()
    await screen.findByText('“livery pack” is back.')
    expect(sent.at(-1)?.body).toEqual({ phrase: 'livery pack', href: MODS.href, questions: [7, 5] })
  })

  it('a phrase says that its rule is gone', async () => {
    answers[`GET ${PHRASES}`] = () => Response.json({ data: [{ ...LIVERY, rule: null }] })
    show('?view=phrases')
    await screen.findByText('This rule no longer exists')
  })

  it('a phrase can be added without a question', async () => {
    show('?view=phrases')
    await screen.findByText('livery pack')
    press('Add a phrase')
    const dialog = screen.getByRole('dialog', { name: 'Add a phrase' })
    fireEvent.change(within(dialog).getByLabelText('Phrase'), { target: { value: 'skins' } })
    fireEvent.change(within(dialog).getByRole('searchbox'), { target: { value: 'mod' } })
    fireEvent.click(await within(dialog).findByRole('button', { name: /3\.3 Game/ }))
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ phrase: 'skins', href: MODS.href, questions: [] }))
  })
})
