import { type ESTree, parseSync, Visitor } from 'vite'
import type { Text } from '#lib/messages.ts'

/** A message in the code, and the part of the code that says it. */
export interface FoundMessage {
  text: Text
  start: number
  end: number
}

/** What takes a message first. `msg` marks one that is said later. */
const SAYS = new Set(['t', 'rich', 'msg'])

/** Finds every message in a file. One that is put together from parts is a problem, at its place. */
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
      if (name !== undefined && SAYS.has(name)) add(call.arguments[0], call, name === 'msg')
    },
  }).visit(parseSync(path, code).program)
  return { messages, problems }
}

/** `t` or `speech.t` */
function nameOf(callee: ESTree.Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  const isNamed = callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
  return isNamed && callee.property.type === 'Identifier' ? callee.property.name : undefined
}

function textOf(node: ESTree.Argument): Text | null {
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

/** What names a message in a catalogue. */
export const keyOf = (text: Text): string => (typeof text === 'string' ? text : text.other)

/** Attributes that people read or hear. All others hold names for machines. */
const READ_ATTRIBUTES =
  /^(alt|title|placeholder|label|badge|heading|lead|hint|note|things|summary|description|emptyText|aria-(label|description|roledescription|placeholder|valuetext))$|(Label|Title|Text)$/
/** `${count} rows`, `${shown} of ${total}`: words alone around what is filled in. */
const COUNTED = /^…((,? \p{Ll}{2,})+( …)?)+[.?!…]?$/u
/** Whoever calls these tells developers, or names an event, a key or an element. */
const FOR_MACHINES =
  /^(Error|TypeError|RegExp|Event|CustomEvent|KeyboardEvent|URL|URLSearchParams|Intl|import|require|createElement|querySelector(All)?|closest|matches|addEventListener|removeEventListener|includes|startsWith|endsWith|split|join|get|set|has|getItem|setItem|test|match|append|header|log|warn|error|info)$/

/** What people would read, although no catalogue has it: in markup, in an attribute, or as a sentence anywhere. */
export function textsOutside(path: string, code: string): { text: string; start: number }[] {
  const found: { text: string; start: number }[] = []
  const isWord = (text: string) => /\p{L}{2}/u.test(text)
  const isSentence = (text: string) =>
    /^[“"]?\p{Lu}\p{Ll}+([ ,.!?:…’'-]|$)/u.test(text) || (/\p{L} \p{L}/u.test(text) && /[\p{L})”][.!?…]$/u.test(text))

  const visit = (node: unknown, isRead: boolean): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, isRead)
    } else if (isNode(node)) visitNode(node, isRead)
  }
  /** `isRead`: it stands where people read, so that a single word is a text too. */
  const visitNode = (node: SomeNode, isRead: boolean): void => {
    switch (node.type) {
      case 'JSXText':
        if (typeof node.value === 'string' && isWord(node.value.replaceAll(/&\w+;/g, ''))) add(node.value, node)
        break
      case 'JSXAttribute':
        visitAttribute(node)
        break
      case 'Literal':
        if (typeof node.value !== 'string') break
        if (isSentence(node.value) || (isRead && / \p{L}|^\p{Lu}/u.test(node.value))) add(node.value, node)
        break
      case 'TemplateLiteral': {
        const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isNode) : []
        const said = quasis.map(({ value }) => (isRaw(value) ? value.raw : '')).join('…')
        if (isSentence(said) || COUNTED.test(said) || (isRead && isWord(said))) add(said, node)
        visit(node.expressions, false)
        break
      }
      case 'CallExpression':
      case 'NewExpression':
        visitCall(node)
        break
      case 'BinaryExpression':
        // What is compared is not shown.
        if (node.operator === '+') visitChildren(node, isRead)
        break
      case 'SwitchCase':
        visit(node.consequent, false)
        break
      case 'Property':
      case 'PropertyDefinition':
        visit(node.value, isRead)
        break
      case 'MemberExpression':
        visit(node.object, false)
        break
      case 'ImportDeclaration':
      case 'ImportExpression':
        break
      default:
        if (!node.type.startsWith('TS') || HOLDS_VALUE.test(node.type)) visitChildren(node, isRead)
    }
  }
  const visitAttribute = ({ name, value }: SomeNode) => {
    const said = isNode(name) && typeof name.name === 'string' ? name.name : ''
    const isForPeople = READ_ATTRIBUTES.test(said)
    if (said === 'className') return
    if (!isNode(value) || value.type !== 'Literal') visit(value, isForPeople)
    else if (
      typeof value.value === 'string' &&
      (isForPeople ? isWord(value.value) : / /.test(value.value) && isSentence(value.value))
    ) {
      add(value.value, value)
    }
  }
  const visitCall = ({ callee, arguments: given }: SomeNode) => {
    const name = isNode(callee) && isExpression(callee) ? nameOf(callee) : undefined
    visit(callee, false)
    if (name === undefined || !(FOR_MACHINES.test(name) || SAYS.has(name))) visit(given, false)
    // The message is in a catalogue, what fills it in may not be.
    else if (SAYS.has(name) && Array.isArray(given)) visit(given.slice(1), true)
  }
  const visitChildren = (node: SomeNode, isRead: boolean) => {
    for (const [name, child] of Object.entries(node)) if (name !== 'type') visit(child, isRead)
  }
  const add = (text: string, { start }: SomeNode) =>
    found.push({ text: text.replaceAll(/\s+/g, ' ').trim(), start: Number(start) })
  visit(parseSync(path, code).program, false)
  return found
}

/** What has a value within, although it is there for the types. */
const HOLDS_VALUE = /^TS(AsExpression|SatisfiesExpression|NonNullExpression)$/

type SomeNode = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is SomeNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const isRaw = (value: unknown): value is { raw: string } =>
  typeof value === 'object' && value !== null && 'raw' in value && typeof value.raw === 'string'
const isExpression = (node: SomeNode): node is SomeNode & ESTree.Expression =>
  node.type === 'Identifier' || node.type === 'MemberExpression'
