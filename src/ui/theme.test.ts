import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
const tokens = new Map([...css.matchAll(/--color-([a-z-]+):\s*#([0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))

/** Relative luminance, WCAG 2.2. */
function luminance(token: string): number {
  const hex = tokens.get(token)
  if (hex === undefined) throw new Error(`no token called ${token}`)
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const surfaces = ['night', 'dusk', 'haze']

describe('the tokens', () => {
  it.each(['paper', 'paper-dim'].flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
    'body text in %s reads at 7:1 on %s',
    (text, surface) => expect(contrast(text, surface)).toBeGreaterThanOrEqual(7),
  )

  it.each(
    ['paper-faint', 'sunset', 'amber', 'lagoon', 'ok', 'warn', 'danger', 'info'].flatMap((text) =>
      surfaces.map((surface) => [text, surface] as const),
    ),
  )('%s reads at 4.5:1 on %s, so a focus ring shows there too', (text, surface) =>
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(['sunset', 'amber', 'lagoon', 'danger'])('night lettering reads at 7:1 on a %s button', (fill) =>
    expect(contrast('night', fill)).toBeGreaterThanOrEqual(7),
  )
})
