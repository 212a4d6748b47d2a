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
      ['Ctrl Enter', msg('Save or send the form')],
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
    title: msg('In a checklist'),
    keys: [
      ['→', msg('Go from the row to the stage that comes next, or to the next stage')],
      ['←', msg('Go to the previous stage, or back to the row')],
      ['↓ ↑', msg('Go to the same stage of the next or previous person')],
      ['Enter', msg('Edit the stage')],
      ['C F P', msg('Set the stage to Completed, Failed or In-Progress, supervised by you unless somebody is named')],
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

/** The dialog that lists the keyboard shortcuts. */
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
