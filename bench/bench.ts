import { benchActions, benchPlayerActions } from './actions.ts'
import { benchBackup } from './backup.ts'
import { type Figure, machine, print, requireParts, save } from './figures.ts'
import { growActions, growRoster, growViewers } from './growth.ts'
import { benchHttp } from './http.ts'
import { benchPresses } from './presses.ts'
import { benchRoles } from './roles.ts'
import { benchSeveral } from './several.ts'
import { removeScratch } from './site.ts'
import { benchSoak } from './soak.ts'
import { benchStart } from './start.ts'
import { benchViewers } from './viewers.ts'

/*
 * npm run bench: measures the speed promises, each with its bare baseline in the same run, and writes a table and
 * bench/results.json. It builds the site first. Linux only, because CPU time is read from /proc. `npm run bench --
 * http` (or the name of another part) runs one part and keeps the results of the others.
 */
const parts = {
  http: benchHttp,
  start: benchStart,
  viewers: benchViewers,
  processes: benchSeveral,
  roles: benchRoles,
  da: benchActions,
  players: benchPlayerActions,
  backup: benchBackup,
  presses: benchPresses,
  'growing-roster': growRoster,
  'growing-da': growActions,
  'growing-viewers': growViewers,
  soak: benchSoak,
}
const asked = process.argv.slice(2)
requireParts(parts, asked)
console.log(`${machine()}\n`)
try {
  for (const [name, run] of Object.entries(parts)) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const figures: Figure[] = []
    await run((figure) => {
      figures.push(figure)
      print(figure)
      if (figure.isKept === false) process.exitCode = 1
    })
    save(name, figures)
  }
} finally {
  removeScratch()
}
