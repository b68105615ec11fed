/** Reads the colours that writers name in HTML. @module */

/** https://www.w3.org/TR/css-color-4/#named-colors, those that writers use. */
const named: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000ff',
  brown: '#a52a2a',
  crimson: '#dc143c',
  cyan: '#00ffff',
  darkblue: '#00008b',
  darkgreen: '#006400',
  darkorange: '#ff8c00',
  darkred: '#8b0000',
  fuchsia: '#ff00ff',
  gold: '#ffd700',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lightblue: '#add8e6',
  lightgreen: '#90ee90',
  lightgrey: '#d3d3d3',
  lightgray: '#d3d3d3',
  lime: '#00ff00',
  magenta: '#ff00ff',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  pink: '#ffc0cb',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  tomato: '#ff6347',
  white: '#ffffff',
  yellow: '#ffff00',
}

/**
 * Read a colour.
 * @param value A name or hexadecimal digits.
 * @returns The colour as ADF has it; `undefined` for one in another notation.
 */
export function cssColor(value: string | undefined): string | undefined {
  const word = (value ?? '').trim().toLowerCase()
  if (Object.hasOwn(named, word)) return named[word]
  if (/^#[0-9a-f]{6}$/.test(word)) return word
  const [, r, g, b] = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(word) ?? []
  return r === undefined ? undefined : `#${r}${r}${g}${g}${b}${b}`
}
