import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { AlertDialog, Dialog } from '#ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { useDraftForm } from '#web/use-draft-form.ts'
import { useTwoStep } from '#web/use-two-step.ts'
import { QuickLink, QuickLinkDraft } from '../contract.ts'
import { keyOf, QUICK_LINK_GROUPS, QUICK_LINK_ICONS } from '../rules.ts'
import { useAddQuickLink, useChangeQuickLink, useRemoveQuickLink } from './queries.ts'

const LABELS = [
  ['title', 'Title'],
  ['desc', 'Description'],
  ['group', 'Group'],
  ['icon', 'Icon'],
  ['href', 'Address'],
  ['copy', 'Text to copy'],
] as const

interface QuickLinkFormProps {
  /** What is edited; null adds a link. */
  link: QuickLink | null
  /** Keys that are taken. */
  keys: readonly string[]
  onClose(): void
}

/** Adds, changes or removes a link. When someone else saved first, both versions are shown and one is chosen. */
export function QuickLinkForm({ link, keys, onClose }: QuickLinkFormProps) {
  const [start] = useState(link)
  const [hasRemoveFailed, setHasRemoveFailed] = useState(false)
  const add = useAddQuickLink()
  const change = useChangeQuickLink()
  const remove = useRemoveQuickLink()
  const formId = useId()
  const form = useDraftForm<QuickLinkDraft, QuickLink>({
    parse: (sent) => {
      const typed = Object.fromEntries(sent)
      return QuickLinkDraft.safeParse({ ...typed, key: start?.key ?? keyOf(String(typed.title), keys) })
    },
    save: (draft, version = start?.version ?? 0) =>
      start === null ? add.mutateAsync(draft) : change.mutateAsync({ key: start.key, version, draft }),
    readItem: (item) => QuickLink.safeParse(item).data,
    onSaved: () => done(start === null ? 'Link added' : 'Changes saved'),
  })
  const removal = useTwoStep(() => {
    if (start === null) return
    remove.mutate(start.key, {
      onSuccess: () => done('Link removed'),
      onError: () => setHasRemoveFailed(true),
    })
  })

  function done(words: string): void {
    toast(words)
    onClose()
  }

  const { errors, conflict } = form
  return (
    <Dialog
      title={start === null ? 'Add a link' : `Edit ${start.title}`}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          {start !== null && (
            <Button look="danger" className="mr-auto" isPending={remove.isPending} {...removal.buttonProps}>
              {removal.isArmed ? 'Press again to remove' : 'Remove'}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={formId} isPending={form.isPending}>
            {start === null ? 'Add link' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault()
          form.submit(new FormData(event.currentTarget))
        }}
        className="grid gap-4 sm:grid-cols-2"
      >
        <TextField
          label="Title"
          name="title"
          required
          maxLength={80}
          autoComplete="off"
          defaultValue={start?.title}
          error={errors.title ?? errors.key}
        />
        <TextField
          label="Description"
          name="desc"
          maxLength={200}
          autoComplete="off"
          defaultValue={start?.desc ?? ''}
          error={errors.desc}
        />
        <SelectField label="Group" name="group" defaultValue={start?.group} error={errors.group}>
          {QUICK_LINK_GROUPS.map((group) => (
            <option key={group}>{group}</option>
          ))}
        </SelectField>
        <SelectField label="Icon" name="icon" className="capitalize" defaultValue={start?.icon} error={errors.icon}>
          {QUICK_LINK_ICONS.map((icon) => (
            <option key={icon}>{icon}</option>
          ))}
        </SelectField>
        <div className="sm:col-span-2">
          <TextField
            label="Address"
            name="href"
            inputMode="url"
            placeholder="https://…"
            maxLength={500}
            autoComplete="off"
            defaultValue={start?.href ?? ''}
            hint="The address that the card opens. Leave it empty for a card that copies text."
            error={errors.href}
          />
        </div>
        <div className="sm:col-span-2">
          <TextAreaField
            label="Text to copy"
            name="copy"
            maxLength={500}
            defaultValue={start?.copy ?? ''}
            error={errors.copy}
          />
        </div>
      </form>
      {form.hasFailed && Object.keys(errors).length === 0 && (
        <AlertDialog message="Failed to save the link." onClose={form.dismissFailure} />
      )}
      {hasRemoveFailed && (
        <AlertDialog message="Failed to remove the link." onClose={() => setHasRemoveFailed(false)} />
      )}
      {conflict && (
        <ConflictDialog
          title={`${conflict.theirs.title} was changed by someone else`}
          fields={LABELS.map(([name, label]) => ({
            label,
            mine: conflict.mine[name] ?? '',
            theirs: conflict.theirs[name] ?? '',
          }))}
          isPending={form.isPending}
          onKeepMine={form.keepMine}
          onTakeTheirs={onClose}
          onClose={form.dismissConflict}
        />
      )}
    </Dialog>
  )
}
