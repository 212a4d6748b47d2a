import { type ESTree, Visitor } from 'vite'

/** A longer function needs a reason. Functions inside it count by themselves, not as its lines. */
const MAX_LINES = 60
const REASON = /\bover 60 lines because [a-z]/i

interface LongFunction {
  start: number
  lines: number
}

/**
 * Finds the functions with more than 60 lines of their own, unless the comment above them says "Over 60 lines because"
 * and why.
 */
export function findLongFunctions(program: ESTree.Program, text: string): LongFunction[] {
  const found: LongFunction[] = []
  const lines = text.split('\n')
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  /** Per open function: the lines that belong to functions inside it. */
  const inner: number[] = []
  const enter = () => inner.push(0)
  const leave = ({ start, end }: ESTree.Span) => {
    const first = lineOf(start)
    const all = lineOf(end) - first + 1
    const own = all - (inner.pop() ?? 0)
    // The first line belongs to the function around it too.
    if (inner.length > 0) inner.push((inner.pop() ?? 0) + all - 1)
    if (own > MAX_LINES && !REASON.test(commentAbove(lines, first))) found.push({ start, lines: own })
  }
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
  }).visit(program)
  return found
}

/** The text of the comment that ends on the line above, as one line. */
function commentAbove(lines: readonly string[], line: number): string {
  const comment: string[] = []
  for (let index = line - 2; /^\s*(\/\/|\/?\*)/.test(lines[index] ?? ''); index--) comment.unshift(lines[index] ?? '')
  return comment.map((part) => part.replace(/^\s*(\/\/|\/?\*+\/?)\s?/, '')).join(' ')
}
