/** The list of spaces: where reading starts. @module */
import { html } from 'hono/html'
import type { Space } from '../wiki/wiki.ts'
import type { Markup } from './layout.ts'

/**
 * List the spaces.
 * @param spaces Those that the reader may see.
 */
export function spacesPage(spaces: readonly Space[]): Markup {
  const list =
    spaces.length === 0
      ? html`<p>There is no space yet. An administrator makes one with <code>markport space create KEY NAME</code>.</p>`
      : html`<ul class="spaces">${spaces.map(spaceLink)}</ul>`
  return html`<h1>Spaces</h1>${list}`
}

function spaceLink({ key, name }: Space): Markup {
  return html`<li><a href="/wiki/spaces/${key}">${name}</a> <span class="key">${key}</span></li>`
}
