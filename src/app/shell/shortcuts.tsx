import { msg, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Keys } from '#ui/keys.tsx'

const GROUPS = [
  {
    title: msg('Everywhere'),
    keys: [
      ['Ctrl K', msg('Jump to a page, a person or a code')],
      ['/', msg('Search on this page')],
      ['Esc', msg('Clear the search, close what is open')],
      ['?', msg('This help')],
    ],
  },
  {
    title: msg('In a table'),
    keys: [
      ['↓', msg('Go to the first row, or to the next row')],
      ['↑', msg('Go to the previous row')],
      ['Home End', msg('Go to the first or last row')],
      ['Enter', msg('Open or edit the row')],
    ],
  },
  {
    title: msg('In “Jump to”'),
    keys: [
      ['Enter', msg('Open')],
      ['Shift Enter', msg('Copy a mention or a code')],
    ],
  },
] as const

/** Which keys do what. */
export function Shortcuts({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
      {GROUPS.map(({ title, keys }) => (
        <section key={title} className="not-first:mt-5">
          <h3 className="eyebrow mb-1.5 text-amber">{t(title)}</h3>
          <dl className="text-sm">
            {keys.map(([press, what]) => (
              <div key={press} className="flex items-center gap-4 py-1">
                <dt className="w-26 shrink-0">
                  <Keys keys={press} />
                </dt>
                <dd className="text-paper">{t(what)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
