import { useId } from 'react'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { AlertDialog, Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { announce, toast } from '#ui/live-region.tsx'
import { rich } from '#web/rich.tsx'
import { useCopied } from '#web/use-copied.ts'
import { useRecordForm } from '#web/use-record-form.ts'
import { IngestTokenDraft } from '../contract.ts'
import { useAddIngestToken } from './queries.ts'

/** Makes a token and shows it once. A press outside does not close the dialog, because the token would be lost. */
export function TokenForm({ onClose }: { onClose(): void }) {
  const add = useAddIngestToken()
  const formId = useId()
  const form = useRecordForm({
    initial: () => ({ label: '' }),
    record: null,
    draftOf: (written) => written,
    schema: IngestTokenDraft,
    save: (written) => add.mutateAsync(IngestTokenDraft.parse(written).label),
    onSaved: () => undefined,
  })

  if (add.data) return <Made label={add.data.item.label} token={add.data.token} onClose={onClose} />
  return (
    <Dialog
      title={t('Make a token')}
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button look="primary" type="submit" form={formId} isPending={form.isPending}>
            {t('Make token')}
          </Button>
        </>
      }
    >
      <form id={formId} {...form.formProps}>
        <TextField
          label={t('Name of the game server')}
          required
          maxLength={60}
          placeholder={t('City 1')}
          hint={t('Shown as the admin when the author of an action has no Discord ID.')}
          {...form.control('label')}
        />
      </form>
      {form.failure !== null && (
        <AlertDialog message={t('Failed to make the token.')} why={form.failure} onClose={form.dismissFailure} />
      )}
    </Dialog>
  )
}

function Made({ label, token, onClose }: { label: string; token: string; onClose(): void }) {
  const { copiedKey, copy } = useCopied()
  const line = `set site_actions_token "${token}"`
  return (
    <Dialog
      title={t('The token of {name}', { name: label })}
      width="wide"
      closesOutside={false}
      onClose={onClose}
      actions={
        <>
          <Button
            look="primary"
            onClick={() => {
              copy(line).then(
                () => announce(t('Copied')),
                () => toast(t('The browser did not allow copying. Select the line and copy it.'), 'danger'),
              )
            }}
          >
            {copiedKey === line ? t('Copied') : t('Copy the line')}
          </Button>
          <Button onClick={onClose}>{t('Done')}</Button>
        </>
      }
    >
      <p>
        {rich(
          "Copy this line into the game server's {file} now. You see it only once. Use {set}, never {setr}: that would send it to every player.",
          { file: code('server.cfg'), set: code('set'), setr: code('setr') },
        )}
      </p>
      <pre className="mt-4 whitespace-pre-wrap break-all rounded-sm border border-haze bg-night/50 px-3 py-2.5 text-paper text-sm">
        <code>{line}</code>
      </pre>
    </Dialog>
  )
}

const code = (text: string) => <code className="text-paper">{text}</code>
