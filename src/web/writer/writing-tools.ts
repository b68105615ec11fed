/** The toolbar above the text: what writes the signs of Markdown around words or before lines. @module */
import { html } from 'hono/html'
import { icon } from '../components/icon.ts'
import type { IconName } from '../components/icon-names.ts'
import type { Markup } from '../frame/markup.ts'

interface Tool {
  /** What the form's script does; see `markdown-tools.js`. */
  readonly name: string
  readonly label: string
  readonly sign: IconName
  /** The key beside Ctrl or ⌘. */
  readonly key?: string
}

const tools: readonly Tool[] = [
  { name: 'heading', label: 'Heading', sign: 'heading' },
  { name: 'bold', label: 'Bold', sign: 'bold', key: 'B' },
  { name: 'italic', label: 'Italic', sign: 'italic', key: 'I' },
  { name: 'code', label: 'Code', sign: 'code', key: 'E' },
  { name: 'link', label: 'Link', sign: 'link', key: 'K' },
  { name: 'list', label: 'List', sign: 'list' },
  { name: 'tasks', label: 'Tasks', sign: 'list-checks' },
  { name: 'quote', label: 'Quote', sign: 'quote' },
  { name: 'table', label: 'Table', sign: 'table' },
]

/** Show the toolbar; without the form's script there is none. */
export function writingTools(): Markup {
  return html`<div class="write-tools with-script" role="toolbar" aria-label="Markdown" aria-controls="importContent">${tools.map(toolButton)}</div>`
}

function toolButton({ name, label, sign, key }: Tool, index: number): Markup {
  const words = key === undefined ? label : `${label} (Ctrl+${key})`
  const shortcut = key === undefined ? '' : html` aria-keyshortcuts="Control+${key} Meta+${key}"`
  return html`<button type="button" class="icon-button small" data-tool="${name}" aria-label="${label}" title="${words}"${shortcut}${index === 0 ? '' : html` tabindex="-1"`}>${icon(sign)}</button>`
}
