import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { useDeferredValue } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { addressNow, FLAG, integer, LIST, listOf, oneOf, TEXT, useListFilter } from './use-list-filter.ts'

const PARAMETERS = {
  search: TEXT,
  status: LIST,
  kind: listOf(['open', 'closed']),
  sort: oneOf(['date', 'name'], 'date'),
  pageSize: oneOf([10, 25], 25),
  page: integer(1),
  entry: integer(null),
  archived: FLAG,
}
const OTHER = { group: TEXT, word: TEXT }

const open = (address: string) => window.history.pushState(null, '', address)
const address = () => window.location.pathname + window.location.search
const rest = () => act(() => vi.advanceTimersByTimeAsync(300))
/** Does what Back and Forward do once the browser has changed the address. */
const goTo = (to: string) =>
  act(async () => {
    window.history.replaceState(null, '', to)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
const useFilter = () => useListFilter(PARAMETERS)
const show = () => renderHook(useFilter).result

beforeEach(() => {
  vi.useFakeTimers()
  open('/list')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A list with a search whose rows are slow to render. */
function SlowList({ slow = () => {} }: { slow?(): void }) {
  const { values, type, clear } = useListFilter(PARAMETERS)
  const search = useDeferredValue(values.search)
  return (
    <>
      <input type="search" value={values.search} onChange={({ target }) => type({ search: target.value })} />
      <button type="button" onClick={clear}>
        Clear
      </button>
      <Rows search={search} slow={slow} />
    </>
  )
}
function Rows({ search, slow }: { search: string; slow(): void }) {
  slow()
  return <output>{search}</output>
}

const field = () => screen.getByRole<HTMLInputElement>('searchbox')
/** Types a letter after the text that the field shows, as a browser does. */
function press(letter: string, input = field()) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, input.value + letter)
  input.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

describe('A filter in the address', () => {
  it('a filter is read from the address, without invalid values', () => {
    open('/list?search=a+b&status=Active,LOA&kind=open,gone&sort=name&pageSize=10&page=3&entry=7&archived=true')
    expect(show().current.values).toEqual({
      search: 'a b',
      status: ['Active', 'LOA'],
      kind: ['open'],
      sort: 'name',
      pageSize: 10,
      page: 3,
      entry: 7,
      archived: true,
    })
    open('/list?sort=size&pageSize=1000&page=x&entry=&archived=maybe&status=')
    expect(show().current.values).toEqual({
      search: '',
      status: [],
      kind: [],
      sort: 'date',
      pageSize: 25,
      page: 1,
      entry: null,
      archived: false,
    })
  })

  it('a filter omits defaults, keeps other parameters, and writes lists with commas', () => {
    open('/list?from=mail')
    const filter = show()
    act(() => filter.current.choose({ status: ['Active', 'On leave, long'], sort: 'date', page: 2 }))
    expect(address()).toBe('/list?from=mail&status=Active,On+leave%252C+long&page=2')
    expect(show().current.values.status).toEqual(['Active', 'On leave, long'])
    act(() => filter.current.choose({ status: [], page: 1 }))
    expect(address()).toBe('/list?from=mail')
  })

  it('a choice adds a history entry, and typing or the same choice does not', async () => {
    const filter = show()
    const before = window.history.length
    act(() => filter.current.type({ search: 'a' }))
    act(() => filter.current.type({ search: 'ab' }))
    expect(address()).toBe('/list')
    await rest()
    expect(address()).toBe('/list?search=ab')
    expect(window.history.length).toBe(before)
    act(() => filter.current.choose({ sort: 'name' }))
    act(() => filter.current.choose({ sort: 'name' }))
    expect(window.history.length).toBe(before + 1)
    act(() => filter.current.choose({ page: 2 }, { replace: true }))
    expect(window.history.length).toBe(before + 1)
    expect(address()).toBe('/list?search=ab&sort=name&page=2')
  })

  it.each(['the same filter', 'another filter of the page'])(
    'text that was typed just before a choice in %s is part of the previous history entry',
    async (where) => {
      const written: string[] = []
      const hear = ({ type }: Event) => written.push(`${type} ${address()}`)
      for (const event of ['replaceState', 'pushState']) window.addEventListener(event, hear)
      const filter = show()
      const other = renderHook(() => useListFilter(OTHER)).result
      const [chooser, choice] = where === 'the same filter' ? [filter, 'sort=name'] : [other, 'group=name']
      act(() => filter.current.type({ search: 'ab' }))
      act(() => chooser.current.choose({ [choice.split('=')[0] ?? '']: 'name' }))
      await rest()
      for (const event of ['replaceState', 'pushState']) window.removeEventListener(event, hear)
      expect(written).toEqual(['replaceState /list?search=ab', `pushState /list?search=ab&${choice}`])
    },
  )
})

describe('Typed text of a filter', () => {
  it('typed text is in a link that is copied at once', () => {
    const filter = show()
    act(() => filter.current.type({ search: 'abc' }))
    expect(addressNow()).toMatch(/\/list\?search=abc$/)
  })

  it('typed text is in the first render, before effects have run', async () => {
    vi.useRealTimers()
    // Render as in a browser. Restore the flag afterwards, because tests of other files run in the same process.
    const before: unknown = Reflect.get(globalThis, 'IS_REACT_ACT_ENVIRONMENT')
    onTestFinished(() => void Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', before))
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    const drawn = new Promise<HTMLInputElement>((resolve) => {
      new MutationObserver(() => {
        const input = place.querySelector('input')
        if (input !== null) resolve(input)
      }).observe(place, { childList: true, subtree: true })
    })
    root.render(<SlowList />)
    const input = await drawn
    for (const letter of 'gideon') press(letter, input)
    expect(input.value).toBe('gideon')
    await expect.poll(address).toBe('/list?search=gideon')
    expect(input.value).toBe('gideon')
    root.unmount()
    place.remove()
  })

  it('typed text stays complete while rows are slow and the address changes', async () => {
    const slow = () => vi.advanceTimersByTime(120)
    render(<SlowList slow={slow} />)
    for (const letter of 'gideon marsh') {
      act(() => press(letter))
      await act(() => vi.advanceTimersByTimeAsync(letter === ' ' ? 400 : 40))
    }
    expect(field().value).toBe('gideon marsh')
    await rest()
    expect(field().value).toBe('gideon marsh')
    expect(address()).toBe('/list?search=gideon+marsh')
  })

  it('cleared text does not return, and text after that stays', async () => {
    render(<SlowList />)
    act(() => press('abc'))
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(field().value).toBe('')
    act(() => press('d'))
    await rest()
    expect(field().value).toBe('d')
    expect(address()).toBe('/list?search=d')
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
    expect(address()).toBe('/list')
    await rest()
    expect(field().value).toBe('')
    expect(address()).toBe('/list')
  })

  it('a link with another filter replaces typed text', async () => {
    render(<SlowList />)
    act(() => press('abc'))
    act(() => open('/list?search=745'))
    expect(field().value).toBe('745')
    await rest()
    expect(field().value).toBe('745')
    expect(address()).toBe('/list?search=745')
  })

  it('typed text stays when other parameters of the address change', async () => {
    render(<SlowList />)
    act(() => press('abc'))
    act(() => open('/list?from=mail#top'))
    expect(field().value).toBe('abc')
    await rest()
    expect(address()).toBe('/list?from=mail&search=abc')
  })

  it('typed text is not written into the address of another page', async () => {
    const filter = show()
    act(() => filter.current.type({ search: 'abc' }))
    act(() => open('/other?search=x'))
    expect(filter.current.values.search).toBe('abc')
    await rest()
    act(() => filter.current.choose({ sort: 'name' }))
    expect(address()).toBe('/other?search=x')
  })
})

describe('Back, Forward and links', () => {
  it('Back, Forward and links show the filter of their address', async () => {
    const filter = show()
    act(() => filter.current.choose({ status: ['LOA'] }))
    await goTo('/list')
    expect(filter.current.values.status).toEqual([])
    await goTo('/list/?status=LOA')
    expect(filter.current.values.status).toEqual(['LOA'])
    act(() => open('/list?search=745'))
    expect(filter.current.values).toMatchObject({ status: [], search: '745' })
  })

  it('two filters of a page are updated independently', async () => {
    const filter = show()
    const other = renderHook(() => useListFilter(OTHER)).result
    act(() => filter.current.type({ search: 'a' }))
    act(() => other.current.choose({ group: 'b' }))
    act(() => other.current.type({ word: 'c' }))
    await rest()
    expect(address()).toBe('/list?search=a&group=b&word=c')
    await goTo('/list?search=z')
    expect(filter.current.values.search).toBe('z')
    expect(other.current.values).toEqual({ group: '', word: '' })
  })
})

describe('On a page that the server has rendered', () => {
  it('the first render equals that of the server, and the filter of the address applies right after it', async () => {
    open('/list?search=10-4')
    const seen: string[] = []
    const List = () => {
      const { values } = useListFilter(PARAMETERS)
      seen.push(values.search)
      return <output>{values.search}</output>
    }
    const place = document.body.appendChild(document.createElement('div'))
    place.innerHTML = renderToString(<List />)
    expect(place.textContent).toBe('')
    seen.length = 0
    const root = await act(async () => hydrateRoot(place, <List />))
    expect(seen[0]).toBe('')
    expect(place.textContent).toBe('10-4')
    act(() => root.unmount())
    place.remove()
  })
})
