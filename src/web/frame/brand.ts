/** The sign of the product. @module */
import { html } from 'hono/html'
import type { Markup } from './markup.ts'

export const brand: Markup = html`<svg class="brand" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#2456db"/><path d="M7 21.5V11l5.2 6 5.2-6v10.5M24 10.5v10m-3.9-3.9 3.9 4.4 3.9-4.4" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`
