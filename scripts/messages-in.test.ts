import { describe, expect, it } from 'vitest'
import { findUntranslatedTexts, messagesIn } from './messages-in.ts'

const foundIn = (code: string) => messagesIn('page.tsx', code)
const untranslatedIn = (code: string) => findUntranslatedTexts('page.tsx', code).map(({ text }) => text)

describe('messagesIn', () => {
  it.each([
    ['a message', "t('Log out')", ['Log out']],
    ['one with what it leaves open', "t('{shown} of {total}', { shown, total })", ['{shown} of {total}']],
    ['both of a choice', "t(isOpen ? 'Open' : 'Closed')", ['Open', 'Closed']],
    ['one that is said later', "const LABELS = { a: msg('First') }", ['First']],
    ['one with parts of the page', "rich('Ask {name}.', { name })", ['Ask {name}.']],
    ['one on the server', "translator.t('Log out')", ['Log out']],
    ['none in a call of another name', "test('Log out')", []],
    ['none where it is looked up', 't(LABELS[state])', []],
  ])('messagesIn finds %s', (_, code, expected) => {
    expect(foundIn(code).messages.map(({ text }) => text)).toEqual(expected)
    expect(foundIn(code).problems).toEqual([])
  })

  it('messagesIn finds plural forms', () => {
    const { messages } = foundIn("t({ one: '1 code', other: '{count} codes' }, { count })")
    expect(messages.map(({ text }) => text)).toEqual([{ one: '1 code', other: '{count} codes' }])
  })

  it('messagesIn returns the position of a text, and of a marked text with its call', () => {
    const code = "[t('First'), msg('Second')]"
    expect(foundIn(code).messages.map(({ start, end }) => code.slice(start, end))).toEqual(["'First'", "msg('Second')"])
  })

  it.each([`t(\`\${count} codes\`)`, "t('Hello ' + name)", 'msg(label)'])('messagesIn refuses %s', (code) => {
    expect(foundIn(code).problems).toHaveLength(1)
  })
})

describe('findUntranslatedTexts', () => {
  it.each([
    ['a text in markup', '<p>Log out</p>', ['Log out']],
    ['a word in markup', '<p>{count} codes</p>', ['codes']],
    ['an attribute that people read', '<img alt="A badge" className="Small" />', ['A badge']],
    ['a text in such an attribute', '<Field placeholder={isShort ? "name" : "Full name"} />', ['name', 'Full name']],
    ['a property of ours that people read', '<Menu searchLabel="pages" />', ['pages']],
    ['a sentence in code', "toast('The browser did not allow copying.')", ['The browser did not allow copying.']],
    ['a label in a table', "const LABELS = { open: 'Open' }", ['Open']],
    ['a template', `announce(\`Link to \${name} copied\`)`, ['Link to … copied']],
    ['one word of a choice in markup', "<p>{isOpen ? 'open' : t('Closed')}</p>", ['open']],
    ['what a toast says, also in lower case', "toast('it works now')", ['it works now']],
    ['what an error answers', "throw notFound('nothing here')", ['nothing here']],
    ['what is wrong with a field', "z.string().check(z.minLength(1, 'Pick a rule.'))", ['Pick a rule.']],
    ['a text that a table keeps for a field', "const FIELD = { hint: 'letters or digits' }", ['letters or digits']],
    ['what fills a message in', "t('Add {things}', { things: 'All codes' })", ['All codes']],
  ])('findUntranslatedTexts finds %s', (_, code, expected) => {
    expect(untranslatedIn(code)).toEqual(expected)
  })

  it.each([
    ['a message', "<p title={t('Log out')}>{t('Log out')}</p>"],
    ['names of classes', "<p className={isOpen ? 'Flex gap' : 'hidden'} data-x=\"Big\" />"],
    ['a key that is compared', "if (event.key === 'Enter') close()"],
    ['an event', "document.addEventListener('Hydrated', start)"],
    ['what developers read', "throw new Error('SiteProvider is missing.')"],
    ['a module', "import { X } from 'Some-Package'"],
    ['a type', "type State = 'Open' | 'Closed'"],
    ['signs and numbers', '<p>{count} / 3 · 4,000</p>'],
    ['the reference of the API', "endpoint({ summary: 'Every rule.' })"],
    ['a path', "<Link to='/Rules' href='/Rules' />"],
  ])('findUntranslatedTexts ignores %s', (_, code) => {
    expect(untranslatedIn(code)).toEqual([])
  })
})
