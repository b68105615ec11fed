/** Leads from raised numbers to their notes and back, where a document ends with a list of notes. @module */
import type { AdfDoc, AdfNode } from '../../adf/types.ts'

/**
 * Link the footnotes.
 * @param doc The document.
 * @param html The same, rendered.
 * @returns The HTML with links, or as it was when its last list is not one of notes.
 */
export function linkFootnotes(doc: AdfDoc, html: string): string {
  const count = countNotes(doc)
  const start = html.lastIndexOf('<hr><ol>')
  if (count === 0 || start === -1) return html
  const referred = new Set<number>()
  const body = html.slice(0, start).replace(raisedNumber, (whole, digits: string) => {
    const number = Number(digits)
    // Notes are numbered by their first reference.
    const isNext = number === referred.size + 1
    if (number < 1 || number > count || !(isNext || referred.has(number))) return whole
    const id = referred.has(number) ? '' : ` id="r-${number}"`
    referred.add(number)
    return `<sup${id}><a href="#n-${number}" aria-label="Note ${number}">${number}</a></sup>`
  })
  return referred.size === 0 ? html : body + linkNotes(html.slice(start), referred)
}

/** A number after a digit or a single letter is a power. */
const raisedNumber = /(?<!\p{N}|(?<!\p{L})\p{L})<sup>(\d{1,4})<\/sup>/gu

/** Notes are the list that ends a document, below a line. */
function countNotes({ content }: AdfDoc): number {
  const [line, list] = content.slice(-2) as [AdfNode?, AdfNode?]
  const isList = list?.type === 'orderedList' && (list.attrs?.order ?? 1) === 1
  return line?.type === 'rule' && isList ? (list.content?.length ?? 0) : 0
}

function linkNotes(html: string, referred: ReadonlySet<number>): string {
  let depth = 0
  let number = 0
  return html.replace(/(?:<\/p>)?<(\/?)(?:li|ol|ul)\b[^>]*>/g, (tag, closing: string) => {
    if (closing !== '') {
      depth -= 1
      const isNote = depth === 1 && tag.endsWith('</li>') && referred.has(number)
      return isNote ? `${backLink(number)}${tag}` : tag
    }
    depth += 1
    if (depth !== 2) return tag
    number += 1
    return tag.replace('<li', `<li id="n-${number}"`)
  })
}

function backLink(number: number): string {
  return `<a class="back" href="#r-${number}" aria-label="Back to where note ${number} is referred to">↩</a>`
}
