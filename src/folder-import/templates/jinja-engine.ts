/** Evaluates Jinja, and what Nunjucks has of it. @module */
import * as jinja from '@huggingface/jinja'
import { fenceAround } from '../../dialects/lines-of.ts'
import { type Evaluate, maxWritten, type TemplateScope, writtenCount } from './template-messages.ts'

interface Value {
  readonly type: string
  readonly value: unknown
}

interface Statement {
  readonly type: string
  /** Of a name. */
  readonly value?: unknown
  readonly filter?: { readonly value?: unknown }
  readonly operand?: Statement
}

/** A filter, alone or with arguments. */
interface Filter extends Statement {
  readonly callee?: { readonly value?: unknown }
  readonly args?: readonly Statement[]
}

interface Names {
  set(name: string, value: unknown): void
}

/** What is used of the package; its own types name their files in a way that TypeScript refuses. */
interface Jinja {
  readonly Environment: new () => Names
  readonly Interpreter: new (
    names: Names,
  ) => {
    run(program: unknown): Value
    evaluate(statement: Statement | undefined, names: Names): Value
    applyFilter(operand: Value, filter: Filter, names: Names): Value
  }
  tokenize(template: string): unknown
  parse(tokens: unknown): unknown
}

const { Environment, Interpreter, parse, tokenize } = jinja as unknown as Jinja

/**
 * All texts on the way to what is written count, and lists by their members: one list never reaches what
 * the thread may have, which would end the whole process.
 */
const maxMade = 4 * maxWritten
const bytesOfMember = 16
/** Parts that include one another end here. */
const maxDepth = 10

/** Make the evaluator. */
export function jinjaEngine({ values, partial }: TemplateScope): Evaluate {
  const environment = new Environment()
  for (const [name, value] of Object.entries(values)) environment.set(name, value)
  environment.set('range', range)
  const interpreter = new CarefulInterpreter(environment)
  const countRead = writtenCount()
  const countWritten = writtenCount()
  const textOf = (name: string): string => {
    const text = partial(name)
    if (text === undefined) throw new Error(`there is no part ${name}`)
    countRead(text.length)
    return text
  }
  const run = (template: string): string => String(interpreter.run(parse(tokenize(template))).value)
  const expanded = (template: string, depth = 0): string => {
    if (depth > maxDepth) throw new Error('parts include one another without end')
    return template
      .replace(include, (_, _quote, name: string) => expanded(textOf(name), depth + 1))
      .replace(macros, (_, _quote, name: string) => {
        // Its macros are known from here on; what it writes is not.
        run(expanded(textOf(name), depth + 1))
        return ''
      })
  }
  return (template) => {
    const text = run(expanded(template))
    countWritten(text.length)
    return text
  }
}

const include =
  /\{%-?\s{0,20}include\s{1,20}(["'])([^"'\n]{1,300})\1(?:\s{1,20}with(?:out)?\s{1,20}context)?\s{0,20}-?%\}/g
const macros =
  /\{%-?\s{0,20}from\s{1,20}(["'])([^"'\n]{1,300})\1\s{1,20}import\s{1,20}\w{1,100}(?:\s*,\s*\w{1,100}){0,20}\s{0,20}-?%\}/g

/** Filters that say how a text is written elsewhere, and not what it says. */
const plainFilters = new Set(['escape', 'e', 'markdown', 'forceescape'])

const maxRange = 10_000

/** https://jinja.palletsprojects.com/en/stable/templates/#jinja-globals.range */
function range(first: number, end?: number): readonly number[] {
  const [from, to] = end === undefined ? [0, first] : [first, end]
  if (to - from > maxRange) throw new Error(`it counts further than ${maxRange}`)
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}

/** Takes no name that nobody knows for nothing, and counts. */
class CarefulInterpreter extends Interpreter {
  readonly #count = writtenCount(maxMade)

  override evaluate(statement: Statement | undefined, names: Names): Value {
    const isPlain =
      statement?.type === 'FilterExpression' && plainFilters.has(String(statement.filter?.value))
    const value = super.evaluate(isPlain ? statement.operand : statement, names)
    if (value.type === 'UndefinedValue' && statement?.type === 'Identifier') {
      throw new Error(`nothing is known of ${String(statement.value)}`)
    }
    this.#count(sizeOf(value))
    return value
  }

  /** A filter that nobody knows leaves its value; one makes code of it, as a plug-in of Eleventy does. */
  override applyFilter(operand: Value, filter: Filter, names: Names): Value {
    try {
      return super.applyFilter(operand, filter, names)
    } catch (error) {
      if (!/^Unknown \w+ filter/.test((error as Error).message)) throw error
      if (filter.callee?.value !== 'highlight' || typeof operand.value !== 'string') return operand
      const language = filter.args?.[0]?.value
      // What was not to be read as a template has a reference, which code would show.
      const code = operand.value.trim().replaceAll('&#123;', '{')
      const fence = fenceAround(code.split('\n'))
      const text = `\n${fence}${typeof language === 'string' ? language : ''}\n${code}\n${fence}\n`
      return new (operand.constructor as new (text: string) => Value)(text)
    }
  }
}

function sizeOf({ type, value }: Value): number {
  if (type === 'StringValue') return String(value).length
  return Array.isArray(value) ? 1 + value.length * bytesOfMember : 1
}
