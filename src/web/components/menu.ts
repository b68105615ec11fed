/** Menus without a script: a button that opens a list of links. @module */
import { html } from 'hono/html'
import type { Markup } from '../frame/markup.ts'
import { type IconName, icon } from './icon-names.ts'

export type MenuItem = readonly [
  address: string,
  text: Markup | string,
  sign: IconName,
  /** Dangerous items stand last, in a warning colour. */
  look?: 'danger',
]

/**
 * Browsers keep one menu of a page open at a time, even without scripts.
 * @param label The button's name for screen readers.
 */
export function menu(label: string, lists: Markup, kind = ''): Markup {
  return html`<details class="menu${kind === '' ? '' : ` ${kind}`}" name="menu"><summary class="icon-button" title="More">${icon('ellipsis')}<span class="visually-hidden">${label}</span></summary>
<div class="pop">${lists}</div></details>`
}

export function menuList(items: readonly MenuItem[], first: Markup | '' = ''): Markup {
  const item = ([address, text, sign, look]: MenuItem): Markup =>
    html`<li><a href="${address}"${look === undefined ? '' : html` class="${look}"`}>${icon(sign)}${text}</a></li>`
  const [ways, ends] = [undefined, 'danger'].map((look) => items.filter((one) => one[3] === look))
  const list = (content: readonly MenuItem[] = [], before: Markup | '' = ''): Markup | '' =>
    content.length === 0 && before === ''
      ? ''
      : html`<ul class="menu-list">${before}${content.map(item)}</ul>`
  return html`${list(ways, first)}
${list(ends)}`
}

export function rowMenu(name: string, items: readonly MenuItem[]): Markup {
  const named = items.map(([address, text, sign, look]): MenuItem => {
    const whole = html`${text}<span class="visually-hidden"> ${name}</span>`
    return look === undefined ? [address, whole, sign] : [address, whole, sign, look]
  })
  return menu(`Actions for ${name}`, menuList(named))
}
