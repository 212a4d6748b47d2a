import { cleanup, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { afterEach, expect, it } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

afterEach(cleanup)

function Page({ names }: { names: readonly string[] }) {
  useKeptFocus()
  const [rows, setRows] = useState(names)
  const [asked, setAsked] = useState<string | null>(null)
  const remove = (name: string) => setRows((now) => now.filter((each) => each !== name))
  return (
    <main id="content" tabIndex={-1}>
      <button type="button">Add</button>
      <button type="button" disabled={rows.length === 1} onClick={() => setRows(rows.slice(0, 1))}>
        Remove all but one
      </button>
      <ul>
        {rows.map((name) => (
          <li key={name}>
            <button type="button" onClick={() => remove(name)}>
              Remove {name}
            </button>
            <button type="button" onClick={() => setAsked(name)}>
              Ask about {name}
            </button>
          </li>
        ))}
      </ul>
      {asked !== null &&
        createPortal(
          <dialog open>
            <button type="button" onClick={() => remove(asked)}>
              Yes
            </button>
            <button type="button" onClick={() => setAsked(null)}>
              Close
            </button>
          </dialog>,
          document.body,
        )}
    </main>
  )
}

function press(name: string): void {
  const button = screen.getByRole('button', { name })
  button.focus()
  fireEvent.click(button)
}

it('the focus of a removed row moves to the next one, or to the previous one, or out of an empty list', async () => {
  render(<Page names={['one', 'two', 'three']} />)
  press('Remove two')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove three' })))
  press('Remove three')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove one' })))
  press('Remove one')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' })))
})

it('a dialog whose row was removed returns the focus to the next row', async () => {
  render(<Page names={['one', 'two', 'three']} />)
  press('Ask about two')
  press('Yes')
  press('Close')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove three' })))
})

it('a button that becomes disabled passes the focus to its neighbours', async () => {
  render(<Page names={['one', 'two']} />)
  press('Remove all but one')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add' })))
})

it('focus that the person moved away stays there', async () => {
  render(<Page names={['one', 'two']} />)
  const remove = screen.getByRole('button', { name: 'Remove one' })
  remove.focus()
  fireEvent.pointerDown(document.body)
  remove.blur()
  fireEvent.click(remove)
  await Promise.resolve()
  expect(remove.isConnected).toBe(false)
  expect(document.activeElement).toBe(document.body)
})

it('focus from before the code loaded is kept too', async () => {
  const main = document.createElement('main')
  main.id = 'content'
  main.innerHTML = '<button>Add</button><p><button>Revoke</button></p>'
  document.body.append(main)
  const [add, revoke] = main.querySelectorAll('button')
  revoke?.focus()
  renderHook(useKeptFocus)
  revoke?.remove()
  await waitFor(() => expect(document.activeElement).toBe(add))
  main.remove()
})

it('a control that is not shown does not get the focus', async () => {
  const main = document.createElement('main')
  main.id = 'content'
  main.innerHTML =
    '<details style="display: none"><summary>Filters</summary></details><button>Clear</button><p><button>Sort</button></p>'
  document.body.append(main)
  const [clear, sort] = main.querySelectorAll('button')
  renderHook(useKeptFocus)
  sort?.focus()
  sort?.remove()
  await waitFor(() => expect(document.activeElement).toBe(clear))
  main.remove()
})
