/** Reads the words of an answer that is an error, whatever its form. @module */
import { memberOf, parseSiteJson } from './site-json.ts'

/** What an answer that is an error holds. */
export interface SiteWords {
  /** In plain words, without markup; empty where it says nothing. */
  readonly words: string
  readonly form: 'json' | 'page' | 'text'
  /** REST v2 says no more than `Not Found`. */
  readonly isBare: boolean
}

/** No more of an answer is looked at. */
export const maxRead = 65_536
const maxWords = 2_000

/**
 * Read what an answer says: REST v2 (`errors`), REST v1 (`message`), the gateway's own, a web page or
 * plain text.
 */
export function readSiteWords(text: string): SiteWords {
  const start = text.slice(0, maxRead)
  const json = tryParse(start)
  if (typeof json === 'object' && json !== null) {
    const words = plain(jsonWords(json))
    const isV2 = memberOf(json, 'errors') !== undefined
    return { words, form: 'json', isBare: isV2 && words === 'Not Found' }
  }
  if (!/^\s*</.test(start)) return { words: plain(start), form: 'text', isBare: false }
  const [, title = ''] = /<title[^<>]*>([^<]*)/i.exec(start) ?? []
  return { words: plain(title), form: 'page', isBare: false }
}

function tryParse(text: string): unknown {
  try {
    return parseSiteJson(text)
  } catch {
    return undefined
  }
}

function jsonWords(json: object): string {
  const errors = memberOf(json, 'errors')
  const told = [
    ...(Array.isArray(errors) ? errors.slice(0, 5).flatMap(v2Words) : []),
    memberOf(json, 'message'),
    ...dataWords(json),
  ]
  return told.filter((words) => typeof words === 'string' && words !== '').join('. ')
}

function v2Words(error: unknown): unknown[] {
  return [memberOf(error, 'title'), memberOf(error, 'detail')]
}

function dataWords(json: object): unknown[] {
  const errors = memberOf(json, 'data', 'errors')
  if (!Array.isArray(errors)) return []
  return errors.slice(0, 5).map((error) => {
    const message = memberOf(error, 'message')
    // Some have words in the place of a key, and no translation.
    return memberOf(message, 'translation') || memberOf(message, 'key')
  })
}

function plain(text: string): string {
  return seenWords(text.slice(0, maxWords)).replace(/^(?:[\w$]+\.)+[\w$]+Exception: /, '')
}

/** Read what people see of a text: on one line, without markup, and nothing that a terminal would obey. */
export function seenWords(text: string): string {
  return text
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
}
