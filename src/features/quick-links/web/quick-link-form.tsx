import { useId, useState } from 'react'
import { msg, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import { AlertDialog, Dialog } from '#ui/dialog.tsx'
import { SelectField, TextAreaField, TextField } from '#ui/field.tsx'
import { toastWithUndo } from '#ui/undo-action.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { type RecordForm, useRecordForm } from '#web/use-record-form.ts'
import { QuickLink, type QuickLinkChoices, QuickLinkDraft } from '../contract.ts'
import { newLinkKey } from '../rules.ts'
import { useAddQuickLink, useChangeQuickLink, useQuickLinkChoices, useRemoveQuickLink } from './queries.ts'

const LABELS = [
  ['title', msg('Title')],
  ['desc', msg('Description')],
  ['group', msg('Group')],
  ['icon', msg('Icon')],
  ['href', msg('Address')],
  ['copy', msg('Text to copy')],
] as const

type Written = ReturnType<typeof initialValues>
type QuickLinkRecordForm = RecordForm<Written, QuickLink>

interface QuickLinkFormProps {
  /** The link to edit. Null adds a new link. */
  link: QuickLink | null
  /** The keys of all existing links. */
  keys: readonly string[]
  onClose(): void
}

/**
 * The form to add, change or remove a link. If somebody else saved first, it shows both versions and lets the person
 * choose one.
 */
export function QuickLinkForm({ link, keys, onClose }: QuickLinkFormProps) {
  const [hasRemoveFailed, setHasRemoveFailed] = useState(false)
  const add = useAddQuickLink()
  const change = useChangeQuickLink()
  const remove = useRemoveQuickLink()
  const choices = useQuickLinkChoices()
  const formId = useId()
  const draftOf = (written: Written) => ({
    ...written,
    key: link?.key ?? newLinkKey(written.title, keys),
  })
  const form = useRecordForm({
    initial: () => initialValues(link, choices),
    record: link,
    draftOf,
    schema: QuickLinkDraft,
    item: QuickLink,
    save: (written, over) =>
      over === null
        ? add.mutateAsync(QuickLinkDraft.parse(draftOf(written)))
        : change.mutateAsync({ key: over.key, version: over.version, draft: QuickLinkDraft.parse(draftOf(written)) }),
    onSaved: ({ item }, over) =>
      over === null
        ? done(t('Link added'), () => remove.mutateAsync(item.key))
        : done(t('Changes saved'), () => change.mutateAsync({ ...item, draft: withoutVersion(over) })),
  })

  function removeLink(gone: QuickLink): void {
    remove.mutate(gone.key, {
      onSuccess: () => done(t('Link removed'), () => add.mutateAsync(withoutVersion(gone))),
      onError: () => setHasRemoveFailed(true),
    })
  }

  function done(words: string, undo: () => Promise<unknown>): void {
    toastWithUndo(words, undo)
    onClose()
  }

  const isWritten = hasOtherTexts(form.written, initialValues(link, choices))
  const { close, question } = useDiscardQuestion(isWritten, onClose)
  return (
    <Dialog
      title={link === null ? t('Add a link') : t('Edit {name}', { name: link.title })}
      width="wide"
      closesOutside={false}
      onClose={close}
      actions={
        <>
          {link !== null && (
            <Button look="danger" className="mr-auto" isPending={remove.isPending} onClick={() => removeLink(link)}>
              {t('Remove')}
            </Button>
          )}
          <Button onClick={close}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" form={formId} isPending={form.isPending}>
            {link === null ? t('Add link') : t('Save Changes')}
          </Button>
        </>
      }
    >
      {question}
      <form id={formId} {...form.formProps} className="grid gap-4 sm:grid-cols-2">
        <QuickLinkFields form={form} link={link} choices={choices} />
      </form>
      <SaveProblem form={form} onClose={onClose} />
      {hasRemoveFailed && (
        <AlertDialog
          message={t('Failed to remove the link.')}
          why={remove.error?.message}
          onClose={() => setHasRemoveFailed(false)}
        />
      )}
    </Dialog>
  )
}

interface QuickLinkFieldsProps {
  form: QuickLinkRecordForm
  link: QuickLink | null
  choices: QuickLinkChoices
}

function QuickLinkFields({ form: { control, problems }, link, choices }: QuickLinkFieldsProps) {
  return (
    <>
      <TextField
        label={t('Title')}
        required
        maxLength={80}
        {...control('title')}
        error={problems.title ?? problems.key}
      />
      <TextField label={t('Description')} maxLength={200} {...control('desc')} />
      <SelectField label={t('Group')} {...control('group')}>
        {withOwn(choices.groups, link?.group).map((group) => (
          <option key={group}>{group}</option>
        ))}
      </SelectField>
      <SelectField label={t('Icon')} className="capitalize" {...control('icon')}>
        {withOwn(namesOf(choices), link?.icon).map((icon) => (
          <option key={icon}>{icon}</option>
        ))}
      </SelectField>
      <div className="sm:col-span-2">
        <TextField
          label={t('Address')}
          inputMode="url"
          placeholder="https://…"
          maxLength={500}
          hint={t('The address that the card opens. Leave it empty for a card that copies text.')}
          {...control('href')}
        />
      </div>
      <div className="sm:col-span-2">
        <TextAreaField label={t('Text to copy')} maxLength={500} {...control('copy')} />
      </div>
    </>
  )
}

/** Why the link is not saved: the server's message, or another version that someone else saved first. */
function SaveProblem({ form, onClose }: { form: QuickLinkRecordForm; onClose(): void }) {
  const { failure, conflict } = form
  return (
    <>
      {failure !== null && (
        <AlertDialog message={t('Failed to save the link.')} why={failure} onClose={form.dismissFailure} />
      )}
      {conflict && (
        <ConflictDialog
          title={t('{name} was changed by someone else', { name: conflict.theirs.title })}
          fields={LABELS.map(([name, label]) => ({
            label: t(label),
            mine: conflict.mine[name] ?? '',
            theirs: conflict.theirs[name] ?? '',
          }))}
          isPending={form.isPending}
          onKeepMine={form.keepMine}
          onTakeTheirs={onClose}
          onClose={form.dismissConflict}
        />
      )}
    </>
  )
}

/** Whether closing asks first: only for written texts, because a group or an icon is quickly chosen again. */
const hasOtherTexts = (written: Written, before: Written) =>
  (['title', 'desc', 'href', 'copy'] as const).some((name) => written[name].trim() !== before[name])

const withoutVersion = ({ version: _, ...draft }: QuickLink): QuickLinkDraft => draft

const namesOf = ({ icons }: QuickLinkChoices) => icons.map(({ name }) => name)

/** The choices of a field, with the link's own value even if the community no longer has it. */
const withOwn = (choices: readonly string[], own: string | undefined) =>
  own === undefined || choices.includes(own) ? choices : [...choices, own]

function initialValues(link: QuickLink | null, choices: QuickLinkChoices) {
  return {
    title: link?.title ?? '',
    desc: link?.desc ?? '',
    group: link?.group ?? choices.groups[0] ?? '',
    icon: link?.icon ?? namesOf(choices)[0] ?? '',
    href: link?.href ?? '',
    copy: link?.copy ?? '',
  }
}
