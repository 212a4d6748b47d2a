import { formatNumber, t } from '#lib/messages.ts'
import { isEasyAdmin, readEasyAdmin } from './easyadmin-rules.ts'
import { entryOf, type ReadHistory, type SourceSheet, UnreadableSource } from './entry-rules.ts'
import { isPsMdt, readPsMdt } from './psmdt-rules.ts'
import { readSnailyCad, snailyCadList } from './snailycad-rules.ts'
import { isAdmins, isTxAdmin, readTxAdmin, type SourceAdmin } from './txadmin-rules.ts'
import { isVMenu, readVMenu } from './vmenu-rules.ts'
import { isZeppelin, readZeppelin } from './zeppelin-rules.ts'

/*
 * Recognises a file by its content, whatever its name, and reads it. Surprising: admins.json of txAdmin is recognised,
 * so that a page can say what it is, but not read here, because it has passwords.
 */

/** The maximum size of a file that is read. A database of a hundred thousand players is about as large. */
export const MAX_SOURCE_BYTES = 100 * 1024 * 1024

/** A recognised file. */
export interface RecognisedSource {
  source: ReadHistory['source'] | SourceSheet['source'] | 'admins'
  /** The program that wrote the file, by its own name. */
  program: 'txAdmin' | 'fxPanel' | 'EasyAdmin' | 'vMenu' | 'Zeppelin' | 'SnailyCAD' | 'ps-mdt'
  version: string | null
  /** The JSON value of the file, or its text when it is not JSON. */
  content: unknown
}

/** Rejects a file that is too large, by its size alone, before it is read. */
export function checkSourceSize(bytes: number): void {
  if (bytes <= MAX_SOURCE_BYTES) return
  const max = formatNumber(MAX_SOURCE_BYTES / 1024 / 1024)
  throw new UnreadableSource(t('This file is too large. Files of up to {max} MB can be read.', { max }))
}

/** Recognises a file. Throws `UnreadableSource` when it is not a file that can be read. */
export function recogniseSource(file: string): RecognisedSource {
  checkSourceSize(file.length)
  const text = file.replace(/^\ufeff/, '')
  if (!/^\s*[[{]/.test(text)) {
    if (isPsMdt(text)) return { source: 'ps-mdt', program: 'ps-mdt', version: null, content: text }
    throw notKnown()
  }
  const content = parseJson(text)
  if (isTxAdmin(content)) return { source: 'txadmin', ...txAdminVersion(content), content }
  if (isAdmins(content)) return { source: 'admins', program: 'txAdmin', version: null, content }
  if (isZeppelin(content)) return { source: 'zeppelin', program: 'Zeppelin', version: null, content }
  if (isVMenu(content)) return { source: 'vmenu', program: 'vMenu', version: null, content }
  if (snailyCadList(content) !== null) return { source: 'snailycad', program: 'SnailyCAD', version: null, content }
  if (isEasyAdmin(content)) return { source: 'easyadmin', program: 'EasyAdmin', version: null, content }
  throw notKnown()
}

/** Information that a file does not contain. */
export interface SourceKnowledge {
  /** The admins of txAdmin, from admins.json. */
  admins?: readonly SourceAdmin[]
  /** When the file was last changed. Bans without a date count as given at this time. */
  changedAt: string
}

/** Reads a recognised file as a history of players or as a spreadsheet of codes. */
export function readSource(
  { source, content }: RecognisedSource,
  knowledge: SourceKnowledge,
): ReadHistory | SourceSheet {
  switch (source) {
    case 'txadmin':
      return readTxAdmin(content, knowledge.admins)
    case 'easyadmin':
      return readEasyAdmin(content, knowledge.changedAt)
    case 'vmenu':
      return readVMenu(content, knowledge.changedAt)
    case 'zeppelin':
      return readZeppelin(content)
    case 'snailycad':
      return readSnailyCad(content)
    case 'ps-mdt':
      return readPsMdt(String(content))
    case 'admins':
      throw new UnreadableSource(t('This is the list of admins of txAdmin. Choose the player database first.'))
  }
}

const notKnown = () => new UnreadableSource(t('This is not one of the files that can be imported.'))

/** fxPanel continues the version numbers of txAdmin. */
function txAdminVersion(content: unknown): Pick<RecognisedSource, 'program' | 'version'> {
  const version = entryOf(content)?.version
  const isNumber = typeof version === 'number'
  return { program: isNumber && version > 5 ? 'fxPanel' : 'txAdmin', version: isNumber ? String(version) : null }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableSource(
      isCutOff(text)
        ? t('This file is cut off: its end is missing. Copy it again, and choose the copy.')
        : t('This file is damaged. Get it from the other program again, and do not change it.'),
    )
  }
}

/** Whether a JSON text ends before everything that it opened is closed. */
function isCutOff(text: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (isText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isText = false
    } else if (sign === QUOTE) isText = true
    else if (sign === 0x7b || sign === 0x5b) depth += 1
    else if (sign === 0x7d || sign === 0x5d) depth -= 1
  }
  return isText || depth > 0
}
const [BACKSLASH, QUOTE] = [0x5c, 0x22]
