/** What the values of options of connected spaces may be. @module */
import { OptionError, parseList } from './option-parsers.ts'

/** Of a space of a person it begins with `~`. */
export function parseRemoteKey(text: string): string {
  if (!/^~?[A-Za-z0-9._-]{1,255}$/.test(text)) {
    throw new OptionError('use the key of a space, such as ENG')
  }
  return text
}

export function parseAccountEmail(text: string): string {
  // What signs in is the address, a colon and the token.
  if (!/^[^\s:@]{1,128}@[^\s:@]{1,128}$/.test(text)) {
    throw new OptionError('use an address such as robot@acme.example')
  }
  return text
}

const macroName = /^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$/

/** The names of macros, by the language of the code blocks that they show. */
export function parseMacros(text: string): Readonly<Record<string, string>> {
  if (text === 'none') return {}
  const macros = parseList(text).map((rule) => {
    const [, language, name = ''] = /^([a-z][a-z0-9+#-]{0,39})=(.{1,100})$/.exec(rule) ?? []
    if (language === undefined || !macroName.test(name)) {
      throw new OptionError('use pairs such as mermaid=mermaid-cloud, or none')
    }
    return [language, name] as const
  })
  return Object.fromEntries(macros)
}

export function parseFormulaMacros(text: string): { block: string; inline: string } | undefined {
  if (text === 'none') return undefined
  const [block = '', inline = '', ...more] = parseList(text)
  if (!macroName.test(block) || !macroName.test(inline) || more.length > 0) {
    throw new OptionError('use two names such as mathblock,mathinline, or none')
  }
  return { block, inline }
}
