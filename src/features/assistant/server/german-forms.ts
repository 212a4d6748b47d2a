import { type WordForms, wordList } from './word-forms.ts'

const STOP_WORDS = `
  ab aber alle allem allen aller alles als also am an andere anderen anderer anderes auch auf aus bei beim bin bis bist bzw
  da dabei dafur daher damit dann daran darauf darf darfst das dass davon dazu dein deine deinem deinen deiner dem den denn der
  des deshalb dich die dies diese diesem diesen dieser dieses dir doch dort du durch durfen durft ein eine einem einen einer
  eines einfach er es etwas euch euer eure fur ganz geht gehort gibt gibts habe haben habt hat hatte hatten hier hin ich ihm ihn
  ihnen ihr ihre ihrem ihren ihrer im immer in ins irgendwas ist ja jede jedem jeden jeder jedes jemand jemanden jetzt kann
  kannst kein keine keinem keinen keiner konnen konnt konnte lasst mache machen macht man manche mehr mein meine meinem meinen
  meiner mich mir mit moglich mochte muss mussen musst muss nach neben nen ner nicht nix noch nun nur ob oder ohne regel regeln
  schon sehr sein seine seinem seinen seiner seit sich sie sind so soll sollen sollte sonst tun uber um und uns unser unsere
  unter vom von vor wann war waren warum was weil weiss welche welchem welchen welcher welches wenn wer werde werden wie wieder
  wieso will wird wo wofur woher wohin wollen womit wurde wurden zu zum zur zwar bekomme bekommt`

const ENDING = /(?:em|er|nd|[enst])$/
const SHORT_ENDING = /[enst]$/

/** Removes endings one after another, the longest first, as in "gefahren", "fährst" and "Fahrten". */
function stem(word: string): string {
  if (/\d/.test(word)) return word
  let left = word.replace(/^ge(?=.{5})/, '').replace(/(?<=.{4})(?:ung|ungen|keit|keiten|lich|liche|lichen|isch)$/, '')
  for (let shorter = left; ; left = shorter) {
    shorter = left.length > 3 ? left.replace(left.length > 5 ? ENDING : SHORT_ENDING, '') : left
    if (shorter === left) return left.replace(/(?<=.{4})el$/, 'l')
  }
}

export const GERMAN_FORMS: WordForms = {
  stem,
  stopWords: wordList(STOP_WORDS),
  // Umlauts written as two letters: "muessen", "loeschen". "Feuer", "bauen" and "Quelle" stay as they are.
  spellings: [
    [/ß/g, 'ss'],
    [/(?<![aeq])ue/g, 'u'],
    [/oe/g, 'o'],
    [/ae/g, 'a'],
    [/\bwieviele?\b/g, 'wie viel'],
  ],
  hasCompounds: true,
  kinds: [
    [/\b(wie alt|welches alter|wie viele? jahre|mindestalter|jahre alt)\b|\bbin \d\d\b/, '?age'],
    [
      /\b(wie (lang|lange|bald|oft)|bis wann|ab wann)\b|\bwie viele? (zeit|sekunden|minuten|stunden|tage|wochen|monate)\b/,
      '?time',
    ],
    [/\bwie viele?\b|\b(hochstens|mindestens|maximal|limit)\b/, '?count'],
    [/\b(wie schnell|zu schnell|schneller|tempo|km)\b/, '?speed'],
    [/\bwie (weit|nah|hoch)\b|\bmeter\b/, '?distance'],
    [/\bwo\b/, '?where'],
    [/\bwer\b/, '?who'],
  ],
  answers: {
    '?age': /\b\d\d\b/,
    '?time': /\d (?:Sekunde|Minute|Stunde|Tag|Woche|Monat|Jahr)|\d:\d\d/i,
    '?count': /\d|\b(?:ein|zwei|drei)mal\b/i,
    '?speed': /km\/h/i,
    '?distance': /\d (?:Meter|Kilometer)/i,
  },
  consequence:
    /\b(sperre\w*|gesperrt|verwarn\w*|ausgeschlossen|ausschluss|bann\w*|verboten|nie|niemals|darf nicht|endet|entzogen|verliert|gemeldet)\b/i,
  asksConsequence:
    /\b(strafe|bestraft|passiert|gesperrt|gebannt|bann\w*|darf|durfen|erlaubt|verboten|wenn|konsequenz\w*)\b/i,
  followUp:
    /^(und|aber|ok|okay|also|oder|auch|dann|was ist mit|was wenn|wie ist (es|das)|gilt das|warum|wieso|selbst)\b|\b(es|das|die|dann|da|dort|stattdessen)\b\W*$/i,
  joint: / ?(?:[,;?.!] |\?) ?(?:und\b|oder\b|auch\b)? ?| (?:und|&|oder|sowie) /i,
}
