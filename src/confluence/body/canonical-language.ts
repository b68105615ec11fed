/** The names of code languages, which saving changes. @module */

const languages: ReadonlyMap<string, string> = new Map([
  ['bash', 'shell'],
  ['c#', 'csharp'],
  ['cpp', 'c++'],
  ['js', 'javascript'],
  ['py', 'python'],
  ['text', 'plaintext'],
  ['vb', 'visualbasic'],
])

/** @returns Undefined for an empty name, which means none. */
export function canonicalLanguage(language: string): string | undefined {
  const name = language.toLowerCase()
  return name === '' ? undefined : (languages.get(name) ?? name)
}
