/** Decodes a part of an address: a fragment, or a file's name. @module */

/**
 * Decode a part of an address.
 * @param part As the address has it; what cannot be decoded stays as it is.
 */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
