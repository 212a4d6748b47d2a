import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { z } from 'zod'

const RESULTS = 'bench/results.json'

/** One measurement. `bare` is the baseline. A figure without `promised` is only reported. */
const Figure = z.object({
  what: z.string(),
  promised: z.string().optional(),
  measured: z.string(),
  bare: z.string().optional(),
  isKept: z.boolean().optional(),
})
export type Figure = z.infer<typeof Figure>

const Part = z.object({ measuredAt: z.iso.datetime(), machine: z.string(), figures: z.array(Figure) })
const Results = z.record(z.string(), Part)

export type Tell = (figure: Figure) => void

/** This machine in one line. Figures of different machines cannot be compared. */
export function machine(): string {
  const memory = (totalmem() / 2 ** 30).toFixed(0)
  return `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, ${memory} GB, ${type()} ${release()}`
}

/** Throws for an unknown part. Otherwise a misspelled name would look like a run without problems. */
export function requireParts(parts: object, asked: readonly string[]): void {
  const unknown = asked.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}, but ${Object.keys(parts).join(', ')}`)
}

/** Prints a figure as a row of the table. */
export function print({ what, promised = '', measured, bare, isKept }: Figure): void {
  const verdict = isKept === undefined ? '' : isKept ? 'kept' : 'MISSED'
  console.log(
    `${verdict.padEnd(6)}  ${what.padEnd(50)} ${promised.padEnd(18)} ${measured}${bare === undefined ? '' : ` (bare ${bare})`}`,
  )
}

/** Replaces the figures of a part in bench/results.json. */
export function save(part: string, figures: Figure[]): void {
  const results = existsSync(RESULTS) ? Results.parse(JSON.parse(readFileSync(RESULTS, 'utf8'))) : {}
  results[part] = { measuredAt: new Date().toISOString(), machine: machine(), figures }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}
