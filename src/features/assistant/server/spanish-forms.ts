import { type WordForms, wordList } from './word-forms.ts'

const STOP_WORDS = `
  a ademas ahi ahora al algo alguien algun alguna algunas alguno algunos alli ante antes aqui asi aun aunque bien cada como con
  cosa cosas cual cuales cualquier cuando cuanto cuanta cuantos cuantas de deben debe debo del desde donde dos el ella ellas
  ellos en entre era eran eres es esa esas ese eso esos esta estan estar estas este esto estos estoy fue ha haber habia hace
  hacen hacer hago han has hasta hay he hola la las le les lo los mas me mi mientras mis mismo mucho muy nada nadie ni no nos
  nosotros o os otra otras otro otros para pero poco poder por porque puede pueden puedo pues que quien quienes quiero regla
  reglas se sea ser si sin sobre solo somos son soy su sus tambien tan tanto te tener tengo ti tiene tienen toda todas todo
  todos tu tus un una unas uno unos va vale vamos van ver vez vosotros voy y ya yo`

const ENDINGS = [
  /(?<=.{4})(?:aciones|acion|amientos?|imientos?|adores?|adoras?|idades|idad|mente)$/,
  /(?<=.{3})(?:ariamos|eriamos|iendo|ieron|aremos|eremos|iremos|aban|ando|aron|aria|eria|iria|ados?|adas?|idos?|idas?|amos|emos|imos|aba|ara|era|ira|ar|er|ir)$/,
  /(?<=.{3})(?:es|as|os|an|en|[aeos])$/,
]

/** Removes the ending of number, gender or tense. */
function stem(word: string): string {
  if (/\d/.test(word)) return word
  for (const ending of ENDINGS) {
    const shorter = word.replace(ending, '')
    if (shorter !== word) return shorter
  }
  return word
}

export const SPANISH_FORMS: WordForms = {
  stem,
  stopWords: wordList(STOP_WORDS),
  spellings: [],
  hasCompounds: false,
  kinds: [
    [/\b(que edad|cuantos anos|edad minima|anos de edad)\b|\btengo \d\d\b/, '?age'],
    [
      /\b(cuanto (tiempo|tarda|dura)|hasta cuando|desde cuando)\b|\bcuant[ao]s (segundos|minutos|horas|dias|semanas|meses)\b/,
      '?time',
    ],
    [/\bcuant[ao]s?\b|\b(maximo|minimo|limite)\b/, '?count'],
    [/\b(que velocidad|velocidad|rapido|km)\b/, '?speed'],
    [/\b(que distancia|distancia|metros)\b/, '?distance'],
    [/\bdonde\b/, '?where'],
    [/\bquien(es)?\b/, '?who'],
  ],
  answers: {
    '?age': /\b\d\d\b/,
    '?time': /\d (?:segundo|minuto|hora|día|semana|mes|año)|\d:\d\d/i,
    '?count': /\d|\buna vez\b|\bdos veces\b/i,
    '?speed': /km\/h/i,
    '?distance': /\d (?:metro|kilómetro)/i,
  },
  consequence:
    /\b(expuls\w*|sancion\w*|suspen\w*|advertencia\w*|bane\w*|prohibid\w*|permanente|nunca|no se puede|pierde\w*|termina)\b/i,
  asksConsequence:
    /\b(sancion\w*|castig\w*|pasa|bane\w*|puedo|se puede|permitid\w*|prohibid\w*|ilegal|consecuencia\w*)\b/i,
  followUp:
    /^(y|pero|ok|vale|entonces|o|tambien|también|que tal|qué tal|y si|por que|por qué)\b|\b(eso|esto|ahi|ahí|entonces)\b\W*$/i,
  joint: / ?(?:[,;?.!] |\?) ?(?:y\b|o\b|tambien\b)? ?| (?:y|&|o|además) /i,
}
