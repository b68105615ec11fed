/** A strict check that a text is well-formed XML, for the subset that the renderer may use. @module */

const token =
  /<!\[CDATA\[[\s\S]*?\]\]>|<(\/?)([a-z][a-z0-9:-]*)((?:\s[a-z][a-z:-]*="[^"<]*")*)\s*(\/?)>|[^<]+|</gy
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const bareAmpersand = /&(?!(?:amp|lt|gt|quot|#39);)/

export function xmlFault(xml: string): string | undefined {
  if (forbidden.test(xml) || !xml.isWellFormed()) return 'a forbidden character'
  const open: string[] = []
  for (const [text, slash, name, attributes, selfClosing] of xml.matchAll(token)) {
    if (text.startsWith('<![CDATA[')) continue
    if (name === undefined) {
      if (text === '<') return 'a bare <'
      if (bareAmpersand.test(text) || text.includes(']]>')) return `text: ${text.slice(0, 40)}`
      continue
    }
    const names = [...(attributes ?? '').matchAll(/\s([a-z][a-z:-]*)="[^"]*"/g)].map(
      ([, one]) => one,
    )
    if (new Set(names).size < names.length) return `a repeated attribute: ${text}`
    if (bareAmpersand.test(attributes ?? '')) return `an attribute: ${text}`
    if (slash === '/') {
      const last = open.pop()
      if (last !== name) return `</${name}> closes <${last}>`
    } else if (selfClosing === '') open.push(name)
  }
  return open.length > 0 ? `<${open.at(-1)}> stays open` : undefined
}
