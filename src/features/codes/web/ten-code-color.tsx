import { msg, type PlainMessage, t } from '#lib/messages.ts'
import type { TenCode } from '../contract.ts'

/** Red and orange differ more here than the site's two warm accent colours do. */
const LOOKS: Record<TenCode['color'], { name: PlainMessage; fill: string }> = {
  default: { name: msg('Default'), fill: 'bg-haze' },
  red: { name: msg('Red'), fill: 'bg-[color-mix(in_srgb,var(--color-danger),var(--color-sunset))]' },
  orange: { name: msg('Orange'), fill: 'bg-[color-mix(in_srgb,var(--color-sunset),var(--color-amber)_55%)]' },
  yellow: { name: msg('Yellow'), fill: 'bg-[color-mix(in_srgb,var(--color-warn),var(--color-paper)_15%)]' },
  blue: { name: msg('Blue'), fill: 'bg-info' },
  green: { name: msg('Green'), fill: 'bg-ok' },
}

export function colorName(color: TenCode['color']): string {
  return t(LOOKS[color].name)
}

/** A ten-code's color with its name, so that nobody has to recognise the color. */
export function TenCodeColor({ color }: { color: TenCode['color'] }) {
  return (
    <span className={`inline-flex items-center gap-2 ${color === 'default' ? 'text-paper-faint' : 'text-paper-dim'}`}>
      <span className={`keeps-colour size-2.5 rounded-full border border-paper/25 ${LOOKS[color].fill}`} />
      {colorName(color)}
    </span>
  )
}

/** The CSS class for a code's plate of this color. */
export function plateClass(color: TenCode['color']): string {
  return `${LOOKS[color].fill} ${color === 'default' ? 'text-paper' : 'text-night'}`
}
