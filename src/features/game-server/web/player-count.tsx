import { t } from '#lib/messages.ts'
import { useSiteContent } from '#web/site-context.tsx'
import type { GameServer } from '../contract.ts'
import { useGameServer } from './queries.ts'

/**
 * The number of players in the city: a sentence on the front page, two numbers in the navigation bar. Its space is
 * reserved from the first render, whatever is known, so that nothing moves when the number arrives. Without a game
 * server, it takes no space. While the site does not answer, the last number stays, and is marked as old.
 */
export function PlayerCount({ look, className = '' }: { look: 'sentence' | 'tally'; className?: string }) {
  return useSiteContent().hasGameServer ? <Known look={look} className={className} /> : null
}

function Known({ look, className }: { look: 'sentence' | 'tally'; className: string }) {
  const { data, isError } = useGameServer()
  const server = data?.data ?? null
  const text = server && playerCountText(server, isError)
  const isTally = look === 'tally'
  return (
    <p
      className={`flex items-center gap-2 whitespace-nowrap tabular-nums ${
        isTally ? 'min-w-16 justify-end text-paper-dim text-sm' : 'min-h-7 text-paper'
      } ${className}`}
    >
      {server !== null && (
        <>
          <span
            aria-hidden="true"
            className={`size-2 shrink-0 rounded-full ${isError ? 'border' : server.isOnline ? 'bg-ok' : 'bg-paper-faint'}`}
          />
          {isTally && (
            <span aria-hidden="true" title={text ?? ''}>
              {server.isOnline ? `${server.players}/${server.slots}` : t('Offline')}
            </span>
          )}
          <span className={isTally ? 'sr-only' : ''}>{text}</span>
        </>
      )}
    </p>
  )
}

/** `isOld`: the site has not answered since the number was read. */
function playerCountText({ isOnline, players, slots }: GameServer, isOld: boolean): string {
  if (!isOnline) return isOld ? t('The city was offline when last checked') : t('The city is offline right now')
  return isOld
    ? t('{players} of {slots} in the city when last checked', { players, slots })
    : t('{players} of {slots} in the city right now', { players, slots })
}
