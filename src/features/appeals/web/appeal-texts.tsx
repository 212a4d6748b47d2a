import { longMoment } from '#lib/long-dates.ts'
import { msg, t } from '#lib/messages.ts'
import { readTabText } from '#web/tab-text.ts'
import type { Appeal } from '../decision-contract.ts'
import { useComment, useMessageAppellant } from './queries.ts'
import { TextForm, WrittenText } from './text-form.tsx'
import { endedMeanwhile } from './unsent-text.tsx'

const KEPT = msg('You cannot read these, because you gave, imported, approved or revised the action.')

/** Messages between the appellant and the people who decide. */
export function AppealMessages({ appeal }: { appeal: Appeal }) {
  const { id, appellant, messages, barred } = appeal
  const messaging = useMessageAppellant(id)
  const closed = endedMeanwhile(appeal)
  const mayWrite = closed === null && barred === null
  const place = `appeal ${id} message`
  if (messages?.length === 0 && !mayWrite && readTabText(place) === '') return null
  const { name } = appellant
  return (
    <section aria-label={t('Messages // appeal')} className="mt-5">
      <h3 className="text-paper text-sm">{t('Messages // appeal')}</h3>
      {messages === null && <p className="mt-1 text-sm">{t(KEPT)}</p>}
      <ul className="mt-1.5 space-y-2">
        {messages?.map(({ at, isFromAppellant, text }) => (
          <WrittenText
            key={at}
            by={isFromAppellant ? name : t('The people who decide')}
            at={longMoment(at)}
            text={text}
            isOwn={!isFromAppellant}
          />
        ))}
      </ul>
      {barred === null && (
        <TextForm
          label={t('Write to {name}', { name })}
          hint={t('{name} reads this.', { name })}
          action={t('Send to {name}', { name })}
          sent={t('Your message was sent.')}
          place={place}
          closed={closed}
          send={messaging.mutateAsync}
        />
      )}
    </section>
  )
}

/** Comments that the people who decide write to each other. The appellant never sees them. */
export function AppealComments({ appeal: { id, comments, barred } }: { appeal: Appeal }) {
  const commenting = useComment(id)
  return (
    <section aria-label={t('Internal comments')} className="mt-5">
      <h3 className="text-paper text-sm">{t('Internal comments')}</h3>
      {comments === null ? (
        <p className="mt-1 text-sm">{t(KEPT)}</p>
      ) : (
        <ul className="mt-1.5 space-y-2">
          {comments.map(({ at, by, text }) => (
            <WrittenText key={`${at} ${by.id}`} by={by.name} at={longMoment(at)} text={text} />
          ))}
        </ul>
      )}
      {(barred === null || barred === 'rank') && (
        <TextForm
          label={t('Comment')}
          hint={t('Only those who decide on appeals read this.')}
          action={t('Add comment')}
          sent={t('Your comment was added.')}
          place={`appeal ${id} comment`}
          closed={null}
          send={commenting.mutateAsync}
        />
      )}
    </section>
  )
}
