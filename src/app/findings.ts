import { existsSync, statSync } from 'node:fs'
import type { countAnnouncements } from '#features/announcements/server/store.ts'
import type { Asked } from '#features/game-server/rules.ts'
import { DAY, utcDayOf } from '#lib/dates.ts'
import { counted } from '#lib/text.ts'
import { isFarPast } from '#server/clock-check.ts'
import type { Environment } from '#server/config/environment.ts'
import type { Finding } from '#server/discord/check.ts'
import { isLoopback } from '#server/loopback.ts'
import type { AuditTimes } from './retention.ts'

export const good = (what: string): Finding => ({ ok: true, what })
export const bad = (what: string, fix: string): Finding => ({ ok: false, what, fix })

const RECOMMENDED_NODE = 24

/** `engines` of package.json is the floor; a newer one is faster. */
export function checkNode(version: string, engines: string): Finding {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [least = 0, leastMinor = 0] = engines.replace(/^\D+/, '').split('.').map(Number)
  if (major < least || (major === least && minor < leastMinor)) {
    return bad(
      `Node ${version} is too old`,
      `Install Node ${least}.${leastMinor} or newer; ${RECOMMENDED_NODE} is recommended.`,
    )
  }
  return good(`Node ${version}${major < RECOMMENDED_NODE ? `; ${RECOMMENDED_NODE} would be faster` : ''}`)
}

/** Whether people can reach the site safely as it is set up: what no single variable can tell. */
export function checkAddresses({ origin, host, port, trustProxy, discord, roleMaxAge }: Environment): Finding[] {
  if (discord === null) return [good('demo mode: a stand-in Discord, for this machine only')]
  const { protocol, hostname } = new URL(origin)
  const isHere = isLoopback(hostname)
  const found: Finding[] = []
  if (protocol === 'http:' && !isHere) {
    found.push(
      bad(
        `${origin} is not encrypted: sessions could be read on the way`,
        'Put a proxy with a certificate in front (docs/running-it.md) and set PUBLIC_URL to its https address.',
      ),
    )
  }
  if (protocol === 'https:' && trustProxy === 0) {
    found.push(
      bad(
        'PUBLIC_URL is https but TRUST_PROXY is 0: behind a proxy all visitors would count as one, and be limited as one',
        'Set TRUST_PROXY to the number of proxies in front, usually 1.',
      ),
    )
  }
  if (trustProxy > 0 && isHere) {
    found.push(
      bad(
        'TRUST_PROXY is set but PUBLIC_URL is on this machine: visitors could claim any address',
        'Set TRUST_PROXY to 0, or PUBLIC_URL to the address of the proxy.',
      ),
    )
  }
  if (!isHere && protocol === 'https:' && trustProxy > 0) {
    const behind = `${origin}, behind ${counted(trustProxy, 'proxy', 'proxies')}`
    found.push(
      good(
        isLoopback(host)
          ? `${behind}, the last one on this machine`
          : `${behind}; see that nothing else can reach ${host}:${port}`,
      ),
    )
  }
  if (roleMaxAge > 3600) {
    found.push(
      bad(
        'ROLE_MAX_AGE is over an hour: who loses a role keeps it as long',
        'Set ROLE_MAX_AGE to 300, or leave it out.',
      ),
    )
  }
  return found.length > 0 ? found : [good(`${origin}, on this machine`)]
}

/** How long is kept what the site writes down by itself. */
export function tellRetention({
  sessionDays,
  auditKeepDays,
}: Pick<Environment, 'sessionDays' | 'auditKeepDays'>): Finding {
  const log = auditKeepDays === undefined ? 'for ever' : `${auditKeepDays} days`
  return good(
    `sign-ins last ${sessionDays} days at most, staff's ${Math.min(7, sessionDays)}; the audit log is kept ${log}`,
  )
}

/** Whether the clock fits what was written last, and so what is old may be deleted. */
export function checkClock(
  times: AuditTimes,
  believed: Date | null,
  now: Date,
  auditKeepDays: number | undefined,
): Finding[] {
  if (times === null) return []
  const today = `this machine says that today is ${utcDayOf(now)}`
  if (times.newest.getTime() - now.getTime() > DAY) {
    return [
      bad(
        `${today}, but the newest row of the audit log is of ${utcDayOf(times.newest)}`,
        'The clock is wrong, or was when that row was written. Set it, then start the site again.',
      ),
    ]
  }
  if (believed !== null && isFarPast(believed, now)) {
    return [
      bad(
        `${today}, but the clock was last believed on ${utcDayOf(believed)}: nothing is deleted for its age`,
        'Set the clock if it is wrong. If it is right and the site was off, run `npm run clock:trust` and start the site again.',
      ),
    ]
  }
  if (auditKeepDays === undefined) return []
  const late = Math.floor((now.getTime() - times.first.getTime()) / DAY) - auditKeepDays
  const said = `the audit log reaches back to ${utcDayOf(times.first)}, ${counted(late, 'day')} longer than AUDIT_KEEP_DAYS`
  return late > 2 ? [good(`${said}; one day's worth goes each day, \`npm run audit:cut\` takes all of it at once`)] : []
}

const ENOUGH_SPACE = 1024 ** 3

export function checkSpace(free: number, folder: string): Finding {
  const said = `${(free / 1024 ** 3).toFixed(1)} GB free in ${folder}`
  return free >= ENOUGH_SPACE
    ? good(said)
    : bad(`only ${said}`, 'Make room: under 0.2 GB the embedded database takes no changes.')
}

/** Who else on this machine may look into the folder of the embedded database. */
export function checkFolder(folder: string, platform: NodeJS.Platform): Finding[] {
  const mode = statSync(folder).mode & 0o777
  if (platform === 'win32' || (mode & 0o077) === 0) return []
  return [
    bad(
      `other users of this machine can reach the database: ${folder} has the mode ${mode.toString(8).padStart(4, '0')}, not 0700`,
      `Run chmod 700 ${folder}, as the user who runs the site. Where that changes nothing, move DATA_DIR to a disk that keeps modes.`,
    ),
  ]
}

/** The file of the set-up holds secrets. */
export function checkSettingsFile(file: string, platform: NodeJS.Platform): Finding[] {
  if (platform === 'win32' || !existsSync(file)) return []
  if ((statSync(file).mode & 0o077) === 0)
    return [good(`settings are kept in ${file}; the environment goes before them`)]
  return [bad(`other users of this machine can read ${file}, which holds secrets`, `Run chmod 600 ${file}.`)]
}

/** What became of the announcements that the site keeps until Discord has them. */
export function checkOutbox({ waiting, givenUp, reasons }: Awaited<ReturnType<typeof countAnnouncements>>): Finding[] {
  const found = waiting > 0 ? [good(`announcements that wait to be posted: ${waiting}`)] : []
  if (givenUp === 0) return found
  const said = `announcements that were given up in the last week: ${givenUp}. ${reasons.join('; ')}`
  const fix = 'They are not posted again. See that each webhook named here still exists; a new address needs a restart.'
  return [...found, bad(said, fix)]
}

/** Only a real game server is asked: the demo brings its own. */
export function checkGameServer(asked: Asked): Finding {
  if (typeof asked !== 'string') return good(`game server: ${asked.players} of ${asked.slots} play`)
  const what = asked === 'unreachable' ? 'does not answer' : 'answers, but not with its counts'
  return bad(
    `the game server ${what}`,
    'Check gameServer in site.yaml, or GAME_SERVER: with http:// and its port, as in http://203.0.113.7:30120, and that it is up.',
  )
}
