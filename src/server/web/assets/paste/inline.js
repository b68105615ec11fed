/** Text of pasted HTML with its marks, from tags and styles. @module */

export function element(document, name, attributes = {}, children = []) {
  const node = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  node.append(...children)
  return node
}

export function add(parent, name, attributes = {}) {
  const node = element(parent.ownerDocument, name, attributes)
  parent.append(node)
  return node
}

/** Marks in the order of nesting, the outermost first. */
const markNames = ['a', 'strong', 'em', 'del', 'u', 'mark', 'sub', 'sup', 'code']
/** Tags that mean a mark of another name. */
const tags = {
  b: 'strong',
  i: 'em',
  cite: 'em',
  dfn: 'em',
  var: 'em',
  s: 'del',
  strike: 'del',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}
const codeFont = /mono|consolas|courier|menlo|source code|fira code|cascadia|inconsolata/i

/** The marks of an element by tag and style; the style takes precedence. */
export function marksOf(node, outer, { styleOf }) {
  const marks = { ...outer }
  const name = Object.hasOwn(tags, node.localName) ? tags[node.localName] : node.localName
  if (name !== 'a' && markNames.includes(name)) marks[name] = true
  const { fontWeight, fontStyle, verticalAlign, textDecorationLine, fontFamily } = styleOf(node)
  if (/^(?:bold|bolder|[6-9]00)$/.test(fontWeight)) marks.strong = true
  if (/^(?:normal|[1-5]00)$/.test(fontWeight)) marks.strong = false
  if (/^(?:italic|oblique)/.test(fontStyle)) marks.em = true
  if (fontStyle === 'normal') marks.em = false
  if (textDecorationLine.includes('line-through')) marks.del = true
  if (textDecorationLine.includes('underline')) marks.u = true
  if (verticalAlign === 'sub') marks.sub = true
  if (verticalAlign === 'super') marks.sup = true
  if (/mso-highlight:/.test(node.getAttribute('pasted-style') ?? '')) marks.mark = true
  const [font = ''] = fontFamily.split(',')
  if (codeFont.test(font)) marks.code ??= 'font'
  else if (fontFamily !== '' && marks.code === 'font') marks.code = undefined
  return marks
}

const unseen =
  /^(?:script|style|template|meta|link|noscript|head|title|button|input|select|option|svg)$/
const lostNames = {
  video: 'video',
  audio: 'sound',
  iframe: 'frame',
  object: 'object',
  embed: 'object',
  canvas: 'drawing',
}

export function collect(runs, node, context) {
  const { marks, lose } = context
  if (node.nodeType === Node.TEXT_NODE) {
    const text = node.data.replaceAll(/[\u200b\u2060\ufeff]/g, '')
    // Code is indented by no-break spaces.
    const codeText = marks.code
      ? text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll('\u00a0', ' ')
      : undefined
    const words = codeText ?? text.replaceAll(/[\s\u00a0]+/g, ' ')
    if (words !== '') runs.push({ text: words, marks })
    return
  }
  if (node.nodeType !== Node.ELEMENT_NODE || unseen.test(node.localName)) return
  const { localName: name } = node
  if (Object.hasOwn(lostNames, name)) lose(lostNames[name])
  else if (name === 'br') runs.push({ isBreak: true, marks: {} })
  else if (name === 'img') collectImage(runs, node, context)
  else if (name === 'paste-raw') runs.push({ element: node.cloneNode(true), marks: {} })
  else {
    const ownMarks = marksOf(node, marks, context)
    if (name === 'a') ownMarks.a = addressOf(node, lose) ?? marks.a
    for (const child of node.childNodes) collect(runs, child, { ...context, marks: ownMarks })
  }
}

function collectImage(runs, image, { marks, addressOf: addressOfImage, lose }) {
  const size = [image.getAttribute('width'), image.getAttribute('height')]
  // Leave out tracking pixels.
  if (size.every((pixels) => pixels !== null && Number(pixels) <= 1)) return
  const address = addressOfImage(image.getAttribute('src') ?? '')
  if (address === undefined) {
    lose('image')
    return
  }
  const element = image.ownerDocument.createElement('img')
  element.setAttribute('src', address)
  element.setAttribute('alt', image.alt.replaceAll(/\s+/g, ' '))
  runs.push({ element, marks: marks.a ? { a: marks.a } : {} })
}

function addressOf(link, lose) {
  const address = (link.getAttribute('href') ?? '').trim()
  if (address === '' || address.startsWith('#')) return undefined
  if (!/^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(address)) {
    lose('link')
    return undefined
  }
  return behindRedirect(address)
}

/** Finds the target of links that Google and Outlook wrap in redirects. */
function behindRedirect(address) {
  const url = URL.parse(address)
  const parameter =
    url?.hostname === 'www.google.com' && url.pathname === '/url'
      ? (url.searchParams.get('q') ?? url.searchParams.get('url'))
      : url?.hostname.endsWith('.safelinks.protection.outlook.com')
        ? url.searchParams.get('url')
        : null
  return parameter !== null && /^https?:/.test(parameter) ? parameter : address
}

/** Joins adjacent text with equal marks. */
export function writeRuns(parent, runs) {
  const open = [{ element: parent }]
  for (const { text, element, isBreak, marks } of runs) {
    const names = markNames.filter((name) => isWritten(name, marks))
    const keys = names.map((name) => (name === 'a' ? `a ${marks.a}` : name))
    let shared = 0
    while (shared < keys.length && open[shared + 1]?.key === keys[shared]) shared += 1
    open.length = shared + 1
    for (const [index, name] of names.entries()) {
      if (index < shared) continue
      const node = add(open.at(-1).element, name, name === 'a' ? { href: marks.a } : {})
      open.push({ key: keys[index], element: node })
    }
    const { element: inner } = open.at(-1)
    inner.append(isBreak ? parent.ownerDocument.createElement('br') : (element ?? text))
  }
  parent.normalize()
}

/** Links are underlined anyway, and code takes no other marks. */
function isWritten(name, marks) {
  if (!marks[name]) return false
  if (marks.code) return name === 'code' || name === 'a'
  return name !== 'u' || !marks.a
}
