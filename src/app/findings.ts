import { existsSync, statSync } from 'node:fs'
import type { countAnnouncements } from '#features/announcements/server/store.ts'
import type { QueryResult } from '#features/game-server/rules.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { msg, type Translator } from '#lib/messages.ts'
import { withValues } from '#lib/sentence.ts'
import { isFarPast } from '#server/clock-check.ts'
import type { Environment } from '#server/config/environment.ts'
import { bad, type Finding, good } from '#server/finding.ts'
import { isLoopback } from '#server/loopback.ts'
import type { AuditTimes } from './retention.ts'

const RECOMMENDED_NODE = 24

/** Checks the version of Node. `engines` of package.json is the minimum; a newer version is faster. */
export function checkNode(version: string, engines: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [least = 0, leastMinor = 0] = engines.replace(/^\D+/, '').split('.').map(Number)
  if (major < least || (major === least && minor < leastMinor)) {
    return bad(
      withValues('Node {version} is too old', { version }),
      withValues('Install Node {least} or newer; {recommended} is recommended.', {
        least: `${least}.${leastMinor}`,
        recommended: RECOMMENDED_NODE,
      }),
    )
  }
  if (major >= RECOMMENDED_NODE) return good(withValues('Node {version}', { version }))
  return good(withValues('Node {version}; {recommended} would be faster', { version, recommended: RECOMMENDED_NODE }))
}

/** Checks whether people can reach the site safely as it is set up. This depends on several variables together. */
export function checkAddresses({ origin, host, port, trustProxy, discord, roleMaxAge }: Environment): Finding[] {
  if (discord === null) return [good(msg('demo mode: a simulated Discord, on this machine only'))]
  const { protocol, hostname } = new URL(origin)
  const isHere = isLoopback(hostname)
  const found: Finding[] = []
  if (protocol === 'http:' && !isHere) {
    found.push(
      bad(
        withValues('{origin} is not encrypted: others on the network could read sessions', { origin }),
        msg('Put a proxy with a certificate in front (docs/running-it.md) and set PUBLIC_URL to its https address.'),
      ),
    )
  }
  if (protocol === 'https:' && trustProxy === 0) {
    found.push(
      bad(
        msg(
          'PUBLIC_URL is https but TRUST_PROXY is 0: behind a proxy, all visitors would look like one visitor and share one limit',
        ),
        msg('Set TRUST_PROXY to the number of proxies in front, usually 1.'),
      ),
    )
  }
  if (trustProxy > 0 && isHere) {
    found.push(
      bad(
        msg('TRUST_PROXY is set but PUBLIC_URL is on this machine: visitors could claim any IP address'),
        msg('Set TRUST_PROXY to 0, or PUBLIC_URL to the address of the proxy.'),
      ),
    )
  }
  if (!isHere && protocol === 'https:' && trustProxy > 0) {
    const proxies = ({ t }: Translator) => t({ one: '{count} proxy', other: '{count} proxies' }, { count: trustProxy })
    const behind = { origin, proxies }
    found.push(
      good(
        isLoopback(host)
          ? withValues('{origin}, behind {proxies}, the last one on this machine', behind)
          : withValues('{origin}, behind {proxies}; make sure that nothing else can reach {address}', {
              ...behind,
              address: `${host}:${port}`,
            }),
      ),
    )
  }
  if (roleMaxAge > 3600) {
    found.push(
      bad(
        msg('ROLE_MAX_AGE is over an hour: people who lose a role keep its rights for that long'),
        msg('Set ROLE_MAX_AGE to 300, or leave it out.'),
      ),
    )
  }
  return found.length > 0 ? found : [good(withValues('{origin}, on this machine', { origin }))]
}

/** Reports how long sessions and the audit log are kept. */
export function reportRetention({
  sessionDays,
  auditKeepDays,
}: Pick<Environment, 'sessionDays' | 'auditKeepDays'>): Finding {
  const days = { most: sessionDays, staff: Math.min(7, sessionDays) }
  return good(
    auditKeepDays === undefined
      ? withValues('sign-ins last up to {most} days, for staff {staff}; the audit log is kept for ever', days)
      : withValues('sign-ins last up to {most} days, for staff {staff}; the audit log is kept for {days} days', {
          ...days,
          days: auditKeepDays,
        }),
  )
}

/** Checks whether the clock fits the times in the database. If it does not, nothing is deleted for its age. */
export function checkClock(
  times: AuditTimes,
  trusted: Date | null,
  now: Date,
  auditKeepDays: number | undefined,
): Finding[] {
  if (times === null) return []
  const today = utcDayOf(now)
  if (times.newest.getTime() - now.getTime() > DAY) {
    return [
      bad(
        withValues('this machine says that today is {today}, but the newest row of the audit log is from {day}', {
          today,
          day: utcDayOf(times.newest),
        }),
        msg('The clock is wrong, or was when that row was written. Set it, then start the site again.'),
      ),
    ]
  }
  if (trusted !== null && isFarPast(trusted, now)) {
    return [
      bad(
        withValues(
          'this machine says that today is {today}, but its clock was last trusted on {day}: until you fix this, nothing old is deleted',
          { today, day: utcDayOf(trusted) },
        ),
        msg(
          'Set the clock if it is wrong. If it is right and the site was off, run `npm run clock:trust` and start the site again.',
        ),
      ),
    ]
  }
  if (auditKeepDays === undefined) return []
  const late = Math.floor((now.getTime() - times.first.getTime()) / DAY) - auditKeepDays
  if (late <= 2) return []
  return [
    good(
      withValues(
        'the audit log reaches back to {day}, {late} days longer than AUDIT_KEEP_DAYS; the site deletes one day of it per day, `npm run audit:cut` deletes all of it at once',
        { day: utcDayOf(times.first), late },
      ),
    ),
  ]
}
const ENOUGH_SPACE = 1024 ** 3

export function checkSpace(free: number, folder: string): Finding {
  const space = { free: (free / 1024 ** 3).toFixed(1), folder }
  return free >= ENOUGH_SPACE
    ? good(withValues('{free} GB free in {folder}', space))
    : bad(
        withValues('only {free} GB free in {folder}', space),
        msg('Free some space: below 0.2 GB the embedded database accepts no changes.'),
      )
}

/** Reports how much of their quota the pictures of evidence use. No picture can be added once it is full. */
export function checkEvidence(used: number, quota: number): Finding {
  const room = { used: Math.ceil(used / 1024 ** 2), quota: Math.floor(quota / 1024 ** 2) }
  return used < quota * 0.9
    ? good(withValues('pictures of evidence use {used} of {quota} MB', room))
    : bad(
        withValues('pictures of evidence use {used} of {quota} MB. When that is full, nobody can add another', room),
        msg('Increase EVIDENCE_QUOTA_MB if the disk and the backups have space for it, and start the site again.'),
      )
}

/** Checks whether other users of this machine may read the folder of the embedded database. */
export function checkFolder(folder: string, platform: NodeJS.Platform): Finding[] {
  const mode = statSync(folder).mode & 0o777
  if (platform === 'win32' || (mode & 0o077) === 0) return []
  return [
    bad(
      withValues('other users of this machine can reach the database: {folder} has the mode {mode}, not 0700', {
        folder,
        mode: mode.toString(8).padStart(4, '0'),
      }),
      withValues(
        'Run chmod 700 {folder}, as the user who runs the site. If that changes nothing, move DATA_DIR to a disk that supports file permissions.',
        { folder },
      ),
    ),
  ]
}

/** Checks who may read the settings file of the set-up. It holds secrets. */
export function checkSettingsFile(file: string, platform: NodeJS.Platform): Finding[] {
  if (platform === 'win32' || !existsSync(file)) return []
  if ((statSync(file).mode & 0o077) === 0)
    return [good(withValues('settings are kept in {file}; environment variables override them', { file }))]
  return [
    bad(
      withValues('other users of this machine can read {file}, which holds secrets', { file }),
      withValues('Run chmod 600 {file}.', { file }),
    ),
  ]
}
/** Reports the announcements that wait to be posted and those that were given up. */
export function checkOutbox({ waiting, givenUp, reasons }: Awaited<ReturnType<typeof countAnnouncements>>): Finding[] {
  const found = waiting > 0 ? [good(withValues('announcements waiting to be posted: {count}', { count: waiting }))] : []
  if (givenUp === 0) return found
  const problem = withValues('announcements that could not be posted in the last week: {count}. {reasons}', {
    count: givenUp,
    reasons: reasons.join('; '),
  })
  const fix = msg(
    'They are not posted again. Check that each webhook named here still exists. If you change its address, restart the site.',
  )
  return [...found, bad(problem, fix)]
}

/** Reports whether the game server answers. Only a real game server is asked: the demo brings its own. */
export function checkGameServer(asked: QueryResult): Finding {
  if (typeof asked !== 'string') return good(withValues('game server: {players} of {slots} players online', asked))
  return bad(
    asked === 'unreachable'
      ? msg('the game server does not answer')
      : msg('the game server answers, but does not say how many people are playing'),
    msg(
      'Check gameServer in site.yaml, or GAME_SERVER: it needs http:// and the port, such as http://203.0.113.7:30120. Check also that the game server is running.',
    ),
  )
}
