import { formatHour } from '#lib/dates.ts'
import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-note.tsx'
import { toast } from '#ui/live-region.tsx'
import { QuickSelect } from '#ui/quick-select.tsx'
import { Link } from '#web/router.tsx'
import type { MessageSettings as Settings } from '../contract.ts'
import { LINES, type Line, MODES, type Mode } from '../message-rules.ts'
import {
  deviceZone,
  type SettingsChange,
  useChangeMessageSettings,
  useMessageSettings,
  useSendTestMessage,
} from './queries.ts'

const LINE_LABELS: Record<Line, PlainMessage> = {
  mine: msg('Decisions about me'),
  queues: msg('What waits for me'),
  rank: msg('My position on a roster'),
}

const MODE_LABELS: Record<Mode, PlainMessage> = {
  now: msg('At once'),
  digest: msg('In the daily summary'),
  off: msg('Never'),
}

const STATES: Record<Settings['state'], PlainMessage> = {
  off: msg(
    'The site can write to you in Discord when something new is for you: what happened and a link, never a reason. A test message switches it on.',
  ),
  testing: msg('A test message is on its way. Messages are switched on when Discord delivers it.'),
  on: msg('Messages are on. Whatever you choose here, everything is in this inbox.'),
  stopped: msg('Discord refused three messages in a row, so the site stopped writing to you.'),
}

/**
 * The settings for messages in Discord: on or off, topics, and Discord's last refusal. Renders nothing when there is no
 * bot.
 */
export function MessageSettings() {
  const { data, error, isError, refetch } = useMessageSettings()
  const testing = useSendTestMessage()
  const changing = useChangeMessageSettings()
  if (isError && data === undefined) {
    return <ErrorNote message={t('Failed to load your messages.')} error={error} onRetry={() => void refetch()} />
  }
  if (!data?.item.canMessage) return null
  const { state, refusedCode } = data.item
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
      {state === 'on' && <Choices item={data.item} onChange={(changes) => changing.mutate(changes, complain)} />}
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

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const ROW = 'flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-haze border-t py-1.5'

/** The topics of messages, and the time of the daily summary. */
function Choices({ item: { modes, digest }, onChange }: { item: Settings; onChange(changes: SettingsChange): void }) {
  const here = deviceZone()
  const hasDigest = LINES.some((line) => modes[line] === 'digest')
  return (
    <>
      <ul aria-label={t('Write to me about')} className="mt-3 text-sm">
        {LINES.map((line) => (
          <li key={line} className={ROW}>
            <span>{t(LINE_LABELS[line])}</span>
            <QuickSelect
              label={t(LINE_LABELS[line])}
              value={modes[line]}
              options={MODES.map((value) => ({ value, label: t(MODE_LABELS[value]) }))}
              onChange={(mode) => onChange({ modes: { [line]: mode } })}
              className="text-paper max-sm:w-full"
            />
          </li>
        ))}
        {hasDigest && (
          <li className={ROW}>
            <span>
              {t('The daily summary comes at')}
              <span className="block text-paper-faint">
                {t('Time zone: {zone}. It comes only if something is new or waiting.', { zone: digest.timeZone })}
              </span>
            </span>
            <QuickSelect
              label={t('The daily summary comes at')}
              value={String(digest.hour)}
              options={HOURS.map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
              onChange={(hour) => onChange({ digestHour: Number(hour), timeZone: here })}
              className="text-paper max-sm:w-full"
            />
          </li>
        )}
      </ul>
      {hasDigest && here !== digest.timeZone && (
        <Button size="sm" look="ghost" className="mt-2" onClick={() => onChange({ timeZone: here })}>
          {t('Use the time zone of this device: {zone}', { zone: here })}
        </Button>
      )}
    </>
  )
}

/** What the person can do about a message that Discord refused. */
function whyRefused(code: number): PlainMessage {
  if (code === 50007) {
    return msg(
      'Discord refused the last message: your settings do not allow it. Allow direct messages in the privacy settings of our Discord server.',
    )
  }
  if (code === 50278) return msg('Discord refused the last message: you share no server with our bot.')
  return msg('Discord refused the last message.')
}

/**
 * A note on the person's own page that Discord refuses messages or that the site stopped sending them. Renders nothing
 * when all is well.
 */
export function MessagesRefused() {
  const { data } = useMessageSettings()
  if (!data?.item.canMessage) return null
  const { state, refusedCode } = data.item
  if (refusedCode === null && state !== 'stopped') return null
  return (
    <div role="status" className="space-y-1 rounded-md border border-warn/40 bg-warn/8 px-4 py-3 text-sm">
      {state === 'stopped' && <p>{t(STATES.stopped)}</p>}
      {refusedCode !== null && <p>{t(whyRefused(refusedCode))}</p>}
      <p>
        <Link to="/inbox" className="font-semibold underline">
          {t('Go to the inbox')}
        </Link>
      </p>
    </div>
  )
}
