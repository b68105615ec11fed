/** The icons of the pages, by the names that Lucide gives them. @module */
import { html } from 'hono/html'
import { iconSprite } from '../assets.ts'
import type { Markup } from '../frame/markup.ts'

/** Another one: add its name, and run `npm run icons`. */
export const iconNames = [
  'activity',
  'arrow-left',
  'arrow-right',
  'arrow-up',
  'badge-check',
  'bold',
  'book-open',
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
  'corner-down-left',
  'ellipsis',
  'eye',
  'file-code',
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
  'maximize',
  'menu',
  'monitor',
  'moon',
  'panel-right',
  'pencil',
  'plug',
  'plus',
  'quote',
  'refresh-cw',
  'scroll-text',
  'search',
  'server',
  'settings',
  'shield',
  'square-arrow-out-up-right',
  'sun',
  'table',
  'tag',
  'terminal',
  'text-wrap',
  'trash-2',
  'triangle-alert',
  'upload',
  'user',
  'users',
  'x',
] as const

export type IconName = (typeof iconNames)[number]

/**
 * Show an icon. It says nothing to those who hear the page: what has no other words needs a label.
 */
export function icon(name: IconName): Markup {
  return html`<svg class="icon" aria-hidden="true"><use href="${iconSprite.path}#${name}"></use></svg>`
}
