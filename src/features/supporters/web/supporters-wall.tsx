import { t } from '#lib/messages.ts'
import { HydrateInChunks } from '#ui/hydrate-in-chunks.tsx'
import type { Tier } from '../contract.ts'
import { countLabel } from '../rules.ts'
import { SupporterCard } from './supporter-card.tsx'

/** The accent colours of the tiers, from the highest down. With more tiers, the colours repeat. */
const ACCENTS = [
  '[--accent:var(--color-amber)]',
  '[--accent:var(--color-lagoon)]',
  '[--accent:var(--color-ok)]',
  '[--accent:var(--color-sunset)]',
]

const GRIDS: Record<Tier['emphasis'], string> = {
  3: 'grid grid-cols-2 gap-3 sm:gap-5 lg:grid-cols-4',
  2: 'grid gap-3 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4',
  1: 'grid grid-cols-[repeat(auto-fill,minmax(min(19rem,100%),1fr))] gap-2',
}

/** The supporters, tier by tier: each with its icon, label and member count, then the cards. */
export function SupportersWall({ tiers }: { tiers: readonly Tier[] }) {
  return tiers.map((tier, index) => (
    <section
      key={tier.key}
      aria-labelledby={anchorOf(tier)}
      className={`${ACCENTS[index % ACCENTS.length]} mt-20 first:mt-0`}
    >
      <header className="mb-7 flex items-center gap-4">
        <img src={tier.iconUrl} alt="" width="64" height="64" className="size-14 shrink-0 sm:size-16" />
        <div>
          <h2 id={anchorOf(tier)} className="scroll-mt-24 text-2xl sm:text-3xl">
            {tier.label}
          </h2>
          <p className="mt-0.5 font-semibold text-accent text-sm">{countLabel(tier.members.length)}</p>
        </div>
        <span
          aria-hidden="true"
          className="ml-2 h-px flex-1 bg-[linear-gradient(90deg,color-mix(in_srgb,var(--accent),transparent_45%),transparent)]"
        />
      </header>
      {tier.members.length === 0 ? (
        <p className="text-paper-dim">{t('No supporters in this tier yet.')}</p>
      ) : (
        <ul className={GRIDS[tier.emphasis]}>
          <HydrateInChunks items={tier.members} size={8}>
            {(supporter) => (
              <SupporterCard key={supporter.id ?? supporter.name} supporter={supporter} emphasis={tier.emphasis} />
            )}
          </HydrateInChunks>
        </ul>
      )}
    </section>
  ))
}

/** Links to the tiers, with their numbers of members. */
export function TierLinks({ tiers }: { tiers: readonly Tier[] }) {
  return (
    <nav aria-label={t('Tiers')}>
      <ul className="flex flex-wrap gap-2">
        {tiers.map((tier, index) => (
          <li key={tier.key} className={ACCENTS[index % ACCENTS.length]}>
            <a
              href={`#${anchorOf(tier)}`}
              className="touch-target flex h-10 items-center gap-2 rounded-full border border-accent/35 bg-night/55 pr-4 pl-1.5 font-bold font-sign text-sm transition-colors hover:border-accent hover:bg-night/80"
            >
              <img src={tier.iconUrl} alt="" width="28" height="28" className="size-7" />
              {tier.label}
              <span aria-hidden="true" className="text-accent tabular-nums">
                {tier.members.length}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function anchorOf(tier: Tier): string {
  return `tier-${tier.key}`
}
