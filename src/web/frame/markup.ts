/** Markup that pages are made of. @module */
import { raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup that is safe to insert as it is. */
export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>

/** Insert HTML that a renderer made safe. */
export function rendered(trusted: string): Markup {
  return raw(trusted)
}
