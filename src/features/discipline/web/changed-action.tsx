import { t } from '#lib/messages.ts'
import { SideBySide } from '#ui/side-by-side.tsx'
import type { DaEntry } from '../contract.ts'
import { ACTION_FIELDS } from '../rules.ts'
import { approvalText } from './action-facts.tsx'
import { factText } from './revise-form.tsx'

/**
 * What another person changed in an action while a form about it was open. Renders nothing when there was no change.
 */
export function ChangedAction({ first, now }: { first: DaEntry; now: DaEntry }) {
  if (now.version === first.version) return null
  return (
    <div>
      <p>{t('Read what changed before you go on. What you wrote is still there.')}</p>
      <SideBySide
        left={t('When you began')}
        right={t('Now // action')}
        fields={[
          ...ACTION_FIELDS.map(({ field, label }) => ({
            label: t(label),
            left: factText(field, first[field]),
            right: factText(field, now[field]),
          })),
          { label: t('Approval'), left: approvalText(first), right: approvalText(now) },
        ]}
      />
    </div>
  )
}
