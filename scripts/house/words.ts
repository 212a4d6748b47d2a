import type { Source, Violation } from './rules.ts'

/** The patterns are written so that they do not match this file. */
const FORBIDDEN: { words: RegExp; fix: string }[] = [
  { words: /(?<![\w.])\/(work|root)\//, fix: 'remove the path: it exists on one machine only' },
  {
    words: /\b(registry\.[a-z]+|npmjs|deb\.debian)\.(org|com|io|dev|net)\b/,
    fix: 'remove the name of the package registry',
  },
  {
    words: /"resolved"\s*:/,
    fix: 'run npm install with the .npmrc of this repository, which keeps addresses out of the lockfile',
  },
  { words: /\b(TO[D]O|FIX[M]E)\b/, fix: 'do the work now, or remove the note' },
  { words: /@ts-(ignore|nocheck)/, fix: 'state the type' },
]

/**
 * Unusual words for machinery, with the words that engineers search for. They are reported in names and comments of
 * code, never in texts that people read. The patterns are written so that they do not match this file.
 */
const UNUSUAL_WORDS: { words: RegExp; instead: string }[] = [
  { words: /\bkno[c]k(s|ed|ing)?\b/i, instead: 'call, access matrix' },
  { words: /\b(create)?Do[o]r\b|(?<!front[ -])\bdo[o]r\b/, instead: 'authorization, authorize, can' },
  { words: /\bRefu[s]al\b|\brefu[s]alOf\b/, instead: 'HttpError' },
  { words: /\bless[e]r\b/, instead: 'restrictedReply, or below' },
  { words: /\bShort[c]ut(To)?\b|\bshort[c]utTo\b/, instead: 'fastPath' },
  { words: /\bLing[e]ring\b|\bedi[t]ion\b/, instead: 'maxStale, variant' },
  { words: /\bHappen[i]ng\b/, instead: 'Event' },
  { words: /\bisHol[d]er\b|\bheld-wo[r]k\b|\bisInTou[c]h\b|\bonG[a]p\b/, instead: 'leader, isConnected, onReconnect' },
  { words: /\boneAfterTheOth[e]r\b/, instead: 'withLock' },
  { words: /patien(t|c[e])/i, instead: 'withoutTimeout, a limit or a timeout' },
  { words: /\bstea[d]y\b/, instead: 'monotonicClock' },
  { words: /upke[e]p/i, instead: 'maintenance, worker' },
  { words: /\b(Cour[s]e|cour[s]eOf)\b/, instead: 'lifecycle' },
  { words: /[dD]es[k]\b/, instead: 'page, view' },
  { words: /\bmen[d](s|ed|ing)?\b/, instead: 'fix' },
  { words: /\bcomes? to li[f]e\b|\bcoming[ -]to-?li[f]e\b|\barrive-la[t]e\b/, instead: 'hydrated, hydration' },
  { words: /\bMOS[T]_/, instead: 'MAX_' },
  { words: /\bWOR[D]S\b/, instead: 'MESSAGES' },
]

export function* checkWords({ path, text }: Source): Generator<Violation> {
  for (const [index, line] of text.split('\n').entries()) {
    for (const { words, fix } of FORBIDDEN) {
      if (words.test(line)) yield { file: path, line: index + 1, rule: 'forbidden text', fix }
    }
  }
}

/** Finds each old word in a text: its position, and what to write instead. */
export const unusualWordsIn = (text: string) =>
  UNUSUAL_WORDS.flatMap(({ words, instead }) => {
    const found = words.exec(text)
    return found ? [{ at: found.index, fix: `write ${instead} instead of ${found[0]}` }] : []
  })
