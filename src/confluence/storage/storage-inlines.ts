/** What stands in sentences of storage format, as ADF: marks, and what is no text. @module */
import { safeLinkUrl } from '../../render/escape.ts'
import type { AnyMark, AnyNode } from '../../render/unchecked-node.ts'
import { textInside } from './storage-names.ts'
import type { StorageElement } from './storage-tree.ts'

type Leaf = (element: StorageElement) => readonly AnyNode[]

/** What stands in sentences and is no text. */
export const leafRows: ReadonlyMap<string, Leaf> = new Map(
  Object.entries<Leaf>({
    br: () => [{ type: 'hardBreak' }],
    time: ({ attributes }) => {
      const day = Date.parse(attributes.get('datetime') ?? '')
      return Number.isNaN(day) ? [] : [{ type: 'date', attrs: { timestamp: String(day) } }]
    },
    'ac:emoticon': (element) => [{ type: 'text', text: emoticonText(element) }],
    'ac:placeholder': ({ children }) => [
      { type: 'placeholder', attrs: { text: textInside(children) } },
    ],
  }),
)

/** As they are called in the editor's menu, and shown. */
const emoticons: Readonly<Record<string, string>> = {
  smile: '🙂',
  sad: '🙁',
  cheeky: '😛',
  laugh: '😀',
  wink: '😉',
  'thumbs-up': '👍',
  'thumbs-down': '👎',
  information: 'ℹ️',
  tick: '✅',
  cross: '❌',
  warning: '⚠️',
  plus: '➕',
  minus: '➖',
  question: '❓',
  'light-on': '💡',
  'light-off': '💡',
  'yellow-star': '⭐',
  'red-star': '⭐',
  'green-star': '⭐',
  'blue-star': '⭐',
  heart: '❤️',
  'broken-heart': '💔',
}

function emoticonText({ attributes }: StorageElement): string {
  const fallback = attributes.get('ac:emoji-fallback')
  if (fallback) return fallback
  const name = attributes.get('ac:name') ?? ''
  return Object.hasOwn(emoticons, name)
    ? (emoticons[name] as string)
    : (attributes.get('ac:emoji-shortname') ?? `:${name}:`)
}

const markNames: Readonly<Record<string, AnyMark>> = {
  ...named('strong', 'strong', 'b'),
  ...named('em', 'em', 'i', 'cite', 'var'),
  ...named('underline', 'u', 'ins'),
  ...named('strike', 's', 'strike', 'del'),
  ...named('code', 'code', 'tt', 'kbd', 'samp'),
  sub: { type: 'subsup', attrs: { type: 'sub' } },
  sup: { type: 'subsup', attrs: { type: 'sup' } },
}

function named(type: string, ...names: readonly string[]): Record<string, AnyMark> {
  return Object.fromEntries(names.map((name) => [name, { type }]))
}

/**
 * Tell which mark an element puts on its text.
 * @returns Undefined where it says nothing of it.
 */
export function markOfElement({ name, attributes }: StorageElement): AnyMark | undefined {
  if (Object.hasOwn(markNames, name)) return markNames[name]
  if (name === 'a') {
    const href = safeLinkUrl(attributes.get('href') ?? '')
    if (href === undefined || href === '') return undefined
    const title = attributes.get('title') ?? ''
    return { type: 'link', attrs: { href, ...(title === '' ? {} : { title }) } }
  }
  const style = attributes.get('style') ?? ''
  const [, property, value = ''] =
    /(?:^|;)\s*(color|background-color)\s*:\s*([^;]+)/i.exec(style) ?? []
  const color = hexColor(value.trim())
  if (property === undefined || color === undefined) return undefined
  const type = property.toLowerCase() === 'color' ? 'textColor' : 'backgroundColor'
  return { type, attrs: { color } }
}

function hexColor(value: string): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  const parts = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i.exec(value)
  if (parts === null) return undefined
  const numbers = parts.slice(1).map(Number)
  if (numbers.some((one) => one > 255)) return undefined
  return `#${numbers.map((one) => one.toString(16).padStart(2, '0')).join('')}`
}
