/** Evaluates Liquid. @module */
import {
  Context,
  type Emitter,
  Liquid,
  Tag,
  type TagToken,
  type TopLevelToken,
  toValueSync,
} from 'liquidjs'
import type { TemplateValues } from './template-messages.ts'

/**
 * Limit of what filters allocate, in characters and list items of eight bytes; it must stay below
 * the thread's memory, whose exhaustion would end the process.
 */
const memoryLimit = 4 * 1024 * 1024

/** Limit of the output of one page's templates, in characters. */
export const maxOutput: number = 4 * 1024 * 1024

interface TemplateScope {
  readonly values: TemplateValues
  /** Give an include's text by name; undefined when there is none. */
  partial(name: string): string | undefined
}

/** The evaluator throws when a template cannot be evaluated or its output is too long. */
export function liquidEngine({ values, partial }: TemplateScope): (template: string) => string {
  const texts = new Map<string, string>()
  const liquid = new Liquid({
    jekyllInclude: true,
    fs: {
      readFileSync: (name) => textOf(name),
      readFile: async (name) => textOf(name),
      existsSync: () => true,
      exists: async () => true,
      resolve: (_folder, name) => name,
    },
    relativeReference: false,
    globals: unknownValues,
    ownPropertyOnly: true,
    memoryLimit,
  })
  for (const [name, filter] of Object.entries(filters)) liquid.registerFilter(name, filter)
  const textOf = (name: string): string => {
    const text = texts.get(name) ?? partial(name)
    if (text === undefined) throw new Error(`there is no part ${name}`)
    texts.set(name, text)
    return prepared(text, liquid)
  }
  const context = new Context(Object.assign(Object.create(null), values), liquid.options, {
    sync: true,
  })
  let charactersLeft = maxOutput
  const count = (length: number): void => {
    charactersLeft -= length
    if (charactersLeft < 0) throw new Error(`it writes more than ${maxOutput / 1024 / 1024} MiB`)
  }
  return (template) => {
    const emitter = countingEmitter(count)
    toValueSync(
      liquid.renderer.renderTemplates(liquid.parse(prepared(template, liquid)), context, emitter),
    )
    return emitter.buffer
  }
}

function countingEmitter(count: (length: number) => void): Emitter & { readonly buffer: string } {
  let buffer = ''
  return {
    get buffer() {
      return buffer
    },
    write(value) {
      const text = value === null || value === undefined ? '' : String(value)
      count(text.length)
      buffer += text
    },
  }
}

/** Throws for unknown names, because an unknown value is not an empty one. */
const unknownValues = new Proxy(Object.create(null), {
  getOwnPropertyDescriptor(_values, name) {
    throw new Error(`nothing is known of ${String(name)}`)
  },
})

const unchanged = (value: unknown): unknown => value
const fromRoot = (value: unknown): string =>
  /^[a-z][a-z\d+.-]*:/i.test(String(value))
    ? String(value)
    : `/${String(value).replace(/^\/+/, '')}`
const refuse = (): never => {
  throw new Error('it gives another value each time')
}

/** Filters that Liquid lacks, and filters with random results. */
const filters: Readonly<Record<string, (value: unknown) => unknown>> = {
  relative_url: fromRoot,
  absolute_url: fromRoot,
  // Their result is Markdown, or used inside Markdown.
  markdownify: unchanged,
  smartify: unchanged,
  strip_index: unchanged,
  sample: refuse,
  random: refuse,
}

const tagName = /\{%-?\s*([a-z_]\w*)/gi
const partOfBlock = /^(?:else|elsif|when|end(?:if|unless|case|for|tablerow|capture|comment|raw))$/

function prepared(template: string, liquid: Liquid): string {
  for (const [, name = ''] of template.matchAll(tagName)) {
    if (liquid.tags[name] === undefined && !partOfBlock.test(name))
      liquid.registerTag(name, UnknownTag)
  }
  return template.replace(
    /(\{%-?\s*)include_(relative|cached)\s+/g,
    (_, start: string, kind) => `${start}include ${kind === 'relative' ? './' : ''}`,
  )
}

class UnknownTag extends Tag {
  readonly #source: string

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid)
    this.#source = token.getText()
  }

  // biome-ignore lint/correctness/useYield: the engine wants a generator, which may wait for nothing.
  *render(_context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    emitter.write(this.#source)
  }
}
