import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { CheckOption } from '#ui/check-option.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { Link } from '#web/router.tsx'
import type { MessageSettings as Settings } from '../contract.ts'
import { LINES, type Line } from '../rules.ts'
import { useChangeMessageSettings, useMessageSettings, useSendTestMessage } from './queries.ts'

const LINE_LABELS: Record<Line, PlainMessage> = {
  mine: msg('What is decided about me'),
  rank: msg('Where I stand on a roster'),
}

const STATES: Record<Settings['state'], PlainMessage> = {
  off: msg(
    'The site can write to you in Discord when something new is for you: what happened and a link, never a reason. A test message switches it on.',
  ),
  testing: msg('A test message is on its way. Messages are switched on when Discord delivers it.'),
  on: msg('Messages are on.'),
  stopped: msg('Discord refused three messages in a row, so the site stopped writing to you.'),
}

/** Messages in Discord: whether somebody wants them, of what, and what Discord said. Nothing where there is no bot. */
export function MessageSettings() {
  const { data, error, isError, refetch } = useMessageSettings()
  const testing = useSendTestMessage()
  const changing = useChangeMessageSettings()
  if (isError && data === undefined) {
    return <ErrorNote message={t('Failed to load your messages.')} error={error} onRetry={() => void refetch()} />
  }
  if (!data?.item.canMessage) return null
  const { state, refusedCode, modes } = data.item
  const complain = { onError: (failure: Error) => toast(failure.message, 'danger') }
  return (
    <section aria-labelledby="messages" className="rounded-md border border-haze bg-dusk p-5">
      <h2 id="messages" className="text-lg">
        {t('Messages in Discord')}
      </h2>
      <p role="status" className="mt-1 text-paper-dim text-sm">
        {t(STATES[state])}
      </p>
      {refusedCode !== null && <p className="mt-2 text-sm text-warn">{t(whyRefused(refusedCode))}</p>}
      {state === 'on' && (
        <fieldset className="mt-3 space-y-1">
          <legend className="sr-only">{t('Write to me about')}</legend>
          {LINES.map((line) => (
            <CheckOption
              key={line}
              isChecked={modes[line] === 'now'}
              onChange={() =>
                changing.mutate({ modes: { ...modes, [line]: modes[line] === 'now' ? 'off' : 'now' } }, complain)
              }
            >
              {t(LINE_LABELS[line])}
            </CheckOption>
          ))}
        </fieldset>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {state !== 'on' && (
          <Button size="sm" isPending={testing.isPending} onClick={() => testing.mutate(undefined, complain)}>
            {t('Send me a test message')}
          </Button>
        )}
        {state === 'on' && (
          <Button size="sm" isPending={changing.isPending} onClick={() => changing.mutate({ isOn: false }, complain)}>
            {t('Switch messages off')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** What to do about a message that Discord did not take. */
function whyRefused(code: number): PlainMessage {
  if (code === 50007) {
    return msg(
      'Discord refused the last message: your settings do not allow it. Allow direct messages in the privacy settings of our Discord server.',
    )
  }
  if (code === 50278) return msg('Discord refused the last message: you share no server with our bot.')
  return msg('Discord refused the last message.')
}

/** Says on the own page that the site writes no more; nothing where it does, or was never asked to. */
export function MessagesStopped() {
  const { data } = useMessageSettings()
  if (data?.item.state !== 'stopped') return null
  return (
    <p role="status" className="rounded-md border border-warn/40 bg-warn/8 px-4 py-3 text-sm">
      {t(STATES.stopped)}{' '}
      <Link to="/inbox" className="font-semibold underline">
        {t('Go to the inbox')}
      </Link>
    </p>
  )
}
