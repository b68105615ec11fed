/** Small faults that a module's text can be given, one at a time: its mutants. @module */
import { parse } from '@babel/parser'

export interface Mutant {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly before: string
  readonly after: string
}

interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

type Change = Pick<Mutant, 'start' | 'end' | 'after'>
type Changes = (node: SyntaxNode, source: string, parent: SyntaxNode) => readonly Change[]

/** Types and tables of strings have no mutants. @throws {SyntaxError} When the source cannot be parsed. */
export function listMutants(source: string): Mutant[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript', 'estree'] })
  const mutants: Mutant[] = []
  const visit = (node: SyntaxNode, parent: SyntaxNode): void => {
    for (const { start, end, after } of changesOf[node.type]?.(node, source, parent) ?? []) {
      const line = source.slice(0, start).split('\n').length
      mutants.push({ start, end, line, before: source.slice(start, end), after })
    }
    for (const child of childrenOf(node)) visit(child, node)
  }
  const root = program as unknown as SyntaxNode
  visit(root, root)
  return mutants
}

export function mutate(source: string, { start, end, after }: Mutant): string {
  return source.slice(0, start) + after + source.slice(end)
}

const typedExpressions = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'ImportDeclaration') return []
  return Object.values(node)
    .flat()
    .filter(isSyntaxNode)
    .filter(({ type }) => !type.startsWith('TS') || typedExpressions.includes(type))
}

function isSyntaxNode(value: unknown): value is SyntaxNode {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false
  return typeof value.type === 'string' && !value.type.startsWith('Comment')
}

const swaps: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '??': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
}

const negate: Changes = ({ test }, source) => {
  const node = test as SyntaxNode | null
  if (node === null || changesItself(node)) return []
  return [{ ...place(node), after: `!(${source.slice(node.start, node.end)})` }]
}

function changesItself({ type, operator }: SyntaxNode): boolean {
  return (
    (type === 'UnaryExpression' && operator === '!') ||
    (type === 'BinaryExpression' && (operator === '===' || operator === '!=='))
  )
}

const swapOperator: Changes = ({ left, right, operator }, source) => {
  const [one, other] = [left as SyntaxNode, right as SyntaxNode]
  const after = swaps[operator as string]
  if (after === undefined || (operator === '+' && (isText(one) || isText(other)))) return []
  const start = source.indexOf(operator as string, one.end)
  return [{ start, end: start + (operator as string).length, after }]
}

function isText({ type, value }: SyntaxNode): boolean {
  return type === 'TemplateLiteral' || typeof value === 'string'
}

const remove: Changes = (node) => [{ ...place(node), after: ';' }]

const changesOf: Readonly<Record<string, Changes>> = {
  IfStatement: negate,
  WhileStatement: negate,
  ForStatement: negate,
  ConditionalExpression: negate,
  BinaryExpression: swapOperator,
  LogicalExpression: swapOperator,
  AssignmentExpression: swapOperator,
  UpdateExpression: (node, source) => [
    {
      ...place(node),
      after: source
        .slice(node.start, node.end)
        .replace(node.operator as string, swaps[node.operator as string] as string),
    },
  ],
  UnaryExpression: (node, source) =>
    node.operator === '!'
      ? [{ ...place(node), after: source.slice((node.argument as SyntaxNode).start, node.end) }]
      : [],
  ExpressionStatement: remove,
  ThrowStatement: remove,
  BreakStatement: remove,
  ContinueStatement: remove,
  ReturnStatement: (node, ...rest) => (node.argument === null ? remove(node, ...rest) : []),
  Literal: (node, _, parent) => {
    const after = changedLiteral(node, parent)
    return after === undefined ? [] : [{ ...place(node), after }]
  },
  TemplateLiteral: (node, source, { type }) =>
    type === 'TaggedTemplateExpression' || source.slice(node.start, node.end) === '``'
      ? []
      : [{ ...place(node), after: '``' }],
}

/** Tests would only repeat literals of names and tables. */
const tables = ['Property', 'ArrayExpression', 'MemberExpression', 'ExportNamedDeclaration']

function changedLiteral({ value }: SyntaxNode, parent: SyntaxNode): string | undefined {
  if (typeof value === 'boolean') return String(!value)
  if (typeof value === 'number') return String(value + 1)
  if (typeof value !== 'string' || value === '' || tables.includes(parent.type)) return
  return "''"
}

function place({ start, end }: SyntaxNode): Pick<Change, 'start' | 'end'> {
  return { start, end }
}
