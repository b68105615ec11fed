/**
 * Names of attachments in the editor: `attachment:` with the first twelve of its 64 digits, which
 * tell the files of a space apart.
 * @module
 */

const shortLength = 12
const whole = /\battachment:([0-9a-f]{64})(?![0-9a-f])/g
const named = /\battachment:([0-9a-f]{12}|[0-9a-f]{64})(?![0-9a-f])((?:\/[\w.%-]+)?)/g

export function shortenNames(markdown: string): string {
  return markdown.replace(
    whole,
    (_, sha256: string) => `attachment:${sha256.slice(0, shortLength)}`,
  )
}

/** The digests that a text names, whole or the start of each. */
export function listNames(markdown: string): string[] {
  return [...new Set(Array.from(markdown.matchAll(named), ([, name]) => name as string))]
}

/**
 * @param write Gives the address of a file, whose own name is empty for an image; undefined for one
 * that is not known.
 */
export function replaceNames(
  markdown: string,
  write: (name: string, fileName: string) => string | undefined,
): string {
  return markdown.replace(named, (address, name: string, path: string) => {
    return write(name, path.slice(1)) ?? address
  })
}
