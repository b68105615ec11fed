/** Finds the first sentence of a page, as its summary. @module */

const maxLength = 160
/**
 * Headings and table cells do not end like sentences, and `e.g.` before a lower-case word ends
 * none.
 */
const sentence = /^.{12,}?(?:[.!?…](?=$|\s+[^\s\p{Ll}])|[。！？])/u

/**
 * @param text The start of a page's text, one block a line.
 * @returns Empty if no line contains a sentence.
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
