import { type ESTree, parseSync, Visitor } from 'vite'
import type { MessageText } from '#lib/messages.ts'

/** A message in the code, and the range of the code to replace. */
export interface FoundMessage {
  text: MessageText
  start: number
  end: number
}

/** Functions whose first argument is a message. `msg` marks a message that is translated later. */
const MESSAGE_FUNCTIONS = new Set(['t', 'rich', 'msg', 'withValues'])

/** Finds every message in a file. A message that is built from parts is reported as a problem, by its position. */
export function messagesIn(path: string, code: string): { messages: FoundMessage[]; problems: number[] } {
  const messages: FoundMessage[] = []
  const problems: number[] = []
  const add = (given: ESTree.Argument | undefined, call: ESTree.CallExpression, isMark: boolean) => {
    if (given === undefined) return
    if (given.type === 'ConditionalExpression' && !isMark) {
      add(given.consequent, call, false)
      add(given.alternate, call, false)
      return
    }
    const text = textOf(given)
    const { start, end } = isMark ? call : given
    if (text !== null) messages.push({ text, start, end })
    else if (isMark || given.type === 'TemplateLiteral' || given.type === 'BinaryExpression') problems.push(start)
  }
  new Visitor({
    CallExpression(call) {
      const name = nameOf(call.callee)
      if (name !== undefined && MESSAGE_FUNCTIONS.has(name)) add(call.arguments[0], call, name === 'msg')
    },
  }).visit(parseSync(path, code).program)
  return { messages, problems }
}

/** The name of the called function: `t` for both `t()` and `translator.t()`. */
function nameOf(callee: ESTree.Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  const isNamed = callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
  return isNamed && callee.property.type === 'Identifier' ? callee.property.name : undefined
}

function textOf(node: ESTree.Argument): MessageText | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type !== 'ObjectExpression') return null
  const forms = new Map<string, string>()
  for (const part of node.properties) {
    if (part.type !== 'Property' || part.key.type !== 'Identifier') return null
    const form = textOf(part.value)
    if (typeof form !== 'string') return null
    forms.set(part.key.name, form)
  }
  const other = forms.get('other')
  return other === undefined ? null : { ...Object.fromEntries(forms), other }
}

/** Attributes that people read or hear. The values of all other attributes are only for machines. */
const READ_ATTRIBUTES =
  /^(alt|title|placeholder|label|badge|heading|lead|hint|note|things|summary|description|emptyText|aria-(label|description|roledescription|placeholder|valuetext))$|(Label|Title|Text)$/
/** Templates of only lower-case words around placeholders, such as `${count} rows` or `${shown} of ${total}`. */
const COUNTED = /^…((,? \p{Ll}{2,})+( …)?)+[.?!…]?$/u
/** Functions whose arguments are for developers, or are names of events, keys or elements. */
const FOR_MACHINES =
  /^(Error|TypeError|RegExp|Event|CustomEvent|KeyboardEvent|URL|URLSearchParams|Intl|import|require|createElement|querySelector(All)?|closest|matches|addEventListener|removeEventListener|includes|startsWith|endsWith|split|join|get|set|has|getItem|setItem|test|match|append|header|log|warn|error|info)$/

/** Functions whose arguments are shown to people. */
const FOR_PEOPLE =
  /^(toast|announce|CallFailed|HttpError|invalid|notAllowed|notFound|alreadyExists|tooMany|unavailable|setProblem|setError)$/
/** Fields of a contract that appear in the API reference, which is in English. */
const OF_REFERENCE = /^(summary|description)$/

/**
 * Where a text appears. `anywhere`: only a sentence is for people. `read`: among texts that people read. `shown`: shown
 * as it is.
 */
type Place = 'anywhere' | 'read' | 'shown'

/**
 * Finds texts that people would read but that are in no catalogue: in markup, in an attribute, or as a sentence
 * anywhere.
 */
export function findUntranslatedTexts(path: string, code: string): { text: string; start: number }[] {
  const found: { text: string; start: number }[] = []
  const isWord = (text: string) => /\p{L}{2}/u.test(text)
  const isSentence = (text: string) =>
    /^[“"]?\p{Lu}\p{Ll}+([ ,.!?:…’'-]|$)/u.test(text) || (/\p{L} \p{L}/u.test(text) && /[\p{L})”][.!?…]$/u.test(text))

  const isText = (text: string, place: Place) =>
    isSentence(text) || (place === 'read' && / \p{L}|^\p{Lu}/u.test(text)) || (place === 'shown' && isWord(text))

  const visit = (node: unknown, place: Place): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, place)
    } else if (isNode(node)) visitNode(node, place)
  }
  const visitNode = (node: SomeNode, place: Place): void => {
    switch (node.type) {
      case 'JSXText':
        if (typeof node.value === 'string' && isWord(node.value.replaceAll(/&\w+;/g, ''))) add(node.value, node)
        break
      case 'JSXAttribute':
        visitAttribute(node)
        break
      case 'Literal':
        if (typeof node.value === 'string' && isText(node.value, place)) add(node.value, node)
        break
      case 'JSXElement':
      case 'JSXFragment':
        visit(node.openingElement, 'anywhere')
        visit(node.children, 'shown')
        break
      case 'TemplateLiteral': {
        const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isNode) : []
        const joined = quasis.map(({ value }) => (isRaw(value) ? value.raw : '')).join('…')
        if (isSentence(joined) || COUNTED.test(joined) || (place !== 'anywhere' && isWord(joined))) add(joined, node)
        visit(node.expressions, 'anywhere')
        break
      }
      case 'CallExpression':
      case 'NewExpression':
        visitCall(node)
        break
      case 'BinaryExpression':
        // A text that is only compared is not shown.
        if (node.operator === '+') visitChildren(node, place)
        break
      case 'SwitchCase':
        visit(node.consequent, 'anywhere')
        break
      case 'Property':
      case 'PropertyDefinition':
        visitProperty(node, place)
        break
      case 'MemberExpression':
        visit(node.object, 'anywhere')
        break
      case 'ImportDeclaration':
      case 'ImportExpression':
        break
      default:
        if (!node.type.startsWith('TS') || HOLDS_VALUE.test(node.type)) visitChildren(node, place)
    }
  }
  const visitProperty = ({ key, value }: SomeNode, place: Place) => {
    const name = isNode(key) && typeof key.name === 'string' ? key.name : ''
    if (!OF_REFERENCE.test(name)) visit(value, READ_ATTRIBUTES.test(name) ? 'read' : place)
  }
  const visitAttribute = ({ name, value }: SomeNode) => {
    const attribute = isNode(name) && typeof name.name === 'string' ? name.name : ''
    const isForPeople = READ_ATTRIBUTES.test(attribute)
    if (attribute === 'className') return
    if (!isNode(value) || value.type !== 'Literal') visit(value, isForPeople ? 'shown' : 'anywhere')
    else if (
      typeof value.value === 'string' &&
      (isForPeople ? isWord(value.value) : / /.test(value.value) && isSentence(value.value))
    ) {
      add(value.value, value)
    }
  }
  const visitCall = ({ callee, arguments: given }: SomeNode) => {
    const name = isNode(callee) && isExpression(callee) ? nameOf(callee) : undefined
    visit(callee, 'anywhere')
    if (name === undefined || !(FOR_MACHINES.test(name) || MESSAGE_FUNCTIONS.has(name)))
      visit(given, name !== undefined && FOR_PEOPLE.test(name) ? 'read' : 'anywhere')
    // The message itself is in a catalogue, but the values for its placeholders may be texts outside of it.
    else if (MESSAGE_FUNCTIONS.has(name) && Array.isArray(given)) visit(given.slice(1), 'read')
  }
  const visitChildren = (node: SomeNode, place: Place) => {
    for (const [name, child] of Object.entries(node)) if (name !== 'type') visit(child, place)
  }
  const add = (text: string, { start }: SomeNode) =>
    found.push({ text: text.replaceAll(/\s+/g, ' ').trim(), start: Number(start) })
  visit(parseSync(path, code).program, 'anywhere')
  return found
}

/** TypeScript syntax that contains an expression with a value. */
const HOLDS_VALUE = /^TS(AsExpression|SatisfiesExpression|NonNullExpression)$/

type SomeNode = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is SomeNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const isRaw = (value: unknown): value is { raw: string } =>
  typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string'
const isExpression = (node: SomeNode): node is SomeNode & ESTree.Expression =>
  node.type === 'Identifier' || node.type === 'MemberExpression'
