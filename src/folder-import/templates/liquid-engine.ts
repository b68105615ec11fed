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
 * Counted by the engine where its filters make texts and lists: characters, and members of eight bytes.
 * What the thread may have is never reached by one list, which would end the whole process.
 */
const memoryLimit = 4 * 1024 * 1024

/** The most characters that the templates of one page write. */
export const maxWritten: number = 4 * 1024 * 1024

/** What a page's templates are evaluated with. */
interface TemplateScope {
  readonly values: TemplateValues
  /** Give the text of a part by the name that a template includes it by; undefined without one. */
  partial(name: string): string | undefined
}

/**
 * Make the evaluator of a page's templates; what one assigns is known to the next. It throws where it
 * cannot evaluate one, or where the text grows beyond all bounds.
 */
export function liquidEngine({ values, partial }: TemplateScope): (template: string) => string {
  const texts = new Map<string, string>()
  const liquid = new Liquid({
    jekyllInclude: true,
    // Without a hash of files: one name means one text for one page only.
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
  let charactersLeft = maxWritten
  const count = (length: number): void => {
    charactersLeft -= length
    if (charactersLeft < 0) throw new Error(`it writes more than ${maxWritten / 1024 / 1024} MiB`)
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

/** The last place that names are looked up in: what nobody knows is not taken for nothing. */
const unknownValues = new Proxy(Object.create(null), {
  getOwnPropertyDescriptor(_values, name) {
    throw new Error(`nothing is known of ${String(name)}`)
  },
})

const same = (value: unknown): unknown => value
const fromRoot = (value: unknown): string =>
  /^[a-z][a-z\d+.-]*:/i.test(String(value))
    ? String(value)
    : `/${String(value).replace(/^\/+/, '')}`
const refused = (): never => {
  throw new Error('it gives another value each time')
}

/** Those of sites that the engine lacks, and those that would change pages by themselves. */
const filters: Readonly<Record<string, (value: unknown) => unknown>> = {
  ...{ relative_url: fromRoot, absolute_url: fromRoot },
  // What they make is Markdown, or goes into it.
  ...{ markdownify: same, smartify: same, strip_index: same },
  ...{ sample: refused, random: refused },
}

const tagName = /\{%-?\s*([a-z_]\w*)/gi
const partOfBlock = /^(?:else|elsif|when|end(?:if|unless|case|for|tablerow|capture|comment|raw))$/

/** Tags that only some other program knows are left as they are written. */
function prepared(template: string, liquid: Liquid): string {
  for (const [, name = ''] of template.matchAll(tagName)) {
    if (liquid.tags[name] === undefined && !partOfBlock.test(name))
      liquid.registerTag(name, OtherTag)
  }
  return template.replace(
    /(\{%-?\s*)include_(relative|cached)\s+/g,
    (_, start: string, kind) => `${start}include ${kind === 'relative' ? './' : ''}`,
  )
}

class OtherTag extends Tag {
  readonly #written: string

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid)
    this.#written = token.getText()
  }

  // biome-ignore lint/correctness/useYield: the engine wants a generator, which may wait for nothing.
  *render(_context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    emitter.write(this.#written)
  }
}
