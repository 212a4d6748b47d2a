import { currentLanguage, t } from '#lib/messages.ts'
import { SelectField, TextAreaField } from '#ui/field.tsx'
import { FormDialog } from '#ui/form-dialog.tsx'
import { toast } from '#ui/live-region.tsx'
import { useDiscardQuestion } from '#ui/use-discard-question.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { type DaEntry, DaRevocationDraft } from '../contract.ts'
import { OUTCOME_LABELS, OUTCOMES } from '../rules.ts'
import { ChangedAction } from './changed-action.tsx'
import { useRevokeAction } from './queries.ts'
import { useVersionedAction } from './use-versioned-action.ts'

interface RevokeFormProps {
  entry: DaEntry
  onDone(): void
  onClose(): void
}

/** Revokes an action: it stays listed, marked with its outcome and the reason. */
export function RevokeForm({ onDone, onClose, ...props }: RevokeFormProps) {
  const { first, entry, send } = useVersionedAction(props.entry)
  const revoking = useRevokeAction(entry.id)
  const draftOf = (written: { outcome: string; why: string }) => ({ ...written, version: entry.version })
  const form = useRecordForm({
    initial: () => ({ outcome: String(OUTCOMES[0]), why: '' }),
    record: entry,
    draftOf,
    schema: DaRevocationDraft,
    save: (written) => send(() => revoking.mutateAsync(DaRevocationDraft.parse(draftOf(written)))),
    onSaved: () => {
      toast(t('The action against {name} was revoked.', { name: entry.user_name }))
      onDone()
    },
  })

  const discard = useDiscardQuestion(form.written.why.trim() !== '', onClose)
  // German nouns have a capital letter.
  const type = currentLanguage() === 'de' ? entry.type : entry.type.toLowerCase()
  return (
    <FormDialog
      {...discard}
      title={t('Revoke the action against {name}', { name: entry.user_name })}
      form={form}
      action={t('Revoke')}
      look="danger"
    >
      <ChangedAction first={first} now={entry} />
      <p>{t('The {type} stays in the list, marked as revoked. This cannot be undone.', { type })}</p>
      {'source' in entry && entry.source === 'txadmin' && (
        <p>{t('txAdmin is not told of this: if it is still in force there, lift it there, too.')}</p>
      )}
      <SelectField label={t('Outcome')} {...form.control('outcome')}>
        {OUTCOMES.map((each) => (
          <option key={each} value={each}>
            {capitalised(t(OUTCOME_LABELS[each]))}
          </option>
        ))}
      </SelectField>
      <TextAreaField label={t('Why')} required {...form.control('why')} />
    </FormDialog>
  )
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
