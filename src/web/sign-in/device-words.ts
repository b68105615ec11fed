/** Names a browser and its system in words, by what it sends of itself. @module */

/** The first that fits: many browsers also claim to be the ones after them. */
const browsers = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const

const systems = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

const maxLength = 1_000

/**
 * Name a device.
 * @param userAgent The `User-Agent` header; anybody can write anything there.
 */
export function deviceWords(userAgent: string | undefined): string {
  const text = userAgent?.slice(0, maxLength) ?? ''
  const browser = browsers.find(([, pattern]) => pattern.test(text))?.[0]
  const system = systems.find(([, pattern]) => pattern.test(text))?.[0]
  if (browser === undefined) return system ?? 'Another program'
  return system === undefined ? browser : `${browser} on ${system}`
}
