/** The names that pages have as files: plain on every disk, and the same for the same pages. @module */

/** With a number behind it, and the ending. */
const maxNameBytes = 80
/** Deep down, names are short, so that the whole path is one that disks take. */
const maxDeepNameBytes = 12
const deepLevel = 10
/** Room for the number that tells names apart. */
const numberBytes = 8

/** What Windows gives to devices, and what an import or the export itself means something else by. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|index|readme|attachments)$/

/** Gives names below one folder, each only once, whatever the case. */
export function fileNamer(depth: number): (title: string) => string {
  const taken = new Set<string>()
  return (title) => {
    const longest = (depth < deepLevel ? maxNameBytes : maxDeepNameBytes) - numberBytes
    const name = cut(plainName(title), longest) || 'page'
    let free = name
    for (let number = 2; taken.has(keyOf(free)) || reserved.test(free); number += 1) {
      free = `${name}-${number}`
    }
    taken.add(keyOf(free))
    return free
  }
}

/** Letters and digits of any script, in small letters, and hyphens. */
function plainName(title: string): string {
  return title
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^[-\p{M}]+|-+$/gu, '')
}

/** Disks have their own ways of small letters and of accents. */
function keyOf(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFC')
}

function cut(name: string, maxBytes: number): string {
  let bytes = 0
  let kept = ''
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    kept += character
  }
  return kept.replace(/-+$/, '')
}

/**
 * Give the name that a linked file has on disks.
 * @param name What it is called.
 * @returns `undefined` for what not every disk takes as a name.
 */
export function diskName(name: string): string | undefined {
  const [stem = ''] = name.split('.')
  const isPlain =
    /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N} ._()+,=@-]{0,118}[\p{L}\p{M}\p{N}_)])?$/u.test(name) &&
    name === name.normalize('NFC') &&
    !reserved.test(stem.toLowerCase())
  return isPlain && Buffer.byteLength(name) <= maxFileBytes ? name : undefined
}

/** Disks take 255. */
const maxFileBytes = 200
