import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8')
/** The colours of the screen. Print has its own, at the end of the file. */
const screen = css.slice(0, css.indexOf('@media print'))
const tokens = new Map(
  [...screen.matchAll(/--color-([a-z-]+):\s*#([0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
)

/** Red, green and blue from 0 to 1. */
function colorOf(token: string): number[] {
  const hex = tokens.get(token)
  if (hex === undefined) throw new Error(`no token called ${token}`)
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
}

const over = (above: number[], below: number[], opacity: number) =>
  above.map((c, at) => c * opacity + (below[at] ?? 0) * (1 - opacity))

/** Relative luminance, WCAG 2.2. */
function luminance(color: number[]): number {
  const [r = 0, g = 0, b = 0] = color.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrastOf(a: number[], b: number[]): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

const contrast = (a: string, b: string) => contrastOf(colorOf(a), colorOf(b))

const surfaces = ['night', 'dusk', 'haze']

describe('Contrast of the theme colours', () => {
  it.each(['paper', 'paper-dim'].flatMap((text) => surfaces.map((surface) => [text, surface] as const)))(
    'body text in %s has a contrast of 7:1 on %s',
    (text, surface) => expect(contrast(text, surface)).toBeGreaterThanOrEqual(7),
  )

  it.each(
    ['paper-faint', 'sunset', 'amber', 'lagoon', 'ok', 'warn', 'danger', 'info'].flatMap((text) =>
      surfaces.map((surface) => [text, surface] as const),
    ),
  )('%s has a contrast of 4.5:1 on %s, which is enough for a focus outline', (text, surface) =>
    expect(contrast(text, surface)).toBeGreaterThanOrEqual(4.5),
  )

  it.each(['sunset', 'amber', 'lagoon', 'danger'])('dark text has a contrast of 7:1 on a %s button', (fill) =>
    expect(contrast('night', fill)).toBeGreaterThanOrEqual(7),
  )

  it.each(['paper', 'paper-dim', 'paper-faint', 'ok', 'warn', 'danger', 'info'])(
    '%s has a contrast of 4.5:1 in outdated rows, also in a chip of its colour',
    (text) => {
      const opacity = Number(/@utility stale-rows \{\s*opacity: ([\d.]+)/.exec(css)?.[1])
      const night = colorOf('night')
      for (const surface of ['night', 'dusk'].map(colorOf)) {
        for (const ground of [surface, over(colorOf(text), surface, 0.1)]) {
          const seen = contrastOf(over(colorOf(text), night, opacity), over(ground, night, opacity))
          expect(seen).toBeGreaterThanOrEqual(4.5)
        }
      }
    },
  )
})
