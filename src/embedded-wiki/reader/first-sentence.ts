/** The first sentence of a page, which says what it is about. @module */

const maxLength = 160
/** A line that ends as sentences do; headings and cells of tables do not, and no sentence goes on as after `e.g.` */
const sentence = /^.{12,}?(?:[.!?…](?=$|\s+[^\s\p{Ll}])|[。！？])/u

/**
 * Find the first sentence.
 * @param text The start of a page's text, a line for each block.
 * @returns Empty where no line of it is a sentence.
 */
export function firstSentence(text: string): string {
  for (const line of text.split('\n')) {
    const found = sentence.exec(line.trim())?.[0]
    if (found !== undefined) return cut(found)
  }
  return ''
}

function cut(words: string): string {
  if (words.length <= maxLength) return words
  const space = words.lastIndexOf(' ', maxLength)
  return `${words.slice(0, space > 0 ? space : maxLength).toWellFormed()} …`
}
