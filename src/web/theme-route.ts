/** Remembers the colours that a browser wants its pages in. @module */
import type { MiddlewareHandler } from 'hono'
import { keepTheme } from './frame/theme.ts'
import { nextPath } from './session/next-path.ts'
import type { WebHandlers } from './web-map.ts'
import type { WebScope } from './web-scope.ts'

/**
 * Make the route.
 * @param protect Keeps other sites from choosing.
 * @param isSecure Whether browsers come over HTTPS.
 */
export function themeRoute(protect: MiddlewareHandler<WebScope>, isSecure: boolean): WebHandlers {
  return {
    'POST /theme': [
      protect,
      (c) => {
        const form = c.get('form')
        keepTheme(c, form.get('theme'), isSecure)
        return c.redirect(nextPath(form.get('next')), 303)
      },
    ],
  }
}
