import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Link, type Prepare, Router, useLocation, useNavigate, usePathname } from './router.tsx'

beforeEach(() => window.history.replaceState(null, '', '/ten-codes/?q=backup#10-78'))
afterEach(cleanup)

function Place() {
  const { pathname, search, hash } = useLocation()
  return <output>{`${pathname} ${search} ${hash}`}</output>
}

function show(prepare?: Prepare) {
  render(
    <Router path={window.location.pathname} prepare={prepare}>
      <Place />
      <Link to="/penal-codes">Penal Codes</Link>
      <Link to="/rules">Rulebooks</Link>
      <Link to="/api/auth/discord/start" reloadDocument>
        Sign in
      </Link>
      <Link to="https://rules.example">Rules</Link>
      <Link to="#assistant">Ask</Link>
    </Router>,
  )
}

const place = () => screen.getByRole('status').textContent
/** Clicks a link and returns whether the browser would follow it by itself. */
const follow = (name: string, init = {}) => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, button: 0, ...init })
  let followed = false
  // Runs last and prevents the navigation, because this environment cannot navigate.
  document.addEventListener(
    'click',
    (late) => {
      followed = !late.defaultPrevented
      late.preventDefault()
    },
    { once: true },
  )
  fireEvent(screen.getByRole('link', { name }), event)
  return followed
}

describe('Pages with code that has to load', () => {
  it('a page opens after its code has loaded', async () => {
    let arrive = () => {}
    show(() => new Promise<void>((resolve) => (arrive = resolve)))
    expect(follow('Penal Codes')).toBe(false)
    expect(place()).toContain('/ten-codes')
    await act(async () => arrive())
    expect(place()).toBe('/penal-codes  ')
  })

  it('a page does not open if its code cannot be loaded, or if another link was pressed meanwhile', async () => {
    const asked: { path: string; resolve(): void; reject(error: Error): void }[] = []
    show((path) => new Promise<void>((resolve, reject) => asked.push({ path, resolve, reject })))
    follow('Penal Codes')
    expect(asked[0]?.path).toBe('/penal-codes')
    await act(async () => asked[0]?.reject(new Error('the server is down')))
    expect(place()).toBe('/ten-codes ?q=backup #10-78')
    follow('Penal Codes')
    follow('Rulebooks')
    await act(async () => asked[2]?.resolve())
    await act(async () => asked[1]?.resolve())
    expect(place()).toBe('/rules  ')
  })

  it('a page does not open if the visitor has gone back meanwhile', async () => {
    let arrive = () => {}
    show(() => new Promise<void>((resolve) => (arrive = resolve)))
    follow('Penal Codes')
    await act(async () => {
      window.history.replaceState(null, '', '/rules')
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await act(async () => arrive())
    expect(place()).toBe('/rules  ')
  })
})

describe('The current page', () => {
  it('an address with a trailing slash is the same page', () => {
    show()
    expect(place()).toBe('/ten-codes ?q=backup #10-78')
  })

  it('internal links and Back work without loading a document', async () => {
    show()
    expect(follow('Penal Codes')).toBe(false)
    expect(place()).toBe('/penal-codes  ')
    await act(async () => {
      window.history.replaceState(null, '', '/ten-codes')
    })
    expect(place()).toBe('/ten-codes  ')
  })

  it.each([['Sign in'], ['Rules'], ['Ask']])('the browser handles the link %s', (name) => {
    show()
    expect(follow(name)).toBe(true)
    expect(place()).toBe('/ten-codes ?q=backup #10-78')
  })

  it('the browser handles a link that is opened in another tab', () => {
    show()
    expect(follow('Penal Codes', { ctrlKey: true })).toBe(true)
  })
})

describe('A new address', () => {
  it('only the components that show the page render again, once, and links to it do not', async () => {
    const drawn: string[] = []
    const Path = () => {
      drawn.push(usePathname())
      return null
    }
    const Goer = () => {
      drawn.push(typeof useNavigate())
      return null
    }
    render(
      <Router path={window.location.pathname}>
        <Path />
        <Goer />
        <Link to="/penal-codes">Penal Codes</Link>
      </Router>,
    )
    drawn.length = 0
    await act(async () => {
      follow('Penal Codes')
    })
    expect(drawn).toEqual(['/penal-codes'])
  })
})
