import Bookmark from 'lucide-react/icons/bookmark'
import { useState } from 'react'
import {
  findView,
  type KeptList,
  MAX_VIEW_NAME,
  MAX_VIEWS,
  shownView,
  type View,
  viewSearch,
  withoutView,
  withView,
  withViewRenamed,
} from '#lib/list-preferences.ts'
import { t } from '#lib/messages.ts'
import { useLocation } from '#web/router.tsx'
import { useCopied } from '#web/use-copied.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { EditText } from './edit-text.tsx'
import { TextField } from './field.tsx'
import { toast, toastCopyRefused } from './live-region.tsx'
import { Menu, MenuAction, MenuGroup, MenuLink } from './menu.tsx'
import { undoAction } from './undo-action.tsx'

const addressOf = (list: string, search: string) => (search === '' ? list : `${list}?${search}`)

/** A person's saved views of a list. Each opens by its address. A dialog saves, renames and deletes them. */
export function ListViews({ kept }: { kept: KeptList }) {
  const { search } = useLocation()
  const [isManaging, setIsManaging] = useState(false)
  const { views } = kept.preferences
  const shown = shownView(views, search)
  return (
    <>
      <Menu
        label={t('Views')}
        disabled={kept.change === null}
        triggerClass={`touch-target inline-flex h-10 max-w-52 items-center gap-1.5 rounded-sm border px-3 font-sign font-semibold text-sm hover:border-paper-faint/80 disabled:text-paper-faint max-sm:px-2.5 ${shown === undefined ? 'border-paper-faint/60 bg-night/60 text-paper-dim' : 'border-lagoon/60 bg-lagoon/10 text-lagoon'}`}
        trigger={
          <>
            <Bookmark aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate max-sm:sr-only">{shown?.name ?? t('Views')}</span>
          </>
        }
      >
        {views.length > 0 && (
          <MenuGroup label={t('Views')}>
            {views.map((view) => (
              <MenuLink
                key={view.name}
                to={addressOf(kept.list, view.search)}
                aria-current={view === shown ? 'true' : undefined}
              >
                <span className="wrap-anywhere max-w-72">{view.name}</span>
              </MenuLink>
            ))}
          </MenuGroup>
        )}
        <MenuAction onSelect={() => setIsManaging(true)}>
          {views.length === 0 ? t('Save this view…') : t('Save or change views…')}
        </MenuAction>
      </Menu>
      {isManaging && <ViewsDialog kept={kept} search={viewSearch(search)} onClose={() => setIsManaging(false)} />}
    </>
  )
}

interface ViewsDialogProps {
  kept: KeptList
  /** The query of what the list shows now. */
  search: string
  onClose(): void
}

function ViewsDialog({ kept, search, onClose }: ViewsDialogProps) {
  const { list, preferences, change } = kept
  const { views } = preferences
  const [name, setName] = useState('')
  const { copiedKey, copy } = useCopied()
  const same = findView(views, name)
  const isFull = views.length >= MAX_VIEWS && same === undefined

  const save = () => {
    const view = { name: name.trim(), search }
    if (view.name === '' || isFull) return
    change?.(
      (now) => withView(now, view),
      () => toast(t('The view {name} is saved.', { name: view.name })),
    )
    setName('')
  }
  const rename = (view: View, next: string) => {
    if (next === '') return
    if (withViewRenamed(preferences, view.name, next) === preferences) {
      toast(t('There is already a view with this name.'), 'danger')
    } else change?.((now) => withViewRenamed(now, view.name, next))
  }
  const remove = (view: View, at: number) => {
    change?.(
      (now) => withoutView(now, view.name),
      () =>
        toast(
          t('The view {name} is deleted.', { name: view.name }),
          'ok',
          undoAction(() => change?.((now) => withView(now, view, at))),
        ),
    )
    // Close the dialog, because the Undo button is behind it.
    onClose()
  }
  const copyLink = (view: View) =>
    copy(window.location.origin + addressOf(list, view.search), view.name).catch(toastCopyRefused)

  return (
    <Dialog title={t('Views')} onClose={onClose} width="wide">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
        className="flex flex-wrap items-end gap-3"
      >
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label={t('Name of the current view')}
            value={name}
            maxLength={MAX_VIEW_NAME}
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <Button type="submit" look="primary" disabled={name.trim() === '' || isFull}>
          {same === undefined ? t('Save') : t('Replace')}
        </Button>
      </form>
      <p role="status" className="mt-1.5 text-paper-faint text-sm">
        {isFull
          ? t('A list has at most {max} views.', { max: MAX_VIEWS })
          : t(
              'A view keeps the filters and the sort, for you alone. Its link works for everybody who may open the list.',
            )}
      </p>
      {views.length > 0 && (
        <ul aria-label={t('Views')} className="mt-4 border-haze border-t">
          {views.map((view, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the name would be a key that changes while it is edited
            <li key={at} className="flex flex-wrap items-center gap-2 border-haze border-b py-2">
              <span className="min-w-0 flex-1 basis-40">
                <EditText
                  label={t('Name')}
                  value={view.name}
                  maxLength={MAX_VIEW_NAME}
                  onSave={(next) => rename(view, next)}
                />
              </span>
              <Button
                size="sm"
                aria-label={t('Copy the link of {name}', { name: view.name })}
                onClick={() => copyLink(view)}
              >
                {copiedKey === view.name ? t('Copied!') : t('Copy link')}
              </Button>
              <Button
                size="sm"
                look="danger"
                aria-label={t('Delete the view {name}', { name: view.name })}
                onClick={() => remove(view, at)}
              >
                {t('Delete')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
