/** How Zola writes shortcodes: `{{ image(src="a.png") }}`, `{% note() %}` … `{% end %}`. @module */
import type { Attributes } from '../attributes.ts'
import { open } from '../sealed-code.ts'
import type { ShortcodeNotation } from '../shortcodes.ts'
import type { Tag } from '../tags.ts'

const string = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/
const tag = new RegExp(
  `^\\{([{%])\\s*([A-Za-z_]\\w*)\\s*\\(((?:[^()"'\`{}]|${string.source})*)\\)\\s*[%}]\\}`,
)
const end = /^\{%\s*end\s*%\}/

/** A longer one is none. */
const maxLength = 3_000

/** https://www.getzola.org/documentation/content/shortcodes/ */
export const zolaNotation: ShortcodeNotation = {
  sign: (names) => new RegExp(`\\{[{%]\\s{0,100}(?:${names})\\s{0,100}\\(`),
  readAttributes: readArguments,
  tags: {
    start: /\{[{%]/g,
    readTag(source, at): Tag | undefined {
      const text = source.slice(at, at + maxLength)
      const [ending] = end.exec(text) ?? []
      if (ending !== undefined) {
        return {
          kind: 'close',
          closesLast: true,
          name: '',
          attributes: '',
          end: at + ending.length,
        }
      }
      const [written, mark, name = '', attributes = ''] = tag.exec(text) ?? []
      if (written === undefined) return undefined
      return { kind: mark === '%' ? 'open' : 'single', name, attributes, end: at + written.length }
    },
  },
}

const argument = new RegExp(
  `([A-Za-z_]\\w*)\\s*=\\s*(?:(${string.source})|(\\[[^\\][]*\\])|([\\w.+-]+))`,
  'g',
)

/** All have names; a list counts as its words, and a string between backquotes is no code. */
function readArguments(text: string): Attributes {
  const named = new Map<string, string>()
  for (const [, name = '', quoted, list, bare = ''] of open(text).matchAll(argument)) {
    const value = quoted ?? list
    named.set(name, value === undefined ? bare : value.slice(1, -1).replace(/\\(["'\\])/g, '$1'))
  }
  return { named, words: [] }
}
