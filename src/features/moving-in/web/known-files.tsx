import { msg, type PlainMessage, t } from '#lib/messages.ts'
import { isOn, type Part } from '#lib/part.ts'
import { useSiteContent } from '#web/site-context.tsx'

interface KnownFile {
  from: string
  file: string
  where: PlainMessage
  what: PlainMessage
  /** The parts of the site that import this file, when a community can turn them off. */
  parts?: readonly Part[]
}

const FILES: readonly KnownFile[] = [
  {
    from: 'txAdmin, fxPanel',
    file: 'playersDB.json',
    where: msg('In txAdmin: Master Actions, Backup Database. On the server: txData/<profile>/data.'),
    what: msg('Players, notes, warnings, kicks and bans'),
  },
  {
    from: 'txAdmin',
    file: 'admins.json',
    where: msg(
      'In the folder txData. Drop it together with the player database: it has the Discord accounts of staff.',
    ),
    what: msg('Names and Discord IDs; passwords stay in your browser'),
  },
  {
    from: 'EasyAdmin, vMenu',
    file: 'banlist.json',
    where: msg('In the folder of the resource.'),
    what: msg('Bans'),
  },
  {
    from: 'Zeppelin',
    file: 'export.json',
    where: msg('On the dashboard of the bot: Import/export.'),
    what: msg('Cases of your Discord server'),
  },
  {
    from: 'SnailyCAD, ps-mdt',
    file: '.json, .sql, .lua',
    where: msg('The exported values, or the file that fills the database.'),
    what: msg('10-codes and penal codes'),
    parts: ['ten-codes', 'penal-codes'],
  },
  {
    from: 'Excel',
    file: '.xlsx, .csv',
    where: msg('As your spreadsheet exports it.'),
    what: msg('Rosters, checklists, actions, codes and links'),
  },
]

/** The files that can be dropped, and where to find them in each program. */
export function KnownFiles() {
  const { off } = useSiteContent()
  const files = FILES.filter(({ parts }) => parts === undefined || parts.some((part) => isOn(off, part)))
  return (
    <section aria-labelledby="known-files" className="rounded-md border border-haze bg-dusk px-5 pt-4 pb-2">
      <h2 id="known-files" className="text-lg">
        {t('What you can bring')}
      </h2>
      <dl className="mt-2">
        {files.map(({ from, file, where, what }) => (
          <div
            key={from + file}
            className="grid gap-x-6 gap-y-0.5 border-haze border-t py-3 sm:grid-cols-[13rem_minmax(0,1fr)]"
          >
            <dt>
              <span className="block font-bold font-sign">{from}</span>
              <code className="text-paper-faint text-sm">{file}</code>
            </dt>
            <dd className="min-w-0 text-sm">
              <p>{t(what)}</p>
              <p className="text-paper-dim">{t(where)}</p>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
