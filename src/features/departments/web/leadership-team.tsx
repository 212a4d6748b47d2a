import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { LazyImage } from '#ui/lazy-image.tsx'
import { useDrawings } from '#web/site-context.tsx'
import type { LeaderList } from '../contract.ts'

/** The Leadership Team, each member at a sign along a drawn coast road. */
export function LeadershipTeam({ leaders: { intro, data } }: { leaders: LeaderList }) {
  const hasRoadSigns = useDrawings().signs === undefined
  const Sign = hasRoadSigns ? MileSign : Plate
  return (
    <section aria-labelledby="leadership" className="relative overflow-hidden pt-20 pb-10 lg:pt-28">
      <div className="mx-auto max-w-[90rem] px-6 lg:px-10">
        <h2 id="leadership" className="font-extrabold text-4xl tracking-tight sm:text-6xl">
          {t('Leadership Team')}
        </h2>
        <p className="mt-4 max-w-[64ch] text-lg text-paper-dim">{intro}</p>
      </div>
      <div className="relative mt-12 xl:mt-16">
        {/* The road: along the bottom of the signs, or along their left side on narrow screens. */}
        <div
          aria-hidden="true"
          className={`absolute inset-y-0 left-6 w-5 rounded-full border-paper-faint/35 border-x xl:border-x-0 xl:border-y xl:inset-x-0 xl:inset-y-auto xl:top-30 xl:h-7 xl:w-auto xl:rounded-none ${hasRoadSigns ? 'bg-[#171d3d]' : 'bg-haze'}`}
        >
          <div className="absolute inset-y-2 left-1/2 w-0.5 -translate-x-1/2 bg-[repeating-linear-gradient(var(--color-amber)_0_18px,transparent_18px_38px)] xl:inset-x-0 xl:inset-y-auto xl:top-1/2 xl:left-0 xl:h-0.5 xl:w-full xl:translate-x-0 xl:bg-[repeating-linear-gradient(90deg,var(--color-amber)_0_30px,transparent_30px_64px)]" />
        </div>
        <ol className="relative mx-auto grid max-w-[90rem] gap-y-10 pr-6 pl-20 xl:grid-cols-6 xl:gap-x-6 xl:px-10">
          {data.map((leader) => (
            <li key={leader.name} className="flex flex-col">
              <div className="flex items-start gap-4 xl:h-37">
                <Sign text={leader.callsign} />
                <Face leader={leader} />
              </div>
              <h3 className="mt-4 text-2xl xl:mt-7 xl:text-[1.375rem] xl:tracking-[-0.025em]">{leader.name}</h3>
              <p className="mt-1.5 font-bold font-sign text-amber">{leader.role}</p>
              <p className="mt-2 max-w-[48ch] text-paper-dim leading-relaxed">{leader.line}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/** A leader's Discord avatar over the initials. It loads only when it comes near the window. */
function Face({ leader: { name, avatarUrl } }: { leader: LeaderList['data'][number] }) {
  return (
    <span className="relative overflow-hidden rounded-full shadow-lift">
      <Avatar name={name} size="xl" />
      {avatarUrl && (
        <LazyImage src={avatarUrl} alt="" width="64" height="64" className="absolute inset-0 size-full object-cover" />
      )}
    </span>
  )
}

/** A green highway marker on its post, with a callsign in place of the mile. */
function MileSign({ text }: { text: string }) {
  return (
    <span className="keeps-colour relative inline-flex before:absolute before:top-full before:left-1/2 before:hidden before:h-14 before:w-1.5 before:-translate-x-1/2 before:bg-[linear-gradient(90deg,#3a4268_65%,#ff9a6b)] xl:before:block">
      <span className="rounded-sm bg-[#0c6b5c] p-1 shadow-lift">
        <span className="flex h-11 min-w-22 items-center justify-center rounded-[3px] border-2 border-paper px-3 pt-0.5 font-extrabold font-sign text-paper text-xl tabular-nums tracking-wide whitespace-nowrap xl:h-14 xl:px-2 min-[90rem]:px-3 min-[90rem]:text-2xl">
          {text}
        </span>
      </span>
    </span>
  )
}

/** A callsign for communities without American road signs. */
function Plate({ text }: { text: string }) {
  return (
    <span className="flex h-13 min-w-24 items-center justify-center rounded-lg border border-paper-faint/50 bg-haze px-4 pt-0.5 font-extrabold font-sign text-paper text-xl tabular-nums tracking-wide whitespace-nowrap xl:h-16 xl:px-2 min-[90rem]:px-4 min-[90rem]:text-2xl">
      {text}
    </span>
  )
}
