import Combine from 'lucide-react/icons/combine'
import { useState } from 'react'
import type { output } from 'zod/v4/core'
import { useCan } from '#features/auth/web/use-can.ts'
import { formatMoment } from '#lib/dates.ts'
import { t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { type findPlayerAction, joinSubjects } from '../player-contract.ts'
import { BY_HAND, SOURCE_NAMES } from '../player-rules.ts'
import { ActionDetails, type EvidenceSlot } from './action-details.tsx'
import { CopiedText, Fact } from './action-facts.tsx'
import type { OpenedAction } from './actions-view.tsx'
import { JoinForm } from './join-form.tsx'
import { SubjectCard } from './subject-card.tsx'
import { usePlayerAction } from './use-player-action.ts'

/** One action against a player: its content, where it comes from, who the player is and their other actions. */
export function PlayerDetails({ evidence, ...opened }: OpenedAction & { evidence?: EvidenceSlot }) {
  const { id } = opened
  const [joining, setJoining] = useState<number | null>(null)
  const found = usePlayerAction(id).data
  const subject = found?.subject ?? null
  const canJoin = useCan(joinSubjects)
  return (
    <ActionDetails
      {...opened}
      evidence={evidence}
      form={joining === id && subject && <JoinForm subject={subject} onClose={() => setJoining(null)} />}
      tools={(leave) =>
        canJoin &&
        subject !== null && (
          <Button onClick={() => leave(() => setJoining(id))}>
            <Combine aria-hidden="true" />
            {t('Join…')}
          </Button>
        )
      }
      origin={found && <Origin found={found} />}
    >
      {found && (subject === null ? <Erased /> : <SubjectCard subject={subject} besides={id} />)}
    </ActionDetails>
  )
}

/** Where an action comes from: the program, its id there, and the import that brought it. */
function Origin({ found: { item, import: brought } }: { found: output<(typeof findPlayerAction)['reply']> }) {
  if (item.source === BY_HAND) return <Fact label={t('Source')}>{t('Given here')}</Fact>
  return (
    <>
      <Fact label={t('Source')}>
        <span className="mr-2">{SOURCE_NAMES[item.source]}</span>
        <CopiedText label={t('Copy its id there')} text={item.native_id} />
        {item.import === null && <span className="block text-paper-faint text-xs">{t('As it happened in game')}</span>}
      </Fact>
      {item.import !== null && (
        <Fact label={t('Imported')}>
          {brought === null ? (
            t('From a file')
          ) : (
            <>
              <span className="wrap-anywhere block">{brought.file ?? t('A file without a name')}</span>
              <span className="block text-paper-faint text-xs">
                {t('{when} by {name}', { when: formatMoment(brought.at), name: brought.by ?? t('the site itself') })}
              </span>
              {brought.sha256 !== null && (
                <span className="block text-xs">
                  <span className="mr-1.5 text-paper-faint">{t('SHA-256')}</span>
                  <CopiedText
                    label={t('Copy the hash of the file')}
                    text={brought.sha256}
                    shown={`${brought.sha256.slice(0, 16)}…`}
                  />
                </span>
              )}
            </>
          )}
        </Fact>
      )}
    </>
  )
}

function Erased() {
  return <p className="mt-5 border-haze border-t pt-4 text-paper-faint text-sm">{t('This person was erased.')}</p>
}
