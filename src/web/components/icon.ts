/** Icons beside words, and in their place. @module */
import { html } from 'hono/html'
import { iconSprite } from '../assets.ts'
import type { Markup } from '../frame/markup.ts'
import type { IconName } from './icon-names.ts'

/**
 * Show an icon. It says nothing to those who hear the page: what has no other words needs a label.
 * @param name Which one.
 */
export function icon(name: IconName): Markup {
  return html`<svg class="icon" aria-hidden="true"><use href="${iconSprite.path}#${name}"></use></svg>`
}
