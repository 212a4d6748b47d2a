import { longDay } from '#lib/long-dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { TextField } from '#ui/field.tsx'
import { toast } from '#ui/live-region.tsx'
import { useRecordForm } from '#web/use-record-form.ts'
import { ClaimDraft } from '../contract.ts'
import type { OwnClaimState } from '../rules.ts'
import { useAddClaim, useOwnClaims } from './queries.ts'

const STATES: Record<OwnClaimState, PlainMessage> = {
  waiting: msg('Staff look at it.'),
  confirmed: msg('It is linked to your account. You find it above and at “My account”.'),
  refused: msg('Staff did not link it to your account.'),
  unlinked: msg('It was linked to your account, and staff took that back.'),
}

/** A form for people who were banned in game without their Discord account, to say which ban is theirs. */
export function OwnClaims() {
  const claims = useOwnClaims().data?.data ?? []
  return (
    <details className="mt-8 rounded-md border border-haze bg-dusk px-5 py-3" open={claims.length > 0}>
      <summary className="inline-link w-fit cursor-pointer font-semibold">
        {t('Were you banned in game, and the ban is not listed here?')}
      </summary>
      <p className="mt-2 text-sm">
        {t(
          'The game may not know your Discord account. Write the id that the kick screen shows, and staff link the ban to you. Then you can appeal it.',
        )}
      </p>
      {/* A decision by staff resets the form, because its earlier error no longer applies. */}
      <ClaimForm key={claims.map(({ id, state }) => `${id}-${state}`).join()} />
      {claims.length > 0 && (
        <ul className="mt-3 divide-y divide-haze text-sm">
          {claims.map(({ id, native_id, at, state }) => (
            <li key={id} className="py-2">
              <span className="mr-2 font-semibold text-paper tabular-nums">{native_id}</span>
              <span className="mr-2 text-paper-faint">{longDay(at)}</span>
              {t(STATES[state])}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

function ClaimForm() {
  const adding = useAddClaim()
  const form = useRecordForm({
    initial: () => ({ native_id: '' }),
    record: null,
    draftOf: (written) => written,
    schema: ClaimDraft,
    // The refreshed list resets this form, so the toast must be shown before that.
    save: async (written) => {
      await adding.mutateAsync(ClaimDraft.parse(written).native_id)
      toast(t('Staff look at it, and you are told.'))
    },
    onSaved: () => form.reset(),
  })
  return (
    <form {...form.formProps} className="mt-3">
      {form.failure !== null && <ErrorNote message={form.failure} />}
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <div className="w-56">
          <TextField
            label={t('Id of the ban')}
            placeholder="B2F3-9KQM"
            autoCapitalize="characters"
            spellCheck={false}
            required
            {...form.control('native_id')}
          />
        </div>
        <Button type="submit" className="sm:mt-[1.6rem]" isPending={form.isPending}>
          {t('This ban is mine')}
        </Button>
      </div>
    </form>
  )
}
