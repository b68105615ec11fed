/** What names of files and folders say to people: their words, and the numbers that put them in order. @module */
import { decodePart } from '../../adf/decode-part.ts'

/** A date or up to three digits a part before the words, as in `01-intro`, `1.2-x` or `2024-01-31-news`. */
const numbered = /^(\d{4}-\d{2}-\d{2}|\d{1,3}(?:\.\d{1,3}){0,9})[-_ .)]{1,3}(?=[\p{L}@$])/u

/** Words that are written in capitals. */
const acronyms: ReadonlySet<string> = new Set(
  'ai api aws ca cd ci cli cpu csv css dns faq gcp gpu grpc html http https id ide io ip json jwt ldap llm mcp oauth oidc os pdf pr rbac rpc saml sdk sql ssh sso tcp tls toml ui udp url ux vm vpn xml yaml'.split(
    ' ',
  ),
)

/**
 * Make a title of a name.
 * @param name Of a folder, or of a file without its ending.
 */
export function readableName(name: string): string {
  const words = decodePart(name)
    .replace(numbered, '')
    .replace(/[-_\s]+/g, ' ')
    .trim()
  if (words === '') return name
  // Somebody who wrote capitals meant them.
  if (/\p{Lu}/u.test(words)) return words
  const spelled = words.split(' ').map((word) => (acronyms.has(word) ? word.toUpperCase() : word))
  const [first = '', ...rest] = spelled
  const opening = /^\p{Ll}+$/u.test(first) ? first.charAt(0).toUpperCase() + first.slice(1) : first
  return [opening, ...rest].join(' ')
}

/**
 * Read the numbers that a name starts with.
 * @param name Of a file or a folder.
 * @returns Undefined when it starts with words.
 */
export function leadingNumbers(name: string): readonly number[] | undefined {
  return numbered.exec(name)?.[1]?.split(/[.-]/).map(Number)
}
