import { stemmer } from 'stemmer'
import { FOLLOW_UP } from '../rules.ts'
import { type WordForms, wordList } from './word-forms.ts'
import { baseOf } from './word-groups.ts'

const STOP_WORDS = `
  a about actually after many make again all also always am an and another any anybody anyone anything are as ask at be because
  been before being but by can cant cannot come could couldnt did didnt do does doesnt doing dont done even ever every for
  from get gets getting give go goes going gonna got had has have havent having he hell her here hers hes him his how
  however i id if ill im in into is isnt it its ive just know let lets like little may maybe me mean means might mine more
  most much must my need needs no not now of off on one only or other our out over people please really rule rules said
  same say says see she shes should shouldnt so some somebody someone something still such sure take tell than that thats
  the their them then there theres these they theyre theyll thing things this those though to too up us use used very want
  wants was wasnt we well were what whats when where which while who whos why will with without wont would wouldnt yes yet
  you youre youll youve your yours ya`

export const ENGLISH_FORMS: WordForms = {
  stem: (word) => stemmer(baseOf(word)),
  stopWords: wordList(STOP_WORDS),
  spellings: [],
  hasCompounds: false,
  kinds: [
    [/\bhow (old|young)\b|\bwhat age\b|\bi ?a?m \d\d\b(?! (min|sec|hour|day|week|month))|\byears? old\b/, '?age'],
    [
      /\bhow (long|soon)\b|\bhow much (time|longer)\b|\bhow many (seconds|minutes|hours|days|weeks|months)\b|\buntil when\b/,
      '?time',
    ],
    [/\bhow (many|much|big|often)\b|\bmaximum\b|\blimit\b/, '?count'],
    [/\bhow (fast|quick)\b|\bspeed\b|\bmph\b/, '?speed'],
    [/\bhow (far|close|near|low|high)\b/, '?distance'],
    [/\bwhere\b/, '?where'],
    [/\bwho\b/, '?who'],
  ],
  answers: {
    '?age': /\b\d\d\b/,
    '?time': /\d (?:second|minute|hour|day|week|month|year)|\d:\d\d/,
    '?count': /\d|\bonce\b|\btwice\b/,
    '?speed': /\bmph\b/,
    '?distance': /\d (?:meter|feet|mile)/,
  },
  consequence:
    /\b(ban(ned|s)?|warn(ing|s)?|permanent|forbidden|not allowed|may not|removed|removal|voids?|void|ends?|closed|denied|revoked|suspen\w+|punished|timeout|lose|lost|muted)\b/i,
  asksConsequence:
    /\b(ban(ned|s|nable)?|punish\w*|penalty|happens?|what do (i|u|you) get|what if|allowed|can i|may i|could i|is it ok|consequence\w*|sanction\w*|illegal|against the rules|in trouble)\b/i,
  followUp: FOLLOW_UP,
  joint: / ?(?:[,;?.!] |\?) ?(?:and\b|n\b|also\b|plus\b|or\b)? ?| (?:and|n|&|also|plus|or|vs) /i,
}
