/** The icons of the pages, by their Lucide names. @module */
import { html } from 'hono/html'
import { iconSprite } from '../assets.ts'
import type { Markup } from '../frame/markup.ts'

/** After adding a name, run `npm run icons`. */
export const iconNames = [
  'activity',
  'arrow-left',
  'arrow-up',
  'badge-check',
  'bold',
  'check',
  'chevron-down',
  'chevron-right',
  'chevrons-up-down',
  'circle-check',
  'circle-dashed',
  'circle-question-mark',
  'circle-x',
  'clock',
  'code',
  'copy',
  'ellipsis',
  'eye',
  'file-text',
  'flag',
  'folder-input',
  'git-branch',
  'hash',
  'heading',
  'history',
  'image',
  'inbox',
  'info',
  'italic',
  'key',
  'layers',
  'lightbulb',
  'link',
  'list',
  'list-checks',
  'log-out',
  'menu',
  'pencil',
  'plug',
  'plus',
  'quote',
  'scroll-text',
  'search',
  'settings',
  'shield',
  'square-arrow-out-up-right',
  'table',
  'terminal',
  'trash-2',
  'triangle-alert',
  'user',
  'users',
  'x',
] as const

export type IconName = (typeof iconNames)[number]

/** Hidden from screen readers: an icon without words beside it needs a label. */
export function icon(name: IconName): Markup {
  return html`<svg class="icon" aria-hidden="true"><use href="${iconSprite.path}#${name}"></use></svg>`
}
