import { t } from '#lib/messages.ts'
import { decodeSheet, isArchive } from '#lib/sheet-text.ts'
import type { MoveInDraft, SourceHistory } from '../contract.ts'
import {
  type ActionKind,
  type AgeCount,
  authorsOf,
  countKinds,
  countOlder,
  type SourceAuthor,
  type StaffNames,
  withStaff,
} from '../decision-rules.ts'
import { UnreadableSource } from '../entry-rules.ts'
import { isPsMdt } from '../psmdt-rules.ts'
import { checkSourceSize, readSource, recogniseSource } from '../source-rules.ts'
import { readAdmins } from '../txadmin-rules.ts'

/** What a dropped file turned out to be. The records themselves stay where the file was read. */
export type FoundFile =
  | FoundHistory
  /** Only names and Discord IDs. The rest of the file is dropped at once. */
  | { kind: 'admins'; name: string; staff: StaffNames }
  | { kind: 'codes'; name: string; list: 'penal-codes' | 'ten-codes'; program: string; rows: number; csv: string }
  /** `headers` are the cells of the first row. They are empty for an archive, which is not unpacked here. */
  | { kind: 'sheet'; name: string; headers: string[] }
  | { kind: 'unknown'; name: string; problem: string | null }

export interface FoundHistory extends Pick<SourceHistory, 'source' | 'version' | 'unreadable' | 'unknownFields'> {
  kind: 'history'
  name: string
  /** The program that wrote the file, by its own name. */
  program: string
  people: number
  actions: number
  /** The number of records that are left out on purpose. */
  leftOut: number
  kinds: { kind: ActionKind; count: number }[]
  authors: SourceAuthor[]
  ages: AgeCount[]
}

/** The choices that are sent with the records: who the authors are, and the decisions about the file. */
export interface MoveInChoices {
  staff: StaffNames
  decisions: MoveInDraft['decisions']
}

/** Reads files, and keeps the latest history for the request that imports it. */
export interface FileReading {
  /** `onShare` is called with the share of the file that has been read. */
  read(file: File, onShare: (share: number) => void): Promise<FoundFile>
  /** The body of the request that imports the latest history. */
  bodyFor(choices: MoveInChoices): Promise<string>
}

/** Reads files in the calling thread. The page calls it in a worker. */
export function createReading(): FileReading {
  let latest: { file: MoveInDraft['file']; history: SourceHistory } | null = null
  return {
    read: async (file, onShare) => {
      const { name } = file
      try {
        checkSourceSize(file.size)
        const bytes = await bytesOf(file, onShare)
        if (isArchive(bytes)) return { kind: 'sheet', name, headers: [] }
        const text = decodeSheet(bytes)
        const headers = isPsMdt(text) ? null : headersOf(text)
        if (headers !== null) return { kind: 'sheet', name, headers }
        const recognised = recogniseSource(text)
        if (recognised.source === 'admins') {
          const staff = readAdmins(recognised.content).map(({ name, discordId }) => [name, discordId])
          return { kind: 'admins', name, staff: Object.fromEntries(staff) }
        }
        const changedAt = new Date(file.lastModified).toISOString()
        const read = readSource(recognised, { changedAt })
        if ('csv' in read) {
          const { list, rows, csv } = read
          return { kind: 'codes', name, program: recognised.program, list, rows, csv }
        }
        const { leftOut, ...history } = read
        latest = { file: { name, sha256: await sha256Of(bytes) }, history }
        return foundHistory(name, recognised.program, history, leftOut)
      } catch (error) {
        if (error instanceof UnreadableSource) return { kind: 'unknown', name, problem: error.message }
        throw error
      }
    },
    bodyFor: async ({ staff, decisions }) => {
      if (latest === null) throw new Error('nothing was read')
      const draft: MoveInDraft = { file: latest.file, history: withStaff(latest.history, staff), decisions }
      return JSON.stringify(draft)
    },
  }
}

function foundHistory(name: string, program: string, history: SourceHistory, leftOut: number): FoundHistory {
  const { source, version, unreadable, unknownFields, people, actions } = history
  return {
    kind: 'history',
    ...{ name, program, source, version, unreadable, unknownFields, leftOut },
    people: people.length,
    actions: actions.length,
    kinds: countKinds(history),
    authors: authorsOf(history),
    ages: countOlder(history, new Date().toISOString().slice(0, 10)),
  }
}

async function bytesOf(file: File, onShare: (share: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size)
  let read = 0
  let reportedPercent = 0
  for await (const piece of piecesOf(file)) {
    bytes.set(piece, read)
    read += piece.length
    const percent = Math.floor((100 * read) / file.size)
    if (percent > reportedPercent) onShare(percent / 100)
    reportedPercent = percent
  }
  return bytes
}

/** Not every browser can iterate over a stream. */
async function* piecesOf(file: File): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    yield value
  }
}

/** The cells of the first row of a table in text. Null when the text is not a table. */
function headersOf(text: string): string[] | null {
  if (/^\s*[[{<]/.test(text) || text.includes('\0')) return null
  const [first = ''] = text.trimStart().split(/\r?\n/, 1)
  const separator = ['\t', ';', ','].find((sign) => first.includes(sign))
  if (separator === undefined) return null
  return first.split(separator).map((cell) => cell.trim().replace(/^"|"$/g, ''))
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  // Browsers offer `crypto.subtle` only on https.
  if (crypto.subtle === undefined) throw new UnreadableSource(t('Open the site by https to bring files over.'))
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
