/** QR codes, for what a phone is to read from the screen. @module */
import { html, raw } from 'hono/html'
import { renderSVG } from 'uqr'
import type { Markup } from '../frame/layout.ts'

/** The quiet zone that scanners want around a code: ISO/IEC 18004 asks for four modules. */
const border = 4

/**
 * Draw a QR code: dark on light, in dark mode as well, since many scanners read no other.
 * @param text What it holds.
 * @param label What it is, for those who do not see it.
 */
export function qrCode(text: string, label: string): Markup {
  return html`<div class="qr-code" role="img" aria-label="${label}">${raw(renderSVG(text, { border }))}</div>`
}
