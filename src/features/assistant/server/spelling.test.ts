import { describe, expect, it } from 'vitest'
import { createSpelling } from './spelling.ts'

const read = createSpelling(
  ['i', 'want', 'to', 'kill', 'hang', 'myself', 'suicide', 'threatening', 'fuck', 'you', 'die', 'help', 'hurt*'],
  ['hand', 'stuff', 'therapist', 'skill'],
)
const readings = (text: string) =>
  read(text)
    .map((word) => word.readings.join('|'))
    .join(' ')

describe('Corrected spelling', () => {
  it.each([
    ['whatever the case and the accents', 'I WÁNT to Kíll', 'i want to kill'],
    [
      'with a letter too many, too few, wrong or elsewhere',
      'suiicide suicde suizide sucidie',
      'suicide suicide suicide suicide',
    ],
    ['with two wrong letters in a long word', 'thretaning', 'threatening'],
    ['with letters held down', 'diiiiie heeeelp', 'die help'],
    ['with letters apart', 'k i l l m y s e l f', 'kill myself'],
    ['with dots between the letters', 'd.i.e', 'die'],
    ['with words run together', 'killmyself iwanttodie', 'kill myself i want to die'],
    ['with a word taken apart', 'sui cide', 'suicide'],
    ['with digits and signs for letters', 'su1c1de k1ll my$elf', 'suicide kill myself'],
    ['with stars for letters', 'f**k y*u, f***', 'fuck you fuck'],
    ['in bold or as a spoiler', '**kill** ||myself||', 'kill myself'],
    ['by how a word begins', 'hurting', 'hurting'],
    ['with apostrophes and what is not seen', 'ki\u00adll my’self', 'kill myself'],
    ['with the slash of a command', '/kill or/and', '/ kill or and'],
    ['with numbers as they are', '10-50 and 316.193 at 13', '10-50 and 316.193 at 13'],
  ])('a message is corrected: %s', (_how, text, expected) => {
    expect(readings(text)).toBe(expected)
  })

  it('correct words are unchanged', () => {
    expect(readings('hand stuff therapist skill')).toBe('hand stuff therapist skill')
  })

  it('sentences are corrected separately', () => {
    expect(read('help. you\nkill? die').map(({ sentence }) => sentence)).toEqual([0, 1, 2, 3])
  })

  it('a message is corrected up to the readable length', () => {
    expect(read('you '.repeat(1_000)).length).toBeLessThan(300)
  })
})
