/**
 * Rewrites the markup of single programs as plain HTML: lists of Word, check lists of Google
 * Docs, panels and tasks of Confluence, alerts and code of web pages. Beyond HTML it uses
 * `data-alert` and `data-title` of a quote, `data-task` of an item, `data-language` of `pre`, and
 * the element `paste-raw` for signs of Markdown.
 * @module
 */
import { element } from './inline.js'
import { become, readWord, styleOf } from './office.js'

export function readSources(body, lose) {
  const each = (selector, act) => {
    for (const match of body.querySelectorAll(selector)) if (body.contains(match)) act(match)
  }
  dropHidden(each, lose)
  readWord(body, each, lose)
  readTasks(each)
  readConfluence(each, lose)
  readAlerts(each)
  readCode(each)
  readSigns(each)
}

function dropHidden(each, lose) {
  each('[pasted-style*="mso-element:comment"]:not([pasted-style*="list"])', () => lose('comment'))
  each('[pasted-style*="mso-element:comment-list"], .msocomanchor', (comment) => comment.remove())
  each('script, style, template, noscript, title', (hidden) => hidden.remove())
  each('[pasted-style*="display"], [pasted-style*="mso-hide"]', (hidden) => {
    const isHidden = /(?:^|;)\s*(?:display:\s*none|mso-hide:\s*all)/.test(styleOf(hidden))
    if (isHidden) hidden.remove()
  })
  each('a.anchor, a.headerlink, a.hash-link, .heading-anchor', (link) => link.remove())
}

/* Tasks of all programs */

function readTasks(each) {
  each('li[role="checkbox"]', (item) => {
    item.dataset.task = item.getAttribute('aria-checked') === 'true' ? 'x' : ' '
    item.querySelector('img[aria-roledescription="checkbox"]')?.remove()
  })
  each('[data-node-type="actionList"], [data-task-list-local-id]', (list) => become(list, 'ul'))
  each('[data-task-local-id]', (task) => {
    const box = task.querySelector('input[type="checkbox"]')
    const isDone = task.dataset.taskState === 'DONE' || box?.checked === true
    become(task, 'li', { 'data-task': isDone ? 'x' : ' ' })
  })
  each('li[data-inline-task-id]', (item) => {
    item.dataset.task = item.classList.contains('checked') ? 'x' : ' '
  })
  each('li input[type="checkbox"]', (box) => {
    const item = box.closest('li')
    item.dataset.task ??= box.checked ? 'x' : ' '
    box.remove()
  })
  each('li:not([data-task])', (item) => {
    const words = firstText(item)
    const [sign, done, isBoxed] = /^\s*(?:\[([ xX])\]|([☐☑☒]))\s*/.exec(words?.data ?? '') ?? []
    if (sign === undefined) return
    words.data = words.data.slice(sign.length)
    item.dataset.task = /x/i.test(done ?? '') || /[☑☒]/.test(isBoxed ?? '') ? 'x' : ' '
  })
}

function firstText(parent) {
  const texts = parent.ownerDocument.createTreeWalker(parent, NodeFilter.SHOW_TEXT)
  while (texts.nextNode() !== null)
    if (texts.currentNode.data.trim() !== '') return texts.currentNode
  return null
}

/* Confluence */

const panelAlerts = {
  info: 'NOTE',
  note: 'IMPORTANT',
  tip: 'TIP',
  success: 'TIP',
  warning: 'WARNING',
  error: 'CAUTION',
}
const macroAlerts = { information: 'NOTE', tip: 'TIP', note: 'WARNING', warning: 'CAUTION' }

function readConfluence(each, lose) {
  each('[data-panel-type]', (panel) => {
    become(panel, 'blockquote', { 'data-alert': panelAlerts[panel.dataset.panelType] ?? 'NOTE' })
  })
  each('.confluence-information-macro', (macro) => {
    const [, kind] = /confluence-information-macro-(\w+)/.exec(macro.className) ?? []
    becomeAlert(macro, macroAlerts[kind] ?? 'NOTE', macro.querySelector(':scope > .title'))
  })
  each('[data-node-type="expand"], [data-node-type="nestedExpand"]', (expand) => {
    becomeDetails(expand, expand.dataset.title ?? '', [...expand.childNodes])
  })
  each('.expand-container', (expand) => {
    const title = expand.querySelector('.expand-control-text')?.textContent ?? ''
    becomeDetails(expand, title.trim(), [...expand.querySelectorAll('.expand-content')])
  })
  each('[data-node-type="status"], .status-macro', (status) => become(status, 'strong'))
  each('[data-node-type="date"]', (date) => {
    const { timestamp } = date.dataset
    const isEmpty = date.textContent.trim() === '' && timestamp !== undefined
    date.replaceWith(
      isEmpty ? new Date(Number(timestamp)).toISOString().slice(0, 10) : date.textContent,
    )
  })
  each('[data-emoji-short-name]', (emoji) => {
    emoji.replaceWith(emoji.dataset.emojiText || emoji.dataset.emojiShortName)
  })
  each('a[data-inline-card], a[data-block-card], a[data-card-url]', (card) => {
    if (card.textContent.trim() === '') card.textContent = card.getAttribute('href')
  })
  each('[data-node-type="media"], [data-node-type="mediaInline"]', (media) => {
    if (media.querySelector('img') !== null) return
    const isImage = media.dataset.url !== undefined
    if (isImage) become(media, 'img', { src: media.dataset.url, alt: media.dataset.alt ?? '' })
    else lose(media.dataset.type === 'file' ? 'image' : 'file')
  })
  each('[data-extension-key]', (macro) => {
    lose(`macro ${macro.dataset.extensionKey}`)
    if (macro.dataset.nodeType !== 'bodiedExtension') macro.remove()
  })
  each('[data-layout-section]', () => lose('layout in columns'))
  each('[data-node-type="decisionList"]', (list) => become(list, 'ul'))
}

function becomeDetails(old, title, children) {
  const summary = element(old.ownerDocument, 'summary', {}, [title])
  become(old, 'details', {}, [summary, ...children])
}

/* Web pages */

const kindAlerts = {
  note: 'NOTE',
  info: 'NOTE',
  secondary: 'NOTE',
  seealso: 'NOTE',
  abstract: 'NOTE',
  tip: 'TIP',
  success: 'TIP',
  hint: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  attention: 'WARNING',
  danger: 'CAUTION',
  caution: 'CAUTION',
  error: 'CAUTION',
}
const alertSelector = '.markdown-alert, .admonition, .theme-admonition, .custom-block, .callout'
const alertTitle =
  '.markdown-alert-title, .admonition-title, [class*="admonitionHeading"], .custom-block-title, .callout-title'

function readAlerts(each) {
  each(alertSelector, (alert) => {
    const kind = alert.className
      .split(/[\s]+|markdown-alert-|theme-admonition-|callout-|alert--/)
      .find((name) => Object.hasOwn(kindAlerts, name))
    if (kind !== undefined) becomeAlert(alert, kindAlerts[kind], alert.querySelector(alertTitle))
  })
  // Notion writes callouts as `aside`.
  each('aside', (aside) => {
    if (/^\s*\p{Extended_Pictographic}/u.test(aside.textContent)) becomeAlert(aside, 'NOTE', null)
  })
}

function becomeAlert(old, name, title) {
  const words = title?.textContent.trim() ?? ''
  title?.remove()
  // Drop default titles of panels, which only repeat the kind.
  const isOwn = words !== '' && !Object.hasOwn(kindAlerts, words.toLowerCase())
  become(old, 'blockquote', { 'data-alert': name, ...(isOwn && { 'data-title': words }) })
}

function readCode(each) {
  each('table', (table) => {
    const [code, ...others] = table.querySelectorAll('td:not(.gutter, .linenos) pre')
    const isListing = /highlight|rouge|code|lntable/.test(table.className)
    if (isListing && code !== undefined && others.length === 0) table.replaceWith(code)
  })
  each('pre', (pre) => {
    pre.dataset.language ??= languageOf(pre)
    const beside = 'button, .lineno, .linenos, .line-number, [class*="linenumber"]'
    for (const extra of pre.querySelectorAll(beside)) extra.remove()
  })
}

function languageOf(pre) {
  const holders = [
    pre.querySelector('code'),
    pre,
    pre.parentElement,
    pre.parentElement?.parentElement,
  ]
  for (const holder of holders) {
    if (holder === null || holder === undefined) continue
    const { language, lang, syntaxhighlighterParams: params = '' } = holder.dataset
    const words = `${holder.className} ${params}`
    const [, languageClass] =
      /(?:\b(?:language|lang|highlight-source|highlight)-|brush: ?|\bhljs |\bsourceCode )([\w+#-]+)/.exec(
        words,
      ) ?? []
    const detected = language ?? lang ?? languageClass
    if (detected !== undefined && detected !== 'none') return detected
  }
  return ''
}

/** Reads formulas and emoji pictures. */
function readSigns(each) {
  each('.katex-display, .katex, mjx-container, math', (formula) => {
    const tex = formula
      .querySelector('annotation[encoding="application/x-tex"]')
      ?.textContent.trim()
    if (tex === undefined) return
    const isBlock = formula.matches('.katex-display, [display="true"], [display="block"]')
    become(formula, 'paste-raw', {}, [isBlock ? `$$${tex}$$` : `$${tex}$`])
  })
  each('img[alt]', (image) => {
    const isSign = /^\p{RGI_Emoji}$/v
    if (isSign.test(image.alt)) image.replaceWith(image.alt)
  })
}
