import type { TenCode } from '../contract.ts'

/** Red and orange stand further apart here than the site's own two warm accents do. */
const LOOKS: Record<TenCode['color'], { name: string; fill: string }> = {
  default: { name: 'Default', fill: 'bg-haze' },
  red: { name: 'Red', fill: 'bg-[color-mix(in_srgb,var(--color-danger),var(--color-sunset))]' },
  orange: { name: 'Orange', fill: 'bg-[color-mix(in_srgb,var(--color-sunset),var(--color-amber)_55%)]' },
  yellow: { name: 'Yellow', fill: 'bg-[color-mix(in_srgb,var(--color-warn),var(--color-paper)_15%)]' },
  blue: { name: 'Blue', fill: 'bg-info' },
  green: { name: 'Green', fill: 'bg-ok' },
}

export function colorName(color: TenCode['color']): string {
  return LOOKS[color].name
}

/** A ten-code's color in a word, so that nobody has to see it. */
export function TenCodeColor({ color }: { color: TenCode['color'] }) {
  return (
    <span className={`inline-flex items-center gap-2 ${color === 'default' ? 'text-paper-faint' : 'text-paper-dim'}`}>
      <span className={`keeps-colour size-2.5 rounded-full border border-paper/25 ${LOOKS[color].fill}`} />
      {LOOKS[color].name}
    </span>
  )
}

/** The class of the plate that a code of this color is written on. */
export function plateClass(color: TenCode['color']): string {
  return `${LOOKS[color].fill} ${color === 'default' ? 'text-paper' : 'text-night'}`
}
