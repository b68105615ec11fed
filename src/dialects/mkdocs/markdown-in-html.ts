/** Tags with the attribute `markdown`, whose content is Markdown without a blank line before it. @module */
import type { Construct } from '../construct.ts'
import { kindsOf, type Line } from '../line.ts'

/** https://python-markdown.github.io/extensions/md_in_html/ */
export const mkdocsMarkdownInHtml: Construct = {
  name: 'Markdown inside HTML',
  written: '<figure markdown="span">\n  ![Logo](images/logo.png)\n</figure>',
  becomes: '<figure>\n\n![Logo](images/logo.png)\n</figure>',
  sign: /<[a-z][^<>]*\smarkdown[\s>=]/i,
  read(lines) {
    const kinds = kindsOf(lines)
    const result: Line[] = []
    let outside: string | undefined
    let depth = 0
    for (const [index, one] of lines.entries()) {
      const isText = kinds[index] === 'text'
      const text = isText ? one.text.replace(attribute, '$1$2') : one.text
      const isOpening = text !== one.text && /^[\s>]*<[^<>]*>\s*$/.test(text)
      const isContent = isText && outside !== undefined && !/^\s*(?:$|<\/)/.test(text)
      // Deeper lines would be code.
      result.push({ ...one, text: isContent && !isOpening ? outside + text.trimStart() : text })
      const indent = /^[\s>]*/.exec(text)?.[0] as string
      if (isOpening) result.push({ ...one, text: indent.trimEnd() })
      if (isOpening || (depth > 0 && isText && /^[\s>]*<[a-z][^<>]*>\s*$/i.test(text))) depth += 1
      if (depth > 0 && isText && /^[\s>]*<\/[a-z][\w-]*>\s*$/i.test(text)) {
        depth -= 1
        // What follows is Markdown too, and would be a part of the HTML.
        if (lines[index + 1]?.text.trim()) result.push({ ...one, text: indent.trimEnd() })
      }
      if (isOpening) outside = indent
      else if (text.trim() === '' || /^\s*<\//.test(text)) outside = undefined
    }
    return result
  },
}

const attribute =
  /(<[a-z][\w-]*(?:\s[^<>]{0,1000}?)?)\smarkdown(?:=["']?\w+["']?)?(?=[\s>])([^<>]{0,1000}>)/gi
