/** The addresses in the HTML of a document. @module */
import { htmlTokens } from '../../convert/html/html-tokens.ts'
import { type Address, type AddressPlace, fileName } from './address.ts'

const attribute = /([^\s"'=<>`/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/dg

/** The attribute of each element that names a file. */
const addressAttributes: Readonly<Record<string, string>> = {
  a: 'href',
  audio: 'src',
  img: 'src',
  video: 'src',
}

/**
 * Find the addresses in HTML.
 * @param openBefore How many links are open before it.
 * @param isWanted Tells which addresses.
 * @returns The addresses, and how many links are open after it.
 */
export function htmlAddresses(
  { source, start, end, line, isLinked }: AddressPlace,
  openBefore: number,
  isWanted: (url: string) => boolean,
): { readonly found: readonly Address[]; readonly openLinks: number } {
  const found: Address[] = []
  let openLinks = openBefore
  for (const token of htmlTokens(source.slice(start, end), line)) {
    if (token.kind === 'close' && token.name === 'a') openLinks = Math.max(0, openLinks - 1)
    if (token.kind !== 'open') continue
    if (token.name === 'a' && token.attributes.get('href') !== undefined) openLinks += 1
    const address = tagAddress(token, { start, isLinked: isLinked || openLinks > 0, isWanted })
    if (address !== undefined) found.push(address)
  }
  return { found, openLinks }
}

type OpenTag = Extract<ReturnType<typeof htmlTokens>[number], { kind: 'open' }>

function tagAddress(
  token: OpenTag,
  {
    start,
    isLinked,
    isWanted,
  }: {
    readonly start: number
    readonly isLinked: boolean
    isWanted(url: string): boolean
  },
): Address | undefined {
  const name = addressAttributes[token.name]
  const url = name === undefined ? '' : (token.attributes.get(name)?.trim() ?? '')
  if (!isWanted(url)) return undefined
  const match = [...token.source.matchAll(attribute)].find(([, key]) => key?.toLowerCase() === name)
  const range = match?.indices?.slice(2).find((one) => one !== undefined)
  if (range === undefined) return undefined
  const isBare = match?.[4] !== undefined
  const from = start + token.start
  const address = {
    url,
    line: token.line,
    start: from + range[0],
    end: from + range[1],
    write: (to: string) => (isBare ? `"${asAttribute(to)}"` : asAttribute(to)),
  }
  if (token.name !== 'img') return { kind: 'link', ...address }
  const words = asAttribute(token.attributes.get('alt')?.trim() || fileName(url))
  const describe = (to: string | undefined): string =>
    to === undefined || isLinked ? words : `<a href="${asAttribute(to)}">${words}</a>`
  return {
    kind: 'image',
    ...address,
    image: { start: from, end: from + token.source.length, isLinked, describe },
  }
}

function asAttribute(url: string): string {
  return url.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
