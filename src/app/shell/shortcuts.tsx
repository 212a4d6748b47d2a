import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Keys } from '#ui/keys.tsx'

const GROUPS = [
  {
    title: 'Everywhere',
    keys: [
      ['Ctrl K', 'Jump to a page, a person or a code'],
      ['/', 'Search on this page'],
      ['Esc', 'Clear the search, close what is open'],
      ['?', 'This help'],
    ],
  },
  {
    title: 'In a table',
    keys: [
      ['↓', 'Go to the first row, or to the next row'],
      ['↑', 'Go to the previous row'],
      ['Home End', 'Go to the first or last row'],
      ['Enter', 'Open or edit the row'],
    ],
  },
  {
    title: 'In “Jump to”',
    keys: [
      ['Enter', 'Open'],
      ['Shift Enter', 'Copy a mention or a code'],
    ],
  },
] as const

/** Which keys do what. */
export function Shortcuts({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      {GROUPS.map(({ title, keys }) => (
        <section key={title} className="not-first:mt-5">
          <h3 className="eyebrow mb-1.5 text-amber">{title}</h3>
          <dl className="text-sm">
            {keys.map(([press, what]) => (
              <div key={press} className="flex items-center gap-4 py-1">
                <dt className="w-26 shrink-0">
                  <Keys keys={press} />
                </dt>
                <dd className="text-paper">{what}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
