/** Rewrites lists, headings and footnotes of Word and Outlook as plain HTML. @module */

import { element } from './inline.js'

export function become(old, name, attributes, children = [...old.childNodes]) {
  old.replaceWith(element(old.ownerDocument, name, attributes, children))
}

export function styleOf(node) {
  return node.getAttribute('pasted-style') ?? ''
}

export function readWord(body, each, lose) {
  each('p.MsoTitle', (title) => become(title, 'h1'))
  each('p.MsoQuote, p.MsoIntenseQuote', (quote) => become(quote, 'blockquote'))
  each('[role="heading"][aria-level]', (heading) => {
    become(heading, `h${Math.min(6, Number(heading.getAttribute('aria-level')) || 1)}`)
  })
  each('a[pasted-style*="mso-footnote-id"], a[pasted-style*="mso-endnote-id"]', readFootnote)
  each(
    '[pasted-style*="mso-element:footnote-list"] > hr, [pasted-style*="mso-element:endnote-list"] > hr',
    (line) => line.remove(),
  )
  each('p[pasted-style*="mso-list"], div[pasted-style*="mso-list"]', (first) => {
    const items = []
    for (let next = first; wordLevel(next) !== undefined; next = next.nextElementSibling) {
      items.push(wordItem(next))
    }
    nest(items, lose)
  })
  each('h1, h2, h3, h4, h5, h6', (heading) => {
    const marker = heading.querySelector('[pasted-style*="mso-list:Ignore"]')
    marker?.replaceWith(`${marker.textContent.trim()} `)
  })
  // Word for the web makes a list of each item.
  each('.ListContainerWrapper', (first) => {
    const items = []
    let next = first
    while (next?.classList.contains('ListContainerWrapper')) {
      items.push(...[...next.querySelectorAll('li')].map((item) => webItem(item, next)))
      next = next.nextElementSibling
    }
    nest(items, lose)
  })
  body.normalize()
}

function wordLevel(node) {
  const [, level] = /mso-list:\s*\S+\s+level(\d+)/.exec(node === null ? '' : styleOf(node)) ?? []
  return level === undefined ? undefined : Number(level)
}

/** Reads a list item of Word: its marker is text before the words of a paragraph. */
function wordItem(paragraph) {
  const marker = paragraph.querySelector(
    '[pasted-style*="mso-list:Ignore"], [pasted-style*="mso-list: Ignore"]',
  )
  const sign = marker?.textContent.trim() ?? ''
  marker?.remove()
  const [, number] = /(\d+)[.)]?$/.exec(sign) ?? []
  const isLetter = /^\(?[A-Za-z]{1,5}[.)]$/.test(sign)
  return {
    level: wordLevel(paragraph),
    isNumbered: number !== undefined || isLetter,
    number: number === undefined ? undefined : Number(number),
    isLetter,
    holder: paragraph,
    item: element(paragraph.ownerDocument, 'li', {}, [...paragraph.childNodes]),
  }
}

function webItem(item, holder) {
  const { dataset, parentElement: list } = item
  const number = Number(list.getAttribute('start') ?? item.getAttribute('aria-posinset'))
  return {
    level: Number(dataset.ariaLevel ?? item.getAttribute('aria-level') ?? 1),
    isNumbered: list.localName === 'ol',
    number: number || undefined,
    isLetter: false,
    holder,
    item,
  }
}

/** Nests consecutive items by their levels. */
function nest(items, lose) {
  const [{ holder }] = items
  const top = element(holder.ownerDocument, 'div')
  holder.before(top)
  const open = []
  for (const { level, isNumbered, number, isLetter, holder: old, item } of items) {
    while (open.length > 0 && open.at(-1).level > level) open.pop()
    let last = open.at(-1)
    const isOther = last?.level === level && last.isNumbered !== isNumbered
    const isAnew = last?.level === level && number !== undefined && number !== last.next
    if (isOther || isAnew) open.pop()
    if (isOther || isAnew || last?.level !== level) {
      const list = element(holder.ownerDocument, isNumbered ? 'ol' : 'ul')
      if (number !== undefined) list.setAttribute('start', number)
      if (isLetter) lose('list with letters')
      const above = open.at(-1)?.list.lastElementChild ?? top
      above.append(list)
      last = { level, isNumbered, list, next: number }
      open.push(last)
    }
    last.list.append(item)
    if (last.next !== undefined) last.next += 1
    old.remove()
  }
}

function readFootnote(anchor) {
  const [, kind, back, number] =
    /^#_(ft|ed)n(ref)?(\d+)$/.exec(anchor.getAttribute('href') ?? '') ?? []
  if (number === undefined) return
  const sign = `[^${kind === 'ed' ? 'e' : ''}${number}]${back === undefined ? '' : ':'}`
  become(anchor, 'paste-raw', {}, [sign])
}
