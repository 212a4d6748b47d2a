import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { t } from '#lib/messages.ts'
import { Avatar } from '#ui/avatar.tsx'
import { rich } from '#web/rich.tsx'
import type { Supporter, Tier } from '../contract.ts'
import { profileHref, shownBadges } from '../rules.ts'

/** One supporter on the wall, in the size of their tier. A press anywhere on the card opens their profile. */
export function SupporterCard({ supporter, emphasis }: { supporter: Supporter; emphasis: Tier['emphasis'] }) {
  switch (emphasis) {
    case 3:
      return <LargeCard supporter={supporter} />
    case 2:
      return <Card supporter={supporter} />
    case 1:
      return <CompactChip supporter={supporter} />
  }
}

const LINKED =
  'group relative transition-[border-color,background-color,translate] duration-200 ease-settle hover:border-accent/70 focus-within:border-accent/70'

function LargeCard({ supporter: { id, name, avatar, badges, primaryLabel } }: { supporter: Supporter }) {
  return (
    <li
      className={`${LINKED} isolate flex flex-col items-center overflow-hidden rounded-lg border border-accent/35 bg-dusk px-3 pt-8 pb-5 text-center shadow-[0_0_56px_-26px_var(--accent)] hover:-translate-y-1 hover:shadow-[0_0_72px_-18px_var(--accent)] sm:px-6 sm:pt-10 sm:pb-7`}
    >
      <span
        aria-hidden="true"
        className="absolute inset-x-0 top-0 -z-10 h-3/4 bg-[radial-gradient(60%_70%_at_50%_18%,color-mix(in_srgb,var(--accent),transparent_62%),transparent)]"
      />
      <Avatar
        name={name}
        url={avatar}
        size="2xl"
        ringClass="ring-3 ring-accent ring-offset-4 ring-offset-dusk shadow-[0_0_40px_0_color-mix(in_srgb,var(--accent),transparent_45%)]"
      />
      <p className="mt-6 max-w-full font-extrabold font-sign text-lg leading-tight tracking-tight sm:text-xl">{name}</p>
      <p className="mt-1.5 font-semibold text-accent text-sm">{primaryLabel}</p>
      <Badges badges={badges} look="mt-4 min-h-7 justify-center [&_img]:size-7" />
      {id !== null && (
        <p className="mt-auto pt-5">
          <ProfileLink
            id={id}
            name={name}
            look="h-9 rounded-full border border-accent/45 px-4 font-bold text-sm transition-colors group-hover:border-accent group-hover:bg-accent group-hover:text-night"
          />
        </p>
      )}
    </li>
  )
}

function Card({ supporter: { id, name, avatar, badges, primaryLabel } }: { supporter: Supporter }) {
  return (
    <li
      className={`${LINKED} flex items-center gap-4 rounded-md border border-haze bg-[linear-gradient(100deg,color-mix(in_srgb,var(--accent),var(--color-dusk)_88%),var(--color-dusk)_55%)] p-3 hover:-translate-y-0.5 sm:p-4`}
    >
      <Avatar name={name} url={avatar} size="xl" ringClass="ring-2 ring-accent/70" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-bold font-sign text-[1.0625rem] leading-snug" title={name}>
          {name}
        </p>
        <p className="truncate text-paper-dim text-sm">{primaryLabel}</p>
        <div className="mt-2 flex min-h-6 items-center justify-between gap-2">
          <Badges badges={badges} look="[&_img]:size-5.5" />
          <ProfileLink id={id} name={name} look="ml-auto font-semibold text-accent text-xs" />
        </div>
      </div>
    </li>
  )
}

function CompactChip({ supporter: { id, name, avatar, badges, primaryLabel } }: { supporter: Supporter }) {
  return (
    <li
      className={`${LINKED} flex min-w-0 items-center gap-2.5 rounded-full border border-haze bg-dusk py-1.5 pr-3.5 pl-1.5 hover:bg-haze/60`}
    >
      <Avatar name={name} url={avatar} size="md" />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate font-bold font-sign text-sm" title={name}>
          {name}
        </p>
        <p className="flex gap-1.5 whitespace-nowrap text-xs">
          <span className="truncate text-paper-faint">{primaryLabel}</span>
          {id !== null && (
            <span aria-hidden="true" className="text-paper-faint">
              ·
            </span>
          )}
          <ProfileLink id={id} name={name} look="text-accent" />
        </p>
      </div>
      <Badges badges={badges} look="shrink-0 -space-x-1 [&_img]:size-4.5" />
    </li>
  )
}

/** The link covers the whole card, so that a press anywhere on the card opens the profile. */
function ProfileLink({ id, name, look }: { id: string | null; name: string; look: string }) {
  // A person who is named without a Discord ID has no profile to open.
  if (id === null) return null
  return (
    <a
      href={profileHref(id)}
      target="_blank"
      rel="noopener noreferrer"
      className={`inline-flex items-center gap-1 whitespace-nowrap font-sign after:absolute after:inset-0 after:rounded-[inherit] group-hover:underline group-hover:underline-offset-4 ${look}`}
    >
      {rich('View Profile {more}', {
        more: <span className="sr-only">{t('of {name}, opens Discord in a new tab', { name })}</span>,
      })}
      <ArrowUpRight aria-hidden="true" className="size-[1.1em]" />
    </a>
  )
}

function Badges({ badges, look }: { badges: Supporter['badges']; look: string }) {
  const { shown, hidden } = shownBadges(badges)
  const others = hidden.map(({ label }) => label).join(', ')
  if (badges.length === 0) return null
  return (
    <ul aria-label={t('Badges')} className={`relative z-10 flex items-center gap-1 ${look}`}>
      {shown.map(({ key, label, iconUrl }) => (
        <li key={key} className="shrink-0">
          <img src={iconUrl} alt={label} title={label} width="32" height="32" loading="lazy" decoding="async" />
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={others} className="shrink-0 pl-1 font-bold font-sign text-paper-dim text-xs">
          <span aria-hidden="true">+{hidden.length}</span>
          <span className="sr-only">{t('and {count} more: {badges}', { count: hidden.length, badges: others })}</span>
        </li>
      )}
    </ul>
  )
}
